import CSVCodec
import Testing

@Suite struct DecimalTests {
  private func understanding(
    _ cell: String,
    _ mark: DecimalMark? = nil
  ) -> (DecimalText, String) {
    let bytes = Array("<\(cell)>".utf8)
    var out: [UInt8] = []
    let range = 1..<bytes.count - 1
    let result = parseDecimalText(bytes.span, range, mark: mark, into: &out)
    return (result, String(decoding: out, as: UTF8.self))
  }

  @Test(arguments: [
    ("12", "12"), ("-12", "-12"), ("+12", "12"), ("80.1", "80.1"), ("80,1", "80.1"),
    ("5,4", "5.4"), ("1.38", "1.38"), ("0,125", "0.125"), ("0.125", "0.125"), (",5", "0.5"),
    ("-.5", "-0.5"), ("1234,567", "1234.567"), ("1,3800", "1.3800"), ("1,5e-3", "1.5e-3"),
    ("1.380E2", "1.380E2"), ("-265,8681", "-265.8681"), ("\u{2212}4,2", "-4.2"),
    (" 80,1\t", "80.1"), ("000,123", "000.123"),
  ])
  func cellThatDecidesForItself(cell: String, plain: String) {
    for mark in [DecimalMark?.none, .point, .comma] {
      let (result, text) = understanding(cell, mark)
      #expect(result == .number)
      #expect(text == plain)
    }
  }

  @Test func ambiguousCellFollowsTheMarkOrIsRefused() {
    #expect(understanding("1,380") == (.ambiguous, ""))
    #expect(understanding("1.380") == (.ambiguous, ""))
    #expect(understanding("1,380", .comma) == (.number, "1.380"))
    #expect(understanding("1.380", .point) == (.number, "1.380"))
    #expect(understanding("1,380", .point) == (.grouped(.comma), "1380"))
    #expect(understanding("-1.380", .comma) == (.grouped(.point), "-1380"))
  }

  @Test(arguments: ["1\u{A0}234", "1\u{202F}234", "1\u{2009}234"])
  func blankGroupsAreUndone(cell: String) {
    #expect(understanding(cell) == (.grouped(.space), "1234"))
    #expect(understanding(cell + ",5") == (.grouped(.space), "1234.5"))
    #expect(understanding(cell + "\u{A0}567.25") == (.grouped(.space), "1234567.25"))
  }

  @Test func apostropheGroupsAreUndone() {
    #expect(understanding("1'234'567") == (.grouped(.apostrophe), "1234567"))
    #expect(understanding("-1\u{2019}234.5") == (.grouped(.apostrophe), "-1234.5"))
  }

  @Test func pointAndCommaGroupsNeedTheMarkTheyLeave() {
    #expect(understanding("1.234,5") == (.badGrouping, ""))
    #expect(understanding("1.234,5", .point) == (.badGrouping, ""))
    #expect(understanding("1.234,5", .comma) == (.grouped(.point), "1234.5"))
    #expect(understanding("1,234,567", .point) == (.grouped(.comma), "1234567"))
    #expect(understanding("1,234,567", .comma) == (.badGrouping, ""))
    #expect(understanding("1,234,567.5", .point) == (.grouped(.comma), "1234567.5"))
  }

  @Test(arguments: ["12\u{A0}34", "1234\u{A0}567", "5'11", "12,34,567.8", "0\u{A0}234", "1,5.3"])
  func irregularGroupsAreRefused(cell: String) {
    for mark in [DecimalMark?.none, .point, .comma] {
      #expect(understanding(cell, mark) == (.badGrouping, ""))
    }
  }

  @Test(arguments: [
    "", "-", ".", ",", "5.", "5,", "1.2.3", "01.02.2026", "2026-03-01", "12 kg", "1 234", "e5",
    "1e",
    "1e+", "NaN", "inf", "0x10", "1.2,3.4", "--1", "1,2,", "1\u{A0}", "\u{A0}1", "1e5,0", "\u{E2}",
  ])
  func whatIsNoNumber(cell: String) {
    for mark in [DecimalMark?.none, .point, .comma] {
      #expect(understanding(cell, mark) == (.notANumber, ""))
    }
  }

  @Test func verdictComesFromCellsWithOneReading() {
    #expect(vote(["1", "x", "1,380", "1.380"]).verdict == .undecided)
    #expect(vote(["1", "x", "1,380", "1.380"]).ambiguous == 2)
    #expect(vote(["1,380", "5,4"]).verdict == .comma)
    #expect(vote(["1,234.5"]).verdict == .point)
    #expect(vote(["1,234,567"]).verdict == .point)
    #expect(vote(["1'234,5"]).verdict == .comma)
    var both = vote(["5,4"])
    both.merge(vote(["5.4"]))
    #expect(both.verdict == .mixed)
    #expect(both.mark(delimiter: UInt8(ascii: ",")) == nil)
  }

  @Test func withoutAVoteAFileOfCommasHasPoints() {
    #expect(vote(["1.380"]).mark(delimiter: UInt8(ascii: ",")) == .point)
    #expect(vote(["1.380"]).mark(delimiter: UInt8(ascii: ";")) == nil)
  }
}
