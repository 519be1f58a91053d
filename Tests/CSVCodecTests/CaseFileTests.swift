import CSVCodec
import TestSupport
import Testing

/// The CSV files of cases/, as far as the bytes go.
@Suite(.enabled(if: Shared.isAvailable)) struct CaseFileTests {
  private func table(_ path: String, _ dialect: CSVDialect? = nil) throws -> Table {
    Table(try readBytes(Shared.path("cases/format-" + path)), dialect)
  }

  private func numbers(_ cells: [String], _ mark: DecimalMark? = nil) -> [String] {
    cells.map { plainText($0, mark: mark) ?? "?" }
  }

  @Test func case01SemicolonAndDecimalComma() throws {
    let table = try table("01-semicolon-decimal-comma/input.csv")
    #expect(table.dialect.delimiter == UInt8(ascii: ";"))
    #expect(numbers(table.rows.dropFirst().map { $0[1] }) == ["80.1", "79.95"])
    #expect(table.rows.last?[2] == "a;b")
  }

  @Test func case02DecimalCommaInsideCommas() throws {
    let table = try table("02-decimal-comma-inside-comma-csv/input.csv")
    #expect(table.rows.last?.count == 4)
    #expect(numbers(Array(table.rows[1][2...])) == ["9.44", "9440.0"])
    #expect(table.findings.map(\.code) == ["duplicate-column"])
  }

  @Test func case04EachCellDecidesForItself() throws {
    let table = try table("04-mixed-decimal-marks-one-file/input.csv")
    #expect(numbers(table.rows.dropFirst().map { $0[1] }) == ["5.4", "1.38"])
    #expect(vote(table.rows.dropFirst().map { $0[1] }).verdict == .mixed)
  }

  @Test func case05MarkBeforeAQuotedHeader() throws {
    let table = try table("05-bom-before-quoted-header/input.csv")
    #expect(table.rows == [["a,b", "c"], ["1", "2"]])
    #expect(table.findings.isEmpty && table.errors.isEmpty)
  }

  @Test func case07DamagedHeaderIsRepairedAndNoted() throws {
    let table = try table("07-bom-twice-mojibake/input.csv")
    #expect(table.rows.first == ["Index", "Timestamp"])
    #expect(table.rows.count == 2)
    #expect(table.findings.map(\.description) == ["damaged-header at 1:1, byte 3"])
  }

  @Test func case08LineEndAfterAQuotedField() throws {
    let table = try table("08-crlf-last-field-quoted/input.csv")
    #expect(table.rows == [["a", "b"], ["1", "x"], ["2", "y"]])
  }

  @Test func case10BackslashEscapes() throws {
    let strict = try table("10-backslash-escaped-quote/input.csv")
    #expect(strict.errors.map(\.code) == ["text-after-quote"])
    #expect(strict.errors.first?.line == 2)
    let read = try table("10-backslash-escaped-quote/input.csv", backslashDialect)
    #expect(read.rows == [["tags", "type"], ["{( \"Test Watch\" )}", "x"]])
    #expect(read.errors.isEmpty)
  }

  @Test func case11LineBreaksStayQuoted() throws {
    let table = try table("11-serializer-drops-quotes-on-newline/input.csv")
    var writer = CSVWriter()
    var out: [UInt8] = []
    for row in table.rows {
      for cell in row { writer.writeField(cell, to: &out) }
      writer.endRecord(to: &out)
    }
    #expect(Table(out).rows == table.rows)
    #expect(table.rows.last == ["a", "x\ny"])
  }

  @Test func case14TrailingDelimiter() throws {
    let table = try table("14-trailing-comma-rows/input.csv")
    #expect(table.rows == [["A", "B", "C"], ["1", "4", "7"], ["2", "5", "8"]])
    #expect(table.findings.map(\.code) == ["extra-empty-field", "extra-empty-field"])
  }

  @Test(arguments: [
    ("input.csv", UInt8(ascii: ","), "92.0"), ("input-semicolon.csv", 0x3B, "92,0"),
  ])
  func case16HintLine(file: String, delimiter: UInt8, value: String) throws {
    let table = try table("16-sep-hint-line/" + file)
    #expect(table.dialect.delimiter == delimiter)
    #expect(table.dialect.hasSepLine)
    #expect(table.rows == [["type", "value"], ["HKQuantityTypeIdentifierHeartRate", value]])
    #expect(table.findings.map(\.code) == ["sep-line"])
  }

  @Test func case17BlankLinesAtTheEnd() throws {
    let table = try table("17-blank-lines-at-end/input.csv")
    #expect(table.rows == [["a", "b"], ["1", "2"], ["4", "6"]])
    #expect(table.findings.map(\.line) == [4, 5])
  }

  @Test func case19OnlyDelimitersAreDetected() throws {
    let table = try table("19-delimiter-sniffed-wrong/input.csv")
    #expect(table.dialect.delimiter == UInt8(ascii: ","))
    #expect(table.rows.last == ["Q1", "1 NEW", "2"])
  }

  @Test func case31Exponents() throws {
    let table = try table("31-exponent-numbers-csv/input.csv")
    #expect(numbers(table.rows.dropFirst().map { $0[2] }) == ["3", "1E-7", "0e0"])
    #expect(numbers(table.rows.dropFirst().map { $0[1] }) == ["2", "-1e1", "-9e-06"])
  }

  @Test func case32ExponentLikeText() throws {
    let table = try table("32-exponent-like-text/input.csv")
    #expect(table.rows.dropFirst().map { $0[0] } == ["32E0134", "E41000051", "1E5"])
  }

  @Test(arguments: ["34-utf16-with-bom/input.csv", "34-utf16-with-bom/input-be.csv"])
  func case34UTF16WithMark(path: String) throws {
    let table = try table(path)
    #expect(table.rows.first == ["date", "kg"])
    #expect(numbers(table.rows.dropFirst().map { $0[1] }) == ["80.1"])
    #expect(table.findings.map(\.code) == ["encoding-utf16"])
  }

  @Test func case35UTF16WithoutMark() throws {
    let table = try table("35-utf16-without-bom/input.csv")
    #expect(table.rows == [["date", "kg"], ["2026-03-01", "80.1"]])
  }

  @Test func case52OneColumnWithDecimalCommas() throws {
    let bytes = try readBytes(Shared.path("cases/format-52-decimal-comma-single-column/input.csv"))
    let blank = try #require(
      zip(bytes, bytes.dropFirst()).map { [$0, $1] }.firstIndex(of: [10, 10])
    )
    let samples = Array(bytes[(blank + 2)...])
    let found = CSVDialect.detect(samples.span, isWholeFile: true)
    #expect(found.columns == 1 && !found.isAmbiguous)
    let cells = texts(samples, found.dialect).flatMap { $0 }
    let votes = vote(cells)
    #expect(votes.verdict == .comma)
    let mark = votes.mark(delimiter: found.dialect.delimiter)
    #expect(numbers(cells, mark) == ["-265.868", "-271.819", "12", "0.5"])
  }
}

/// The plain text of a number cell, or nil if it is refused.
func plainText(_ cell: String, mark: DecimalMark? = nil) -> String? {
  let bytes = Array(cell.utf8)
  var out: [UInt8] = []
  switch parseDecimalText(bytes.span, bytes.indices, mark: mark, into: &out) {
  case .number, .grouped: return String(decoding: out, as: UTF8.self)
  case .ambiguous, .badGrouping, .notANumber: return nil
  }
}

/// The votes of some cells.
func vote(_ cells: [String]) -> DecimalMarkVote {
  var vote = DecimalMarkVote()
  for cell in cells {
    let bytes = Array(cell.utf8)
    vote.look(at: bytes.span, bytes.indices)
  }
  return vote
}
