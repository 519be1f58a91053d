import Testing
import XMLCodec

@Suite struct MalformedTests {
  @Test(arguments: [
    ("< a>", 1), ("<1a>", 1), ("<>", 1), ("<<a>", 1), ("<\"a\">", 1), ("<=>", 1), ("<-a>", 1),
    ("<.>", 1), ("<\u{0}>", 1), ("<@>", 1), ("<[a>", 1), ("<`>", 1), ("<{>", 1),
  ])
  func aTagNeedsAName(_ text: String, _ offset: Int) {
    #expect(token(text) == .malformed(offset: offset))
  }

  @Test(arguments: [
    ("<a b>", 4), ("<a b/>", 4), ("<a b c>", 6), ("<a ='x'>", 3), ("<a = 'x'>", 3),
    ("<a b='x' ='y'>", 9), ("<a 'x'>", 3), ("<a \"x\">", 3), ("<a b\"x\">", 4), ("<a b&c='x'>", 4),
    ("<a b<c>='x'>", 4), ("<a<b>", 2), ("<a\"b\">", 2), ("<a b='x''>", 8), ("<a b='x'\">", 8),
    ("<a &='x'>", 3), ("<a longEnoughForTheWords<='x'>", 24),
  ])
  func anAttributeNeedsANameAndAnEqualsSign(_ text: String, _ offset: Int) {
    #expect(token(text) == .malformed(offset: offset))
  }

  @Test(arguments: [
    ("<a b=>", 5), ("<a b=x>", 5), ("<a b= x>", 6), ("<a b=/>", 5), ("<a b==\"x\">", 5),
    ("<a b=&quot;x&quot;>", 5), ("<a b=\u{201C}x\u{201D}>", 5), ("<a b=<c d='x'>>", 5),
  ])
  func aValueNeedsItsQuotes(_ text: String, _ offset: Int) {
    #expect(token(text) == .malformed(offset: offset))
  }

  @Test(arguments: [
    ("<a/ >", 2), ("<a /b>", 3), ("<a//>", 2), ("<a b='x'/ >", 8), ("<a/b='x'>", 2),
  ])
  func aSlashNeedsItsBracket(_ text: String, _ offset: Int) {
    #expect(token(text) == .malformed(offset: offset))
  }

  @Test(arguments: [
    ("</>", 2), ("</ a>", 2), ("</1>", 2), ("</a b>", 4), ("</a/>", 3), ("</a<b>", 3),
    ("</a b='x'>", 4), ("</<a>", 2), ("</a\u{0}>", 3),
  ])
  func anEndTagHasOnlyAName(_ text: String, _ offset: Int) {
    #expect(token(text) == .malformed(offset: offset))
  }

  @Test(arguments: [
    "<!>", "<!x>", "<!- -->", "<!-x", "<!ELEMENT a ANY>", "<![cdata[x]]>", "<![CDATA x]]>",
    "<![INCLUDE[ ]]>", "<!DOCTYPO x>", "<! DOCTYPE a>", "<!\u{FF}",
  ])
  func aDeclarationIsAKnownOne(_ text: String) {
    #expect(token(text) == .malformed(offset: 0))
  }

  @Test(arguments: [
    "<", "<a", "<a ", "<a b", "<a b ", "<a b=", "<a b= ", "<a b='", "<a b='x", "<a b=\"x'>",
    "<a b='x'",
    "<a b='x' ", "<a/", "<a b='x'/", "</", "</a", "</a ", "<!", "<!-", "<!--", "<!---", "<!-->",
    "<!--->", "<!-- x --", "<![", "<![CDATA", "<![CDATA[", "<![CDATA[]]", "<![CDATA[]>", "<!D",
    "<!DOCTYP", "<?", "<?>", "<?x?",
  ])
  func aCutConstructIsIncomplete(_ text: String) {
    #expect(token(text) == .incomplete)
  }

  @Test func theOffsetCountsFromTheStartOfTheText() {
    let bytes = Array("<a><b c=d/></a>".utf8)
    #expect(scan(bytes, at: 3).token == .malformed(offset: 8))
  }

  @Test func aStartTagAskedForByNameIsScannedAlike() {
    // The readers of elements may ask for a start tag where they know one.
    for text in ["<a b='1'>", "<a", "<", "<1", "<a b"] {
      #expect(startTag(text) == token(text), "\(text)")
    }
  }

  private func startTag(_ text: String) -> XMLToken {
    let bytes = Array(text.utf8)
    var tag = XMLTag()
    return XMLScanner.startTag(bytes.span, at: 0, into: &tag)
  }
}
