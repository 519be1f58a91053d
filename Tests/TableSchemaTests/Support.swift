import CSVCodec
import TableSchema

/// What a check of a table says, its place as the text there.
struct Found: Equatable, CustomStringConvertible {
  var rule: TableRule
  var row: Int
  var column: Int?
  var text: String
  var description: String { "\(rule) row \(row) column \(column.map(String.init) ?? "-"): \(text)" }

  init(_ rule: TableRule, row: Int, column: Int?, _ text: String) {
    self.rule = rule
    self.row = row
    self.column = column
    self.text = text
  }
}

func check(_ schema: String, header: String, rows: [[String]]) throws -> [Found] {
  let lines = rows.map { row in
    row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
  }
  return try check(schema, ([header] + lines).joined(separator: "\n"))
}

/// Checks a whole CSV text.
func check(
  _ schema: String,
  _ text: String,
  fieldsMatch: TableSchema.FieldsMatch = .exact
) throws -> [Found] {
  let schema = try TableSchema(compiling: Array(schema.utf8), fieldsMatch: fieldsMatch)
  return check(schema, Array(text.utf8))
}

func check(_ schema: TableSchema, _ bytes: [UInt8]) -> [Found] {
  var found: [Found] = []
  var checker = schema.checker()
  func take() {
    for violation in checker.violations {
      found.append(
        Found(
          violation.rule,
          row: violation.row,
          column: violation.column,
          String(decoding: bytes[violation.range], as: UTF8.self)
        )
      )
    }
  }
  guard case .header(let header) = CSVHeader.read(bytes.span, isFinal: true) else { return [] }
  checker.checkHeader(header, bytes.span)
  take()
  var offset = header.end
  var record = CSVRecord()
  while true {
    switch CSVTokenizer.next(bytes.span, from: offset, isFinal: true, into: &record) {
    case .record(let end):
      offset = end
      _ = checker.checkRow(record, bytes.span)
      take()
    case .failure(_, let resume): offset = resume
    case .needMore, .end: return found
    }
  }
}
