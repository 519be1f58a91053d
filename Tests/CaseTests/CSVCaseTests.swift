import CSVCodec
import Testing

/// Tables that other readers stumbled over and that hold no health record.
///
/// They are numbered as `Fixtures/cli/format`.
@Suite struct CSVCaseTests {
  @Test func case05MarkBeforeAQuotedHeader() throws {
    #expect(try rows("\u{FEFF}\"x,y\",\"z\"\r\n\"7\",\"8\"\r\n") == [["x,y", "z"], ["7", "8"]])
  }

  @Test func case08LineEndAfterAQuotedField() throws {
    let read = try rows("p,q\r\n3,\"u\"\r\n4,\"\"\"v\"\"\"\r\n")
    #expect(read == [["p", "q"], ["3", "u"], ["4", "\"v\""]])
  }

  @Test func case52OneColumnWithDecimalCommas() throws {
    let text = Array("-143,25\n17\n0,75\n-2,5\n".utf8)
    let found = CSVDialect.detect(text.span, isWholeFile: true)
    #expect(found.columns == 1 && !found.isAmbiguous)
    var votes = DecimalMarkVote()
    let cells = try rows("level\n-143,25\n17\n0,75\n-2,5\n", found.dialect).dropFirst().map {
      $0[0]
    }
    for cell in cells {
      let bytes = Array(cell.utf8)
      votes.look(at: bytes.span, bytes.indices)
    }
    let mark = votes.mark(delimiter: found.dialect.delimiter)
    #expect(mark == .comma)
    #expect(cells.map { plain($0, mark) } == ["-143.25", "17", "0.75", "-2.5"])
  }

  private func plain(_ cell: String, _ mark: DecimalMark?) -> String {
    let bytes = Array(cell.utf8)
    var out: [UInt8] = []
    guard case .number = parseDecimalText(bytes.span, bytes.indices, mark: mark, into: &out) else {
      return "?"
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The header and the rows of a table, none of which may be malformed.
  private func rows(_ text: String, _ given: CSVDialect? = nil) throws -> [[String]] {
    let bytes = Array(text.utf8)
    let dialect = given ?? CSVDialect.detect(bytes.span, isWholeFile: true).dialect
    guard
      case .header(let header) = CSVHeader.read(bytes.span, isFinal: true, dialect: dialect)
    else { throw Unreadable() }
    var rows = [header.names]
    var record = CSVRecord()
    var offset = header.end
    while true {
      switch CSVTokenizer.next(
        bytes.span,
        from: offset,
        isFinal: true,
        dialect: header.dialect,
        into: &record
      ) {
      case .record(let end):
        rows.append(record.fields.indices.map { record.text($0, bytes.span) })
        offset = end
      case .failure, .needMore: throw Unreadable()
      case .end: return rows
      }
    }
  }

  struct Unreadable: Error {}
}
