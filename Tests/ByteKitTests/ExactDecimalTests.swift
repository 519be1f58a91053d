import ByteKit
import Testing

@Suite struct ExactDecimalTests {
  @Test(
    arguments: [
      ("0", 0, 0, false), ("-0", 0, 0, true), ("+7", 7, 0, false), ("72.50", 7250, -2, false),
      (".5", 5, -1, false), ("5.", 5, 0, false), ("-1.5e2", 15, 1, true), ("1E-3", 1, -3, false),
      ("00012", 12, 0, false), ("1234567.12345678", 123_456_712_345_678, -8, false),
      ("0.0000000000000000000000001", 1, -25, false), ("1e+05", 1, 5, false),
      ("120000000000000000000000", 12, 22, false),
    ] as [(String, UInt64, Int32, Bool)]
  )
  func textIsReadAsWritten(text: String, significand: UInt64, exponent: Int32, negative: Bool) {
    let expected = ExactDecimal(
      significand: significand,
      exponent: exponent,
      isNegative: negative
    )
    #expect(parseDecimal(text) == .exact(expected))
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "e5", ".e5", "1e", "1e+", "1.2.3", " 1", "1 ", "1,5", "0x10", "nan",
    "inf", "--1", "1e5.0", "1e5e5", "１", "1_000", "12345678901234567890x",
    "12345678901234567890.1e",
    "0.12345678x",
  ])
  func otherTextIsNoNumber(text: String) {
    #expect(parseDecimal(text) == .notANumber)
    #expect(parseDouble(text) == nil)
    #expect(longLayout(text).isEmpty)
  }

  @Test(arguments: [
    ("1e21", "1e+21"), ("1e20", "100000000000000000000"), ("0.000001", "0.000001"),
    ("1e-7", "1e-7"), ("-0", "0"), ("0.000", "0"), ("-72.50", "-72.5"), ("12e-8", "1.2e-7"),
    ("123456789012345678.9", "123456789012345678.9"), ("1.50", "1.5"), ("100", "100"),
    ("9999999999999999999", "9999999999999999999"), ("1.25e30", "1.25e+30"), ("7e-300", "7e-300"),
    ("0.30000000000000004", "0.30000000000000004"), ("99999999999e11", "9.9999999999e+21"),
    ("1e99999999999", "1e+2147483647"), ("1e-99999999999", "1e-2147483648"),
  ])
  func layoutFollowsRFC8785(text: String, expected: String) {
    guard case .exact(let decimal) = parseDecimal(text) else {
      Issue.record("not read")
      return
    }
    #expect(written(decimal.write) == expected)
    if abs(Int(decimal.exponent)) < 1_000_000 { #expect(longLayout(text) == expected) }
  }

  @Test(arguments: [
    ("1234567890.12345678901234", "1234567890.12345678901234"),
    ("-0.00000012345678901234567890", "-1.234567890123456789e-7"),
    ("123456789012345678901234", "1.23456789012345678901234e+23"),
    ("12345678901234567890100", "1.23456789012345678901e+22"),
    ("123456789012345678901", "123456789012345678901"),
    ("0.1234567890123456789012", "0.1234567890123456789012"),
    ("0.001234567890123456789012e-1", "0.0001234567890123456789012"),
    ("12345678901234567890.5e-20", "0.123456789012345678905"),
  ])
  func longNumbersKeepEveryDigit(text: String, expected: String) {
    #expect(longLayout(text) == expected)
  }

  @Test func infinityAndNaNHaveNoDigits() {
    #expect(ExactDecimal(shortest: .infinity) == nil)
    #expect(ExactDecimal(shortest: .nan) == nil)
    #expect(ExactDecimal(shortest: -0.0) == ExactDecimal(significand: 0, isNegative: true))
    #expect(
      ExactDecimal(shortest: .leastNonzeroMagnitude) == ExactDecimal(significand: 5, exponent: -324)
    )
  }

  @Test func normalizingKeepsTheValueAtTheLimitOfTheExponent() {
    let number = ExactDecimal(significand: 1000, exponent: .max - 1)
    #expect(number.normalized == ExactDecimal(significand: 100, exponent: .max))
    #expect(number.doubleValue == .infinity)
    #expect(ExactDecimal(significand: 0, exponent: 9, isNegative: true).normalized.exponent == 0)
  }

  @Test func integersAreWrittenWithoutAString() {
    for value in [0, 9, 10, 99, 100, -1, 12_345_678, 123_456_789, Int.max, Int.min] {
      #expect(written { writeInteger(value, to: &$0) } == String(value))
    }
  }

  @Test func aMegabyteOfDigitsIsReadInOneGo() {
    let digits = String(repeating: "7", count: 1_000_000)
    #expect(parseDouble("0." + digits) == 0.7777777777777778)
    #expect(parseDouble(digits) == .infinity)
    #expect(parseDouble(digits + "e-999999") == 7.777777777777778)
    let tie = "9007199254740993." + String(repeating: "0", count: 1_000_000)
    #expect(parseDouble(tie) == 9_007_199_254_740_992)
    #expect(parseDouble(tie + "1") == 9_007_199_254_740_994)
    let zeros = String(repeating: "0", count: 1_000_000)
    #expect(parseDouble("0." + zeros + "25e1000000") == 0.25)
    #expect(
      parseDecimal("25" + zeros + "e-1000001") == .exact(.init(significand: 25, exponent: -1))
    )
    #expect(longLayout("0." + digits).count == 1_000_002)
  }
}
