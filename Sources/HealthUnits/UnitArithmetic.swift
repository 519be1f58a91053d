import ByteKit

/// Arithmetic on 128 bits, enough for nearly every conversion.
package enum UnitArithmetic {
  /// The powers of ten up to 10^19.
  static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// The powers of five up to 5^27, all that fit 64 bits.
  static let powersOfFive: [UInt64] = [
    1, 5, 25, 125, 625, 3_125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125,
    244_140_625, 1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125,
    3_814_697_265_625, 19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125,
    2_384_185_791_015_625, 11_920_928_955_078_125, 59_604_644_775_390_625, 298_023_223_876_953_125,
    1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
  ]

  /// The decimal itself, if at most 15 digits are left without the zeros at its end.
  static func shortDecimal(
    _ value: (high: UInt64, low: UInt64),
    power: Int,
    isNegative: Bool
  ) -> ExactDecimal? {
    var high = value.high
    var low = value.low
    var power = power
    while high > 0 || low >= UnitConversion.exactLimit {
      // 2^64 leaves 1 when divided by 5, so the halves' remainders add up.
      guard low & 1 == 0, (high % 5 + low % 5) % 5 == 0 else { return nil }
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: 10)
      high = quotient
      low =
        high == 0 && rest == 0 ? low / 10 : (10 as UInt64).dividingFullWidth((rest, low)).quotient
      power += 1
    }
    return ExactDecimal(
      significand: low,
      exponent: Int32(clamping: power),
      isNegative: isNegative
    )
  }

  /// The double nearest to dividend ÷ divisor × 10^power; nil when 128 bits are not enough.
  ///
  /// The dividend is shifted up to 128 bits and divided by divisor × 5^-power, so that the quotient
  /// has 64 bits or more; 54 of them and whether anything follows decide the rounding.
  static func nearestDouble(
    _ dividend: (high: UInt64, low: UInt64),
    by divisor: UInt64,
    power: Int
  ) -> Double? {
    var value = UInt128(dividend.high) << 64 | UInt128(dividend.low)
    if value == 0 { return 0 }
    guard power >= -27, power <= 27 else { return nil }
    var fives: UInt64 = 1
    if power < 0 {
      fives = powersOfFive[-power]
    } else if power > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt128(powersOfFive[power]))
      if overflow { return nil }
      value = product
    }
    let lift = value.leadingZeroBitCount
    value &<<= UInt128(lift)
    let high = UInt64(truncatingIfNeeded: value >> 64)
    let low = UInt64(truncatingIfNeeded: value)
    let (whole, overflow) = divisor.multipliedReportingOverflow(by: fives)
    if !overflow {
      let (top, rest) = high.quotientAndRemainder(dividingBy: whole)
      let (bottom, remainder) = whole.dividingFullWidth((rest, low))
      return rounded(top, bottom, exponent: power - lift, isInexact: remainder != 0)
    }
    // Two divisions need 64 bits more to leave a quotient that is long enough.
    let first = divide((high, low, 0), by: divisor)
    let second = divide(first.quotient, by: fives)
    let quotient = second.quotient
    let isInexact = first.remainder != 0 || second.remainder != 0
    if quotient.0 != 0 {
      return rounded(
        quotient.0,
        quotient.1,
        exponent: power - lift,
        isInexact: isInexact || quotient.2 != 0
      )
    }
    return rounded(quotient.1, quotient.2, exponent: power - lift - 64, isInexact: isInexact)
  }

  private typealias Limbs = (UInt64, UInt64, UInt64)

  private static func divide(
    _ value: Limbs,
    by divisor: UInt64
  ) -> (quotient: Limbs, remainder: UInt64) {
    let (first, rest) = value.0.quotientAndRemainder(dividingBy: divisor)
    let (second, rest2) = divisor.dividingFullWidth((rest, value.1))
    let (third, remainder) = divisor.dividingFullWidth((rest2, value.2))
    return ((first, second, third), remainder)
  }

  /// Rounds a quotient of 64 to 128 bits, times 2^exponent, to the nearest double, half to even.
  private static func rounded(
    _ high: UInt64,
    _ low: UInt64,
    exponent: Int,
    isInexact: Bool
  ) -> Double {
    let lift = high == 0 ? 64 + low.leadingZeroBitCount : high.leadingZeroBitCount
    let wide = (UInt128(high) << 64 | UInt128(low)) &<< UInt128(lift)
    let top = UInt64(truncatingIfNeeded: wide >> 64)
    let isSticky = isInexact || UInt64(truncatingIfNeeded: wide) != 0
    let kept = top >> 11
    let rest = top & 0x7FF
    let up = rest > 0x400 || (rest == 0x400 && (isSticky || kept & 1 == 1))
    // The value is top × 2^(exponent + 64 - lift) and lies far from both ends of the doubles.
    // The highest bit of `kept` and a carry out of it run into the exponent field, as they should.
    let field = UInt64(exponent + 64 - lift + 63 + 1_022) << 52
    return Double(bitPattern: field + kept + (up ? 1 : 0))
  }
}
