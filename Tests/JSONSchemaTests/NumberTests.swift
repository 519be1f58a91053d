import ByteKit
import TestSupport
import Testing

@testable import JSONSchema

@Suite("Exact numbers")
struct NumberTests {
  @Test(arguments: [
    ("1", "1.0", 0), ("1e2", "100", 0), ("-0", "0.000", 0), ("-1", "1", -1),
    ("9007199254740993", "9007199254740992", 1), ("1e400", "1e399", 1), ("-1e400", "1", -1),
    ("0.1", "0.10000000000000000000000001", -1),
    ("123456789012345678901234567890", "123456789012345678901234567891", -1),
    ("1e-400", "0", 1), ("18446744073709551616", "18446744073709551615", 1),
  ])
  func order(_ left: String, _ right: String, _ expected: Int) {
    let a = Array(left.utf8)
    let b = Array(right.utf8)
    let x = LongNumber(a.span, 0..<a.count)
    let y = LongNumber(b.span, 0..<b.count)
    #expect(LongNumber.compare(x, y).signum() == expected)
    #expect(LongNumber.compare(y, x).signum() == -expected)
  }

  @Test(arguments: [
    ("4.5", "1.5", true), ("0.0075", "0.0001", true), ("0.00751", "0.0001", false),
    ("1e308", "0.5", true), ("1e308", "0.123456789", false), ("0", "7", true),
    ("0.3", "0.1", true), ("1.1", "0.1", true), ("1e1000000000", "3", false),
    ("3e1000000000", "3", true), ("123456789012345678901234567890", "10", true),
    ("123456789012345678901234567891", "10", false), ("19.99", "0.01", true),
    ("99999999999999999999.9", "0.1", true), ("10", "2.5", true), ("10", "20", false),
  ])
  func multiples(_ value: String, _ divisor: String, _ expected: Bool) throws {
    let a = Array(value.utf8)
    let b = Array(divisor.utf8)
    let long = LongNumber(a.span, 0..<a.count)
    #expect(long.isMultiple(of: LongNumber(b.span, 0..<b.count)) == expected)
    if case .exact(let x) = ExactDecimal.parse(a.span, 0..<a.count),
      case .exact(let y) = ExactDecimal.parse(b.span, 0..<b.count)
    {
      #expect(x.isMultiple(of: y) == expected)
    }
  }

  /// Short numbers take 128-bit arithmetic, long ones digits: both must say the same.
  @Test
  func bothWaysAgree() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<5_000 {
      func number() -> ExactDecimal {
        let digits = UInt64.random(in: 0...19, using: &random)
        let limit = (0..<digits).reduce(UInt64(1)) { value, _ in value &* 10 }
        return ExactDecimal(
          significand: UInt64.random(in: 0...(max(limit, 1) - 1), using: &random),
          exponent: Int32.random(in: -25...25, using: &random),
          isNegative: Bool.random(using: &random)
        )
      }
      let a = number()
      let b = number()
      #expect(a.compare(b) == LongNumber.compare(LongNumber(a), LongNumber(b)).signum())
      if b.significand != 0 {
        #expect(a.isMultiple(of: b) == LongNumber(a).isMultiple(of: LongNumber(b)))
      }
      #expect(a.isInteger == LongNumber(a).isInteger)
    }
  }
}
