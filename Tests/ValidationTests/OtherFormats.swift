import ByteKit
import GzipCodec
import HealthModel
import JSONCodec

/// Lines of NDJSON in other formats, written without the tool so that damage stays.
struct OtherFormats {
  private let lines: [String]

  init(_ ndjson: String) { lines = ndjson.split(separator: "\n").map(String.init) }

  /// One JSON document.
  var document: String {
    let head = lines[0].replacing("\"record\":\"archive\",", with: "").dropLast()
    return head + ",\"records\":[\n" + lines.dropFirst().joined(separator: ",\n") + "\n]}\n"
  }

  /// The canonical table.
  func table() throws -> String {
    let columns = Column.allCases.map { "\($0.name)" }
    var rows = [columns.joined(separator: ",")]
    for line in lines {
      let record = try JSONValue.parse(Array(line.utf8))
      var cells = columns.map { Self.cell(record[$0]) }
      if record["record"]?.stringValue == "archive" {
        cells = columns.map { _ in "" }
        cells[0] = "archive"
        let facts = (record.members ?? []).filter { $0.key != "record" }
        cells[columns.count - 1] = Self.quoted(JSONValue.object(facts).compact())
      }
      rows.append(cells.joined(separator: ","))
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func cell(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    return quoted(value.stringValue ?? value.compact())
  }

  private static func quoted(_ text: String) -> String {
    text.contains(",") || text.contains("\"")
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
