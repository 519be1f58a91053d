import ByteKit
import TestSupport
import Testing

@Suite struct NumberPropertyTests {
  @Test func writtenNumbersReadBack() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<10_000 {
      let decimal = ExactDecimal(
        significand: random.next() >> UInt64.random(in: 1...63, using: &random),
        exponent: Int32.random(in: -40...40, using: &random),
        isNegative: Bool.random(using: &random)
      ).normalized
      let text = written(decimal.write)
      guard case .exact(let back) = parseDecimal(text) else {
        Issue.record("\(decimal) written as \(text)")
        continue
      }
      let expected =
        decimal.significand == 0 ? ExactDecimal(significand: 0) : decimal
      #expect(back.normalized == expected, "\(text)")
      #expect(longLayout(text) == text)
    }
  }

  @Test func doublesAgreeWithTheStandardLibrary() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<10_000 {
      let digits = Int.random(in: 1...19, using: &random)
      let significand = random.next() % powerOfTen(digits)
      let range: ClosedRange<Int32> = Bool.random(using: &random) ? -30...30 : -345...310
      let decimal = ExactDecimal(
        significand: significand,
        exponent: Int32.random(in: range, using: &random),
        isNegative: Bool.random(using: &random)
      )
      let sign = decimal.isNegative ? "-" : ""
      let text = "\(sign)\(significand)e\(decimal.exponent)"
      #expect(decimal.doubleValue.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func longTextAgreesWithTheStandardLibrary() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      // Digits of the border between two doubles and just beside it.
      let exponent = Int.random(in: -60...60, using: &random)
      let odd = BigNatural(random.next() >> 10 | 1 << 53 | 1)
      var text =
        exponent >= 0
        ? "\(odd << exponent)"
        : "\(odd * BigNatural.power(5, -exponent))e\(exponent)"
      #expect(parseDouble(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
      let mark = text.firstIndex(of: "e") ?? text.endIndex
      text.insert(contentsOf: "." + String(repeating: "0", count: 900) + "1", at: mark)
      #expect(parseDouble(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func shortestDigitsAreShortestAndReadBack() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<10_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let decimal = try #require(ExactDecimal(shortest: value))
      #expect(decimal.doubleValue.bitPattern == value.bitPattern)
      #expect(decimal.normalized == decimal)
    }
  }

  @Test func mutatedNumbersNeverTrap() {
    var random = SplitMix64(seed: testSeed())
    let seeds = [
      "72.57477920000001", "-1.5e-12", "12345678901234567890123.5e3", "0.000001", "-.5e+7",
    ]
    let alphabet = Array("0123456789.eE+-x ,\u{FF}".utf8)
    for _ in 0..<10_000 {
      var bytes = Array(seeds.randomElement(using: &random, or: "1").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        let byte = alphabet.randomElement(using: &random, or: 0)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(byte, at: at)
        case 1 where at < bytes.count: bytes[at] = byte
        default: if at < bytes.count { bytes.remove(at: at) }
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let parsed = parseDecimal(text)
      // Double(String) reads hexadecimal too.
      let expected = text.utf8.contains(UInt8(ascii: "x")) ? nil : Double(text)
      #expect(parseDouble(text)?.bitPattern == expected?.bitPattern, "\(text)")
      #expect((parsed == .notANumber) == longLayout(text).isEmpty)
    }
  }

  private func powerOfTen(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension Collection {
  func randomElement(using random: inout SplitMix64, or fallback: Element) -> Element {
    randomElement(using: &random) ?? fallback
  }
}
