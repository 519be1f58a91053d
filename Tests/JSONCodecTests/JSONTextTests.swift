import JSONCodec
import TestSupport
import Testing

@Suite struct JSONTextTests {
  private func written(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    writeJSONString(bytes.span, 0..<bytes.count, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  @Test(arguments: [
    ("", #""""#), ("plain text of some length", #""plain text of some length""#),
    ("\"\\/", #""\"\\/""#), ("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
    ("\0\u{1}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u001f\u{7f}\""),
    ("\u{2028}\u{2029}é😀", "\"\u{2028}\u{2029}é😀\""),
  ])
  func onlyWhatMustBeEscapedIs(_ text: String, _ expected: String) {
    #expect(written(text) == expected)
  }

  @Test func everyPlaceInAWord() throws {
    for length in 0..<30 {
      for place in 0...length {
        for special in ["\"", "\n", "\0", "é", "\\\\"] {
          let text =
            String(repeating: "x", count: place) + special
            + String(repeating: "y", count: length - place)
          let value = try JSONValue.parse(Array(written(text).utf8))
          #expect(value.stringValue == text)
        }
      }
    }
  }

  @Test func onlyTheRangeIsWritten() {
    let bytes = Array("\"abc\"defghijklmn\"".utf8)
    var out: [UInt8] = Array("<".utf8)
    writeJSONString(bytes.span, 1..<4, to: &out)
    #expect(out == Array("<\"abc\"".utf8))
  }

  @Test(arguments: [
    (#"a\"\\\/\b\f\n\r\t"#, "a\"\\/\u{8}\u{c}\n\r\t"), (#"\u0041\u00e9\u20AC"#, "Aé€"),
    (#"\ud83d\ude00!"#, "😀!"), (#"x\u0000y"#, "x\0y"), ("none", "none"), ("", ""),
    // Not valid, so never from a token: kept.
    (#"\ud83d"#, #"\ud83d"#), (#"\q"#, #"\q"#), (#"\u12"#, #"\u12"#), ("\\", "\\"),
  ])
  func escapesAreReplaced(_ text: String, _ expected: String) {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    unescapeJSON(bytes.span, 0..<bytes.count, into: &out)
    #expect(String(decoding: out, as: UTF8.self) == expected)
  }

  @Test func noBytesTrap() {
    var random = SplitMix64(seed: testSeed())
    let likely = Array("\\\\\\uuD8dc0019\"nx".utf8) + [0, 0x1F, 0x80, 0xE2, 0xFF]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        likely.randomElement(using: &random) ?? 0
      }
      let ends = [0, 0].map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      var out: [UInt8] = []
      unescapeJSON(bytes.span, ends[0]..<ends[1], into: &out)
      #expect(out.count <= bytes.count)
      var written: [UInt8] = []
      writeJSONString(bytes.span, ends[0]..<ends[1], to: &written)
      var read: [UInt8] = []
      unescapeJSON(written.span, 1..<(written.count - 1), into: &read)
      #expect(read == Array(bytes[ends[0]..<ends[1]]))
    }
  }
}
