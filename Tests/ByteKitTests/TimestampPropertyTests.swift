import ByteKit
import TestSupport
import Testing

@Suite struct TimestampPropertyTests {
  @Test func writtenTimestampsReadBack() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<5_000 {
      let timestamp = sample(&random)
      let text = written(timestamp.write)
      #expect(parseRFCDate(text) == timestamp, "\(text)")
      #expect(try parseDate(text).0 == timestamp, "\(text)")
      var floating = timestamp
      floating.offsetMinutes = Timestamp.noOffset
      guard (-62_135_596_800...253_402_300_799).contains(floating.seconds) else { continue }
      #expect(try parseDate(written(floating.write)).0 == floating)
    }
  }

  /// The fast parsers and the general one agree on text near their forms.
  @Test func fastParsersAgreeWithTheGeneralOne() {
    var random = SplitMix64(seed: testSeed())
    var accepted = 0
    for _ in 0..<15_000 {
      var bytes = Array(written(sample(&random).write).utf8)
      if Bool.random(using: &random) {
        bytes = Array("2030-01-02 08:09:10 +0100".utf8)
        for _ in 0..<6 { changeDigit(&bytes, &random) }
      }
      if Bool.random(using: &random) { changeDigit(&bytes, &random) }
      if Int.random(in: 0..<4, using: &random) == 0 { mutate(&bytes, &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      let general = try? parseDate(text)
      for fast in [parseAppleDate(text), parseRFCDate(text)] {
        guard let fast else { continue }
        accepted += 1
        #expect(fast == general?.0, "\(text)")
        #expect(general?.1 == [], "\(text)")
      }
      if let general, general.1.isEmpty, isPlain(bytes) {
        #expect((parseAppleDate(text) ?? parseRFCDate(text)) == general.0, "\(text)")
      }
    }
    #expect(accepted > 1_000)
  }

  @Test func mutatedDatesNeverTrap() {
    var random = SplitMix64(seed: testSeed())
    let seeds = [
      "2030-01-02T08:09:10.123+01:00", "Wed, 02 Jan 2030 08:09:10 +0100", "Jan 2, 2030, 8:09:10 AM",
      "02/Jan/2030 8:09:10", "12:00 AM 1/2/2030", "20150616071820-0700", "2030-W01-3T08:09:10Z",
      "2030-01-02 8:09:10\u{202F}PM +0100", "1893571750.123456789e-3", "UTC+0100", "47485.3396",
      "Wed Jan 02 08:09:10 CET 2030",
    ]
    for _ in 0..<5_000 {
      var bytes = Array(seeds.randomElement(using: &random, or: "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, &random) }
      let range = 0..<bytes.count
      _ = try? Timestamp.parse(bytes.span, range)
      _ = try? Timestamp.parse(bytes.span, range, order: .dayFirst)
      _ = try? Timestamp.parseOffset(bytes.span, range)
      _ = try? Timestamp.fromExcelSerial(bytes.span, range)
      for unit in EpochScale.allCases {
        _ = try? Timestamp.fromEpoch(bytes.span, range, unit: unit, origin: .fit)
      }
      _ = EpochScale.guess(bytes.span, range)
      _ = CivilDate.parse(bytes.span, range)
    }
  }

  @Test func everyPrefixOfEveryFormIsAnsweredWithoutATrap() {
    for text in ["2030-01-02T08:09:10.123+01:00[A/B]", "Wed, 02 Jan 2030 08:09:10 +0100"] {
      let bytes = Array(text.utf8)
      for start in 0...bytes.count {
        for end in start...bytes.count {
          _ = try? Timestamp.parse(bytes.span, start..<end)
          _ = Timestamp.parseApple(bytes.span, start..<end)
          _ = Timestamp.parseRFC3339(bytes.span, start..<end)
        }
      }
    }
  }

  private func sample(_ random: inout SplitMix64) -> Timestamp {
    let offset = Int16.random(in: -1439...1439, using: &random)
    let local = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
    let places =
      [1, 1_000, 1_000_000, 100_000_000, 1_000_000_000].randomElement(using: &random) ?? 1
    let nanoseconds = Int.random(in: 0..<1_000_000_000, using: &random) / places * places
    return Timestamp(
      seconds: local - Int64(offset) * 60,
      nanoseconds: Int32(nanoseconds),
      offsetMinutes: offset
    )
  }

  private func changeDigit(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let at = Int.random(in: 0..<bytes.count, using: &random)
    if bytes[at] &- 0x30 <= 9 { bytes[at] = UInt8.random(in: 0x30...0x39, using: &random) }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let at = Int.random(in: 0...bytes.count, using: &random)
    let common = Array("0123456789:-+.,TZ /[]AMPMeW\u{202F}".utf8)
    let byte =
      Bool.random(using: &random)
      ? common.randomElement(using: &random, or: 0) : UInt8.random(in: 0...255, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes.insert(byte, at: at)
    case 1 where at < bytes.count: bytes[at] = byte
    default: if at < bytes.count { bytes.remove(at: at) }
    }
  }

  /// Whether the separators are just those of one of the two fast forms.
  private func isPlain(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.map { $0 &- 0x30 <= 9 ? 0x30 : $0 }, as: UTF8.self)
    if text == "0000-00-00 00:00:00 +0000" || text == "0000-00-00 00:00:00 -0000" { return true }
    guard text.hasPrefix("0000-00-00T00:00:00") else { return false }
    var rest = text.dropFirst(19)
    if rest.hasPrefix(".") {
      rest = rest.dropFirst()
      let digits = rest.prefix { $0 == "0" }.count
      guard 1...9 ~= digits else { return false }
      rest = rest.dropFirst(digits)
    }
    return ["Z", "+00:00", "-00:00"].contains(String(rest))
  }
}
