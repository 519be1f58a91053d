import ByteKit
import Testing
import XMLCodec

@Suite struct TextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: [UInt8]
    var text: String
    var flaws: XMLTextFlaws

    init(_ source: [UInt8], _ text: String, _ flaws: XMLTextFlaws) {
      self.source = source
      self.text = text
      self.flaws = flaws
    }

    init(_ source: String, _ text: String, _ flaws: XMLTextFlaws = []) {
      self.init(Array(source.utf8), text, flaws)
    }

    var testDescription: String { shown(source) }
  }

  private func check(_ example: Case) {
    let decoded = decode(example.source)
    #expect(Array(decoded.text.utf8) == Array(example.text.utf8))
    #expect(decoded.flaws == example.flaws)
    // Inside other text, at every place of a word.
    for length in 0..<9 {
      let padding = Array(repeating: UInt8(ascii: "p"), count: length)
      let decoded = decode(padding + example.source + Array("|end".utf8))
      let expected = String(repeating: "p", count: length) + example.text + "|end"
      #expect(Array(decoded.text.utf8) == Array(expected.utf8))
      #expect(decoded.flaws == example.flaws)
    }
  }

  @Test(arguments: [
    Case("", ""), Case("plain text", "plain text"), Case("a;b#c > \u{7F}", "a;b#c > \u{7F}"),
    Case("&amp;", "&"), Case("&lt;", "<"), Case("&gt;", ">"), Case("&quot;", "\""),
    Case("&apos;", "'"), Case("&lt;a b=&quot;&amp;&quot;/&gt;", "<a b=\"&\"/>"),
    // Decoded once, not again.
    Case("&amp;lt;", "&lt;"), Case("&#38;#65;", "&#65;"), Case("&lt;&lt;&lt;", "<<<"),
  ])
  func theFiveEntities(_ example: Case) { check(example) }

  @Test(arguments: [
    Case("&#65;", "A"), Case("&#x41;", "A"), Case("&#x00e9;", "\u{E9}"), Case("&#xE9;", "\u{E9}"),
    Case("&#8217;", "\u{2019}"), Case("&#x1F45F;", "\u{1F45F}"), Case("&#1114111;", "\u{10FFFF}"),
    Case("&#xD7FF;", "\u{D7FF}"), Case("&#xE000;", "\u{E000}"), Case("&#xFFFD;", "\u{FFFD}"),
    Case("&#0000000000065;", "A"), Case("&#x000000000041;", "A"), Case("&#127;", "\u{7F}"),
    Case("&#x85;", "\u{85}"),
    // A capital X is no XML, but says what it means.
    Case("&#X41;", "A"),
    // 3.3.3: a reference escapes the normalisation.
    Case("&#9;&#10;&#13;&#xD;&#xA;", "\t\n\r\r\n"), Case("&#13;\n", "\r "),
  ])
  func characterReferences(_ example: Case) { check(example) }

  @Test(arguments: [
    Case("&#0;", " ", .controlCharacter), Case("&#x1;", " ", .controlCharacter),
    Case("&#11;", " ", .controlCharacter), Case("&#x1F;", " ", .controlCharacter),
    Case("&#xFFFE;", " ", .controlCharacter), Case("&#65535;", " ", .controlCharacter),
    Case("\u{0}", " ", .controlCharacter), Case("a\u{1}b", "a b", .controlCharacter),
    Case("\u{B}\u{C}\u{1F}", "   ", .controlCharacter), Case("\u{FFFE}", " ", .controlCharacter),
    Case("\u{FFFF}x", " x", .controlCharacter),
    Case("\u{FFFD}\u{1FFFE}", "\u{FFFD}\u{1FFFE}"),
  ])
  func whatADocumentMustNotContainBecomesABlank(_ example: Case) { check(example) }

  @Test(arguments: [
    "&", "&&", "&;", "& ", "a & b", "&amp", "&amp &", "&AMP;", "&nbsp;", "&ampx;", "&am;p",
    "& amp;",
    "&amp ;", "&#;", "&#x;", "&#", "&#x", "&#65", "&#x41", "&#xG;", "&#6A;", "&# 65;", "&#65 ;",
    "&#xD800;", "&#xDFFF;", "&#1114112;", "&#x110000;", "&#99999999999;", "&#x41 ;", "&#\u{664};",
    "&#+65;", "&#-65;", "&#-0;", "&#x+41;", "&#x-0;", "&#x00000000000041;",
    "&anEntityWithALongName;", "&&#x;&",
  ])
  func otherReferencesStayAsWritten(_ text: String) {
    check(Case(text, text, .unknownEntity))
  }

  @Test func aReferenceThatFollowsALoneAmpersandIsDecoded() {
    check(Case("&&amp;", "&&", .unknownEntity))
    check(Case("& &lt;", "& <", .unknownEntity))
  }

  @Test(arguments: [
    Case("a\tb", "a b"), Case("a\nb", "a b"), Case("a\rb", "a b"), Case("a\r\nb", "a b"),
    Case("\r\r\n\n", "   "), Case("\n\r", "  "), Case("\r", " "), Case(" \t ", "   "),
  ])
  func lineBreaksAndTabsBecomeBlanks(_ example: Case) { check(example) }

  @Test func aRangeEndsTheText() {
    let bytes = Array("&amp;\r\n\u{E9}x".utf8)
    #expect(decode(bytes, 0..<4) == ("&amp", .unknownEntity))
    #expect(decode(bytes, 5..<6) == (" ", []))
    #expect(decode(bytes, 6..<7) == (" ", []))
    #expect(decode(bytes, 7..<8) == ("\u{FFFD}", .invalidUTF8))
    #expect(decode(bytes, 8..<9) == ("\u{FFFD}", .invalidUTF8))
    #expect(decode(bytes, 9..<9) == ("", []))
  }

  static let invalid: [[UInt8]] = [
    [0x80], [0xBF], [0xFE], [0xFF], [0xC0], [0xC1, 0xBF], [0xC0, 0x80],  // strays and overlong
    [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],  // surrogates
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],  // above U+10FFFF
    [0xC3], [0xE2, 0x82], [0xE2], [0xF0, 0x9F, 0x91], [0xF0, 0x9F], [0xF0],  // cut
  ]

  @Test(arguments: invalid)
  func eachByteThatIsNoUTF8BecomesAReplacement(_ bytes: [UInt8]) {
    let text = String(repeating: "\u{FFFD}", count: bytes.count)
    check(Case(bytes, text, .invalidUTF8))
  }

  @Test func validUTF8IsKept() {
    for scalar: Unicode.Scalar in [
      "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFD}", "\u{D7FF}", "\u{E000}", "\u{10000}", "\u{3FFFF}",
      "\u{40000}", "\u{10FFFF}", "\u{FEFF}",
    ] {
      let text = String(Character(scalar))
      check(Case(text, text))
    }
    // Both forms of the same letter, kept apart.
    check(Case("\u{E9}e\u{301}", "\u{E9}e\u{301}"))
  }

  @Test func flawsAddUp() {
    let bytes = Array("\u{1}&x;".utf8) + [0xFF]
    #expect(decode(bytes) == (" &x;\u{FFFD}", [.controlCharacter, .unknownEntity, .invalidUTF8]))
    var flaws: XMLTextFlaws = .unknownEntity
    let text = XMLText.string(bytes.span, 0..<1, flaws: &flaws)
    #expect(text == " ")
    #expect(flaws == [.unknownEntity, .controlCharacter])
  }

  @Test func decodingAppends() {
    let bytes = Array("b&amp;\u{E9}c".utf8)
    var out = ByteBuffer()
    out.append("a")
    let first = XMLText.decode(bytes.span, 0..<bytes.count, into: &out)
    let second = XMLText.decode(bytes.span, 0..<1, into: &out)
    #expect(first == [] && second == [])
    let written = out.bytes
    #expect(written == Array("ab&\u{E9}cb".utf8))
  }
}
