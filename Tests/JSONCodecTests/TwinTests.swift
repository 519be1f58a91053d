import JSONCodec
import TestSupport
import Testing

@Suite struct TwinTests {
  @Test(arguments: seedTexts)
  func everyCutGivesWhatTheTwinGives(_ text: String) {
    let bytes = Array(text.utf8)
    for end in 0...bytes.count {
      let cut = Array(bytes[..<end])
      #expect(parseTape(cut) == parseSlowly(cut), "\(shown(cut))")
      #expect(parseTape(bytes, 0..<end) == parseSlowly(bytes, 0..<end), "cut at \(end)")
    }
  }

  @Test(arguments: seedTexts, [false, true])
  func everyByteFlippedGivesWhatTheTwinGives(_ text: String, _ allowsNaN: Bool) {
    let original = Array(text.utf8)
    for i in original.indices {
      for byte in [0, 0x0A, 0x22, 0x5C, 0x7D, 0x5D, 0x2C, 0x30, 0x65, 0x80, 0xE2, 0xFF] as [UInt8] {
        var bytes = original
        bytes[i] = byte
        let fast = parseTape(bytes, allowsNaN: allowsNaN)
        #expect(fast == parseSlowly(bytes, allowsNaN: allowsNaN), "\(shown(bytes))")
      }
    }
  }

  @Test func mutatedTextsGiveWhatTheTwinGives() {
    var random = SplitMix64(seed: testSeed())
    let seeds = seedTexts.map { Array($0.utf8) }
    for _ in 0..<20_000 {
      let bytes = random.mutated(seeds.randomElement(using: &random) ?? [])
      let allowsNaN = Bool.random(using: &random)
      let fast = parseTape(bytes, allowsNaN: allowsNaN)
      let slow = parseSlowly(bytes, allowsNaN: allowsNaN)
      if fast != slow {
        Issue.record("\(shown(bytes)): \(fast) but twin \(slow)")
        return
      }
    }
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: ConformanceTests.Case.all(in: "test_parsing"))
  func mutatedConformanceFilesGiveWhatTheTwinGives(_ example: ConformanceTests.Case) throws {
    var random = SplitMix64(seed: 0x5EED)
    let original = try example.bytes()
    if original.count > 2_000 { return }
    for _ in 0..<40 {
      let bytes = random.mutated(original)
      #expect(parseTape(bytes) == parseSlowly(bytes), "\(shown(bytes))")
    }
  }

  @Test func stringsOfEveryLengthAndPlace() {
    // The word loop, its tail and every place of a special byte in a word.
    for length in 0..<40 {
      for special in ["", "é", "\\n", "\u{1}", "\u{10FFFF}", "\\u00"] {
        for place in 0...length {
          let text =
            "\"" + String(repeating: "x", count: place) + special
            + String(repeating: "y", count: length - place) + "\""
          for padding in ["", "        "] {
            let bytes = Array((text + padding).utf8)
            #expect(parseTape(bytes) == parseSlowly(bytes), "\(text)")
          }
        }
      }
    }
  }
}
