import ByteKit
import HealthModel
import JSONCodec

/// Turns a line of one form of an archive into the other; both hold the same.
package enum CanonicalLine {
  /// The JSON object of a row of the canonical table.
  ///
  /// - Parameter hasTextValue: whether the value is text; the table does not say.
  package static func json(
    fromCSV line: Span<UInt8>,
    hasTextValue: Bool,
    to out: inout ByteBuffer
  ) {
    var cell: [UInt8] = []
    var i = 0
    var isFirst = true
    out.append("{")
    for column in Column.allCases {
      let isQuoted = readCell(line, &i, into: &cell)
      if cell.isEmpty && !isQuoted { continue }
      out.append(isFirst ? "\"" : ",\"")
      isFirst = false
      out.append(column.name)
      out.append("\":")
      switch column {
      case .duration, .totalDistance, .totalEnergyBurned, .device, .metadata, .details:
        out.append(contentsOf: cell)
      case .value where !hasTextValue: out.append(contentsOf: cell)
      default: out.appendJSONString(cell.span, 0..<cell.count)
      }
    }
    out.append("}")
  }

  /// The row of the canonical table of a JSON object, with its line end.
  package static func csv(from record: JSONValue, to out: inout ByteBuffer) {
    for column in Column.allCases {
      if column != .record { out.append(",") }
      guard let value = record["\(column.name)"] else { continue }
      switch value {
      case .string(let text):
        let bytes = Array(text.utf8)
        out.appendCSVField(bytes.span, 0..<bytes.count)
      case .object, .array:
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        out.appendQuotedCSVField(bytes.span, 0..<bytes.count)
      default:
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        out.append(contentsOf: bytes)
      }
    }
    out.append("\n")
  }

  /// Reads one cell of a row that this program wrote, and goes on behind it.
  private static func readCell(
    _ line: Span<UInt8>,
    _ i: inout Int,
    into cell: inout [UInt8]
  ) -> Bool {
    cell.removeAll(keepingCapacity: true)
    guard i < line.count, line[i] == UInt8(ascii: "\"") else {
      while i < line.count, line[i] != UInt8(ascii: ","), line[i] != 0x0A {
        cell.append(line[i])
        i += 1
      }
      i += 1
      return false
    }
    i += 1
    while i < line.count {
      if line[i] == UInt8(ascii: "\"") {
        guard i + 1 < line.count, line[i + 1] == UInt8(ascii: "\"") else { break }
        i += 1
      }
      cell.append(line[i])
      i += 1
    }
    i += 2
    return true
  }
}
