import CSVCodec
import Testing

@Suite struct HeaderTests {
  private func read(_ text: String, _ dialect: CSVDialect = .rfc4180) -> CSVHeader? {
    let bytes = Array(text.utf8)
    guard case .header(let header) = CSVHeader.read(bytes.span, isFinal: true, dialect: dialect)
    else { return nil }
    return header
  }

  @Test func columnsAreFoundByName() throws {
    let header = try #require(read("\u{FEFF}\"start\"\"\",value\n1,2\n"))
    #expect(header.names == ["start\"", "value"])
    #expect(header.column(named: "value") == 1)
    #expect(header.column(named: "unit") == nil)
    #expect(header.offsets == [3, 13])
    #expect(header.start == 3 && header.end == 19)
  }

  @Test(arguments: [
    "\u{FEFF}\u{FEFF}a,b\n", "ï»¿a,b\n", "ï»¿\"a\",b\n", "\u{FEFF}ï»¿\"a\",b\n",
    "\"\u{FEFF}a\",b\n", "\"ï»¿\"\"a\"\"\",b\n",
  ])
  func damagedFirstNameIsRepaired(text: String) throws {
    let header = try #require(read(text))
    #expect(header.names == ["a", "b"])
    #expect(header.notes.map(\.code) == [.damagedHeader])
  }

  @Test func blankLinesBeforeTheHeaderAreNoted() throws {
    let header = try #require(read("\n\r\na,b\n"))
    #expect(header.names == ["a", "b"])
    #expect(header.notes == [CSVNote(.blankRow, at: 0), CSVNote(.blankRow, at: 1)])
  }

  @Test func headerThatIsCutNeedsMore() {
    for text in ["\u{FEFF}sep=;\r\n\r\n\"a\"\"\";b\r\n1;2", "ï»¿\"a\";b\nx"] {
      let bytes = Array(text.utf8)
      let dialect = CSVDialect(delimiter: UInt8(ascii: ";"))
      let whole = CSVHeader.read(bytes.span, isFinal: true, dialect: dialect)
      for length in 0...bytes.count {
        let head = bytes.span.extracting(0..<length)
        let step = CSVHeader.read(head, isFinal: false, dialect: dialect)
        #expect(step == .needMore || step == whole, "cut at \(length)")
      }
    }
  }

  @Test func brokenHeaderFailsWhereItIsBroken() {
    let bytes = Array("a,\"b\n1,2\n".utf8)
    let step = CSVHeader.read(bytes.span, isFinal: true)
    #expect(step == .failure(CSVError(.unclosedQuote, at: 2), resume: 5))
  }

  @Test func hintLineWithoutATableIsAnEmptyFile() {
    let bytes = Array("sep=;\n".utf8)
    let step = CSVHeader.read(bytes.span, isFinal: true)
    #expect(step == .failure(CSVError(.emptyFile, at: 6), resume: 6))
  }
}

@Suite struct RowShapeTests {
  private func shape(_ text: String, columns: Int) -> (CSVRowShape, Int) {
    let bytes = Array(text.utf8)
    var record = CSVRecord()
    _ = CSVTokenizer.next(bytes.span, from: 0, isFinal: true, into: &record)
    return (record.fit(columns: columns), record.fields.count)
  }

  @Test func fieldsAreCountedAgainstTheColumns() {
    #expect(shape("1,2", columns: 2) == (.row, 2))
    #expect(shape("\n", columns: 2) == (.blank, 1))
    #expect(shape("\n", columns: 1) == (.emptyCell, 1))
    #expect(shape("\"\"\n", columns: 1) == (.row, 1))
    #expect(shape("1,,\"\",\n", columns: 1) == (.trimmed(offset: 2), 1))
    let few = CSVError(.fieldCount, at: 0)
    #expect(shape("1,2", columns: 3) == (.failure(few, found: 2), 2))
    let many = CSVError(.fieldCount, at: 5)
    #expect(shape("1,2,,\"x\"", columns: 2) == (.failure(many, found: 4), 4))
  }
}
