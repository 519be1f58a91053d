/// Powers of five from 5^0 to 5^27, all that fit 64 bits.
private let powersOfFive: [UInt64] = [
  1, 5, 25, 125, 625, 3_125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125,
  244_140_625, 1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125,
  3_814_697_265_625, 19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125,
  2_384_185_791_015_625, 11_920_928_955_078_125, 59_604_644_775_390_625, 298_023_223_876_953_125,
  1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
]

/// Powers of ten from 10^0 to 10^22, all that a double holds exactly.
private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

extension ExactDecimal {
  /// The nearest double, half to even; infinity beyond the largest.
  public var doubleValue: Double {
    let power = Int(exponent)
    // Both operands are exact, so the one rounding of the operation is the right one.
    if significand <= 1 << 53, power >= -22, power <= 22 {
      let whole = Double(significand)
      let value =
        power < 0 ? whole / exactPowersOfTen[-power] : whole * exactPowersOfTen[power]
      return isNegative ? -value : value
    }
    if significand == 0 { return isNegative ? -0.0 : 0 }
    if power >= 0, power <= 27 { return scaledUp(by: power) }
    if power < 0, power >= -27 { return scaledDown(by: -power) }
    return roundedByBigNumbers()
  }

  /// significand × 5^n is exact in 128 bits; the powers of two go into the exponent.
  private func scaledUp(by power: Int) -> Double {
    let product = significand.multipliedFullWidth(by: powersOfFive[power])
    let wide = UInt128(product.high) << 64 | UInt128(product.low)
    return Self.rounded(wide, exponent: power, isInexact: false, isNegative)
  }

  /// significand × 2^n / 5^n with a quotient of 65 bits or more, and whether a rest remains.
  private func scaledDown(by power: Int) -> Double {
    let divisor = powersOfFive[power]
    let shift = significand.leadingZeroBitCount
    let dividend = significand << UInt64(shift)
    let (high, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    let (low, remainder) = divisor.dividingFullWidth((rest, 0))
    return Self.rounded(
      UInt128(high) << 64 | UInt128(low),
      exponent: -64 - shift - power,
      isInexact: remainder != 0,
      isNegative
    )
  }

  private static func rounded(
    _ wide: UInt128,
    exponent: Int,
    isInexact: Bool,
    _ isNegative: Bool
  ) -> Double {
    let shift = wide.leadingZeroBitCount
    let top = wide << UInt128(shift)
    return roundedDouble(
      significand: UInt64(truncatingIfNeeded: top >> 64),
      exponent: exponent + 64 - shift,
      isInexact: isInexact || UInt64(truncatingIfNeeded: top) != 0,
      isNegative: isNegative
    )
  }

  private func roundedByBigNumbers() -> Double {
    roundedPowerOfTen(BigNatural(significand), digits: 20, exponent: Int(exponent), isNegative)
  }
}

/// The double nearest to ±significand × 10^exponent, for a significand of at most `digits` digits.
func roundedPowerOfTen(
  _ significand: BigNatural,
  digits: Int,
  exponent: Int,
  _ isNegative: Bool
) -> Double {
  if significand.isZero { return isNegative ? -0.0 : 0 }
  // Doubles end below 10^309, and 10^-324 is less than half of the smallest: the numbers stay
  // small.
  if exponent > 309 { return isNegative ? -.infinity : .infinity }
  if exponent + digits < -324 { return isNegative ? -0.0 : 0 }
  return exponent >= 0
    ? roundedDouble(
      numerator: significand * .powerOfTen(exponent),
      denominator: BigNatural(1 as UInt64),
      isNegative: isNegative
    )
    : roundedDouble(
      numerator: significand,
      denominator: .powerOfTen(-exponent),
      isNegative: isNegative
    )
}
