import ByteKit
import HealthMerge
import HealthUnits
import TestSupport
import Testing

@testable import HealthStatistics

/// Sums against the same sums in fractions of any size.
@Suite struct ExactSumTests {
  private static func decimal(_ generator: inout SplitMix64) -> ExactDecimal {
    let digits = Int.random(in: 1...19, using: &generator)
    var limit: UInt64 = 1
    for _ in 0..<digits { limit = limit &* 10 }
    return ExactDecimal(
      significand: UInt64.random(
        in: 0...(digits == 19 ? 9_999_999_999_999_999_999 : limit),
        using: &generator
      ),
      exponent: Int32.random(
        in: Bool.random(using: &generator) ? -20...3 : -400...400,
        using: &generator
      ),
      isNegative: Bool.random(using: &generator)
    )
  }

  @Test func `sums and shares are exact in any order`() throws {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<300 {
      var parts: [ExactSum] = [ExactSum(), ExactSum(), ExactSum()]
      var expected = Rational(0)
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let value = Self.decimal(&generator)
        let part = Int.random(in: 0..<3, using: &generator)
        let whole = try #require(Rational(value))
        if Bool.random(using: &generator) {
          parts[part].add(value)
          expected = expected + whole
        } else {
          let duration = Int.random(in: 1...5_000, using: &generator)
          let piece = Int.random(in: 0...duration, using: &generator)
          parts[part].add(value, piece: Instant(piece), of: Instant(duration))
          expected = expected + whole * Rational(piece, duration)
        }
      }
      var sum = ExactSum()
      for part in parts.shuffled(using: &generator) { sum.add(part) }
      #expect(sum.rational == expected)
      #expect(sum.decimal == expected.shortestDecimal)
    }
  }

  @Test func `the pieces of a sample are the sample`() throws {
    let value = ExactDecimal(1)
    var sum = ExactSum()
    for piece in [1, 2, 4] { sum.add(value, piece: Instant(piece), of: 7) }
    #expect(sum.rational == Rational(1))
    #expect(text(sum.decimal) == "1")
  }
}
