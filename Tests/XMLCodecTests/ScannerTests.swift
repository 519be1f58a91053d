import Testing
import XMLCodec

@Suite struct ScannerTests {
  @Test func anEmptyTextIsAtItsEnd() {
    #expect(token("") == .end)
    #expect(scan(Array("<a/>".utf8), at: 4).token == .end)
  }

  @Test func textGoesToTheNextMarkup() {
    #expect(token("plain") == .text(end: 5))
    #expect(token("a > b ]]> &c<x/>") == .text(end: 12))
    // The words of eight bytes, their tail and every place of the `<` in them.
    for length in 1..<40 {
      let text = String(repeating: "x", count: length)
      #expect(token(text) == .text(end: length))
      #expect(token(text + "<a>") == .text(end: length))
    }
  }

  @Test func aStartTagHasItsNameAndAttributesInOrder() {
    let text = #"<Record type="HeartRate" unit="count/min" value="62"/>next"#
    let tag = scan(text)
    #expect(tag.token == .startTag(end: text.utf8.count - 4))
    #expect(tag.name == 1..<7)
    #expect(tag.isSelfClosing)
    #expect(
      attributes(text) == [["type", "HeartRate"], ["unit", "count/min"], ["value", "62"]]
    )
  }

  @Test(arguments: ["<a>", "<a >", "<a\n>", "<a b='1'>", "<a b='1' >", "<a b='/'>"])
  func aTagIsOpen(_ text: String) {
    #expect(token(text) == .startTag(end: text.utf8.count))
    #expect(!scan(text).isSelfClosing)
  }

  @Test(arguments: ["<a/>", "<a />", "<a\r\n\t/>", "<a b='1'/>", "<a b='1' />"])
  func aTagClosesItself(_ text: String) {
    #expect(token(text) == .startTag(end: text.utf8.count))
    #expect(scan(text).isSelfClosing)
  }

  @Test func aTagScannedIntoAgainForgetsTheOneBefore() {
    let bytes = Array(#"<a b="1" c="2"/><d e="3">"#.utf8)
    let span = bytes.span
    var tag = XMLTag()
    #expect(tag.attributeCount == 0)
    let first = XMLScanner.next(span, at: 0, into: &tag)
    #expect(first == .startTag(end: 16))
    #expect(tag.attributeCount == 2)
    let second = XMLScanner.next(span, at: 16, into: &tag)
    #expect(second == .startTag(end: bytes.count))
    #expect(tag.attributeCount == 1)
    #expect(!tag.isSelfClosing)
    #expect(tag.attribute(0).value == 22..<23)
  }

  @Test(arguments: [
    (#"<a b="x">"#, "x"), ("<a b='x'>", "x"), ("<a b=''>", ""), (#"<a b="it's">"#, "it's"),
    (#"<a b='say "x"'>"#, #"say "x""#), ("<a b = 'x'>", "x"), ("<a b\t=\r\n'x'>", "x"),
    (#"<a b="1 > 0">"#, "1 > 0"), (#"<a b="/>">"#, "/>"), (#"<a b="a = b">"#, "a = b"),
    (#"<a b='<Record type="x"/>'>"#, #"<Record type="x"/>"#), (#"<a b="<!-- -->">"#, "<!-- -->"),
    (#"<a b="&lt;&quot;">"#, "&lt;&quot;"), ("<a b=\"1\n2\u{1}\">", "1\n2\u{1}"),
    ("<a b=\"Gr\u{F6}\u{DF}e \u{1F45F}\">", "Gr\u{F6}\u{DF}e \u{1F45F}"),
  ])
  func aValueIsWhatStandsBetweenItsQuotes(_ text: String, _ value: String) {
    #expect(token(text) == .startTag(end: text.utf8.count))
    #expect(attributes(text) == [["b", value]])
  }

  @Test(arguments: [
    // As iOS 8 wrote the sources of a value into its name.
    (#"<a Unit of bpm="70">"#, "Unit of bpm"), (#"<a b  c = "70">"#, "b  c"),
    (#"<a x:y-z._1="70">"#, "x:y-z._1"), (#"<a 1="70">"#, "1"), (#"<a b(c),#;="70">"#, "b(c),#;"),
    ("<a \u{43C}\u{430}=" + #""70">"#, "\u{43C}\u{430}"),
    (#"<a aVeryLongNameOfMoreThanThreeWords1="70">"#, "aVeryLongNameOfMoreThanThreeWords1"),
  ])
  func anAttributeNameGoesToItsEqualsSign(_ text: String, _ name: String) {
    #expect(attributes(text) == [[name, "70"]])
  }

  @Test func attributeNamesOfEveryLengthAreFound() {
    for length in 1..<40 {
      for end in ["=", " =", " x=", "1="] {
        let name = String(repeating: "N", count: length) + end.dropLast()
        let trimmed = end == " =" ? String(name.dropLast()) : name
        #expect(attributes("<a \(name)=\"v\" b='w'>") == [[trimmed, "v"], ["b", "w"]])
      }
    }
  }

  @Test func attributesNeedNoBlankBetweenThemAndMayRepeat() {
    #expect(attributes(#"<a b="1"c='2'b="3"/>"#) == [["b", "1"], ["c", "2"], ["b", "3"]])
  }

  @Test func sixtyFourAttributesAreTheMost() {
    let tag = { (count: Int) in
      "<a" + (0..<count).map { " n\($0)='\($0)'" }.joined() + ">"
    }
    #expect(token(tag(64)) == .startTag(end: tag(64).utf8.count))
    #expect(attributes(tag(64)).map { $0[1] } == (0..<64).map(String.init))
    // The fault is at the name of the one too many.
    #expect(token(tag(65)) == .malformed(offset: tag(64).utf8.count))
    #expect(token(tag(500)) == .malformed(offset: tag(64).utf8.count))
  }

  @Test func anEndTagHasItsName() {
    #expect(token("</Record>") == .endTag(name: 2..<8, end: 9))
    #expect(token("</a:b-1.c_ \n>x") == .endTag(name: 2..<10, end: 13))
    #expect(token("</\u{E9}>") == .endTag(name: 2..<4, end: 5))
  }

  @Test(arguments: [
    "<!---->", "<!-- a > b <c> -->", "<!--->-->", "<!-- -- --->", "<?xml version='1.0'?>", "<??>",
    "<?a > b ? <c>??>", "<?>?>",
  ])
  func commentsAndInstructionsAreSkipped(_ text: String) {
    #expect(token(text + "-->?>") == .skipped(end: text.utf8.count))
  }

  @Test(arguments: ["", "x", "]", "]]", " <a b='&amp;'> ]] > ]>", "<![CDATA[", "]]&gt;"])
  func aCDATASectionEndsAtItsFirstEnd(_ content: String) {
    let end = 9 + content.utf8.count
    #expect(token("<![CDATA[\(content)]]>]]>") == .cdata(content: 9..<end, end: end + 3))
  }

  @Test func aDoctypeIsLeftToTheCaller() {
    #expect(token("<!DOCTYPE HealthData [ <!ELEMENT a ANY> ]>") == .doctype)
    #expect(token("<!DOCTYPE") == .doctype)
    #expect(token("<!doctype a>") == .malformed(offset: 0))
  }

  @Test func aWholeTextIsASequenceOfTokens() {
    let tokens = scanAll(Array("<?x?>\n<a><b c='d'/>e<![CDATA[f]]><!--g--></a>".utf8)).map(
      \.scan.token
    )
    #expect(
      tokens == [
        .skipped(end: 5), .text(end: 6), .startTag(end: 9), .startTag(end: 19), .text(end: 20),
        .cdata(content: 29..<30, end: 33), .skipped(end: 41), .endTag(name: 43..<44, end: 45), .end,
      ]
    )
  }

  @Test func findGivesTheOffsetAfterALiteral() {
    let bytes = Array("----->x-->".utf8)
    #expect(find("-->", in: bytes, from: 0) == 6)
    #expect(find("-->", in: bytes, from: 4) == 10)
    #expect(find("x", in: bytes, from: 0) == 7)
    #expect(find("-->", in: bytes, from: 8) == nil)
    #expect(find("-->", in: bytes, from: bytes.count) == nil)
    #expect(find("-->", in: bytes, from: bytes.count + 1) == nil)
    #expect(find("-->", in: [], from: 0) == nil)
  }

  private func find(_ literal: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    XMLScanner.find(literal, in: bytes.span, from: start)
  }
}
