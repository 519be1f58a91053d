import TestSupport
import Testing
import XMLCodec

@Suite struct ScannerTwinTests {
  /// The first place where the scanner and its twin differ.
  private func difference(_ bytes: [UInt8]) -> String? {
    let fast = scanAll(bytes)
    let slow = scanAll(bytes) { SlowScanner.scan(bytes, at: $0) }
    for (a, b) in zip(fast, slow) where a != b {
      return "\(shown(Array(bytes[a.start...]))): \(a.scan) but twin \(b.scan)"
    }
    return fast.count == slow.count ? nil : "\(fast.count) tokens but twin \(slow.count)"
  }

  static let fixtures = ["valid", "invalid"].flatMap { folder in
    Fixtures.names(in: "apple/\(folder)").filter { $0.hasSuffix(".xml") }
      .map { "apple/\(folder)/\($0)" }
  }

  @Test func thereAreFixtures() {
    #expect(Self.fixtures.count > 10)
  }

  @Test(arguments: fixtures)
  func aFixtureGivesWhatTheTwinGives(_ fixture: String) throws {
    #expect(difference(try readBytes(Fixtures.path(fixture))) == nil)
  }

  @Test(arguments: seedTexts)
  func everyByteFlippedGivesWhatTheTwinGives(_ text: String) {
    let original = Array(text.utf8)
    #expect(difference(original) == nil)
    for i in original.indices {
      for byte in Array("<>/!?=\"'& a1@[`{-".utf8) + [0, 0x0A, 0x80, 0xFF] {
        var bytes = original
        bytes[i] = byte
        if let difference = difference(bytes) {
          Issue.record("\(difference)")
          return
        }
      }
    }
  }

  @Test func mutatedTextsGiveWhatTheTwinGives() {
    var random = SplitMix64(seed: testSeed())
    let seeds = seedTexts.map { Array($0.utf8) }
    for _ in 0..<20_000 {
      let bytes = random.mutated(seeds.randomElement(using: &random) ?? [])
      if let difference = difference(bytes) {
        Issue.record("\(difference)")
        return
      }
    }
  }

  /// A construct read from a cut text is the same, or said to be cut; never another one.
  private func checkCuts(_ bytes: [UInt8]) {
    for (start, whole) in scanAll(bytes) {
      for limit in start...bytes.count {
        let cut = scan(bytes, at: start, upTo: limit)
        let isRight =
          switch whole.token {
          case .startTag(let end), .endTag(_, let end), .cdata(_, let end), .skipped(let end):
            limit < end ? cut.token == (limit == start ? .end : .incomplete) : cut == whole
          case .text(let end):
            limit == start ? cut.token == .end : cut.token == .text(end: min(end, limit))
          case .malformed, .doctype:
            cut == whole || limit == start || cut.token == .incomplete
          case .incomplete: limit == start || cut == whole
          case .end: cut == whole
          }
        if !isRight {
          Issue.record("\(shown(bytes)) from \(start) to \(limit): \(cut), whole \(whole)")
          return
        }
      }
    }
  }

  @Test(arguments: seedTexts)
  func aCutTextGivesTheSameTokensOrSaysSo(_ text: String) {
    checkCuts(Array(text.utf8))
  }

  @Test func mutatedTextsMayBeCutToo() {
    var random = SplitMix64(seed: testSeed())
    let seeds = seedTexts.map { Array($0.utf8) }
    for _ in 0..<60 { checkCuts(random.mutated(seeds.randomElement(using: &random) ?? [])) }
  }
}
