import TestSupport
import Testing
import XMLCodec

@Suite struct TextTwinTests {
  private func difference(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    let fast = decode(bytes, range)
    let slow = SlowText.decode(bytes, range)
    if Array(fast.text.utf8) != Array(slow.text.utf8) || fast.flaws != slow.flaws {
      return "\(shown(Array(bytes[range]))): \(fast) but twin \(slow)"
    }
    return isPlain(bytes, range) == SlowText.isPlain(bytes, range)
      ? nil : "\(shown(Array(bytes[range]))): isPlain differs"
  }

  @Test(arguments: seedTexts)
  func everyRangeGivesWhatTheTwinGives(_ text: String) {
    let bytes = Array(text.utf8)
    for start in stride(from: 0, through: bytes.count, by: 3) {
      for end in stride(from: start, through: bytes.count, by: 2) {
        #expect(difference(bytes, start..<end) == nil)
      }
    }
  }

  @Test func mutatedTextsGiveWhatTheTwinGives() {
    var random = SplitMix64(seed: testSeed())
    let texts =
      [
        "&amp;&lt;x&gt;&quot;&apos;", "&#65;&#x41;&#1114111;&#xFFFE;",
        "\u{E9}\u{2019}\u{1F45F}\r\n\t",
      ]
      + seedTexts.suffix(1)
    for _ in 0..<10_000 {
      let bytes = random.mutated(Array((texts.randomElement(using: &random) ?? "").utf8))
      if let difference = difference(bytes, 0..<bytes.count) {
        Issue.record("\(difference)")
        return
      }
    }
  }

  @Test func randomBytesGiveWhatTheTwinGives() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      // Many leads and continuations, so that sequences get far.
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        UInt8.random(in: Bool.random(using: &random) ? 0...0xFF : 0x80...0xF5, using: &random)
      }
      if let difference = difference(bytes, 0..<bytes.count) {
        Issue.record("\(difference)")
        return
      }
    }
  }

  @Test func aByteIsPlainAtEveryPlaceOrAtNone() {
    let original = Array(repeating: UInt8(ascii: "x"), count: 19)
    for byte in UInt8.min...UInt8.max {
      for i in original.indices {
        var bytes = original
        bytes[i] = byte
        let isRight = (0...8).allSatisfy {
          isPlain(bytes, $0..<bytes.count - $0) == SlowText.isPlain(bytes, $0..<bytes.count - $0)
        }
        #expect(isRight, "byte \(byte) at \(i)")
      }
    }
  }

  @Test func twoBytesWhoseBorrowsMeetAreTold() {
    // A lane that borrows must not clear or set the one above it wrongly.
    let bytes: [UInt8] = [0x1F, 0x20, 0x25, 0x26, 0x27, 0x7F, 0x80, 0x00, 0xFF, 0xA0]
    for low in bytes {
      for high in bytes {
        let word = [0x41, low, high, 0x41, 0x41, 0x41, 0x41, 0x41]
        #expect(isPlain(word, 0..<8) == SlowText.isPlain(word, 0..<8))
      }
    }
  }
}
