import ByteKit
import HealthModel
import JSONCodec

/// Writes the rows of a table of details.
struct DetailEncoder {
  private let table: DetailTable
  private var parent: CSVRowEncoder
  private var tape = JSONTape()

  init(_ table: DetailTable) {
    self.table = table
    parent = CSVRowEncoder(columns: table.parents.map(\.column))
  }

  /// The header row.
  func writeHeader(to out: inout ByteBuffer) {
    for (index, name) in (table.parents.map(\.name) + table.keys).enumerated() {
      if index > 0 { out.append(",") }
      out.append(name)
    }
    out.append("\n")
  }

  /// Writes the rows that a record gives.
  mutating func write(_ row: RecordRow, of batch: borrowing RecordBatch, to out: inout ByteBuffer) {
    guard !row.details.isEmpty else {
      if table.list == nil { writeEmpty(row, of: batch, to: &out) }
      return
    }
    let bytes = batch.arena.span
    do { try tape.parse(bytes, row.details.range) } catch { return }
    guard let list = table.list else {
      writeItem(0, row, of: batch, to: &out)
      return
    }
    guard let items = tape.value(forKey: list, inObjectAt: 0, of: bytes) else { return }
    var item = items + 1
    while item < Int(tape.tokens[items].next) {
      writeItem(item, row, of: batch, to: &out)
      item = Int(tape.tokens[item].next)
    }
  }

  /// The row of a record that has no details.
  private mutating func writeEmpty(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    parent.write(row, of: batch, to: &out)
    out.truncate(to: out.count - 1)
    for _ in table.keys { out.append(",") }
    out.append("\n")
  }

  private mutating func writeItem(
    _ item: Int,
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    parent.write(row, of: batch, to: &out)
    // The parent's columns end in a line feed that becomes the next comma.
    out.truncate(to: out.count - 1)
    let bytes = batch.arena.span
    for key in table.keys {
      out.append(",")
      guard let value = tape.value(forKey: key, inObjectAt: item, of: bytes) else { continue }
      let token = tape.tokens[value]
      switch token.kind {
      case .string:
        var text: [UInt8] = []
        unescapeJSON(bytes, token.range, into: &text)
        out.appendCSVField(text.span, 0..<text.count)
      case .objectStart, .arrayStart: out.appendQuotedCSVField(bytes, token.range)
      case .null: break
      default: out.append(bytes, token.range)
      }
    }
    out.append("\n")
  }
}
