import ByteKit

extension Rational {
  /// The shortest decimal of the double nearest to the fraction.
  ///
  /// A fraction of at most 15 significant digits is that decimal itself.
  public var shortestDecimal: ExactDecimal { UnitConversion.nearest(numerator, denominator) }

  /// The nearest whole number, half to even.
  func rounded() -> BigInteger {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    let twice = BigInteger(magnitude: remainder.magnitude) * 2
    let isOdd = !quotient.quotientAndRemainder(dividingBy: 2).remainder.isZero
    guard denominator < twice || (denominator == twice && isOdd) else { return quotient }
    return numerator.isNegative ? quotient - 1 : quotient + 1
  }

  /// The nearest decimal of so many significant digits (1 to 18), half to even, without zeros at
  /// the end.
  public func rounded(toDigits digits: Int) -> ExactDecimal {
    let count = min(max(digits, 1), 18)
    let limit = BigInteger.powerOfTen(count)
    // 2^10 is about 10^3: near enough to begin with.
    let bits = numerator.magnitude.bitWidth - denominator.magnitude.bitWidth
    var exponent = bits * 30_103 / 100_000 - count
    while true {
      let power = BigInteger.powerOfTen(Int(exponent.magnitude))
      let scaled =
        exponent < 0
        ? Rational(numerator * power, denominator) : Rational(numerator, denominator * power)
      let magnitude = BigInteger(magnitude: scaled.rounded().magnitude)
      if magnitude < limit, let significand = magnitude.magnitude.asUInt64 {
        return ExactDecimal(
          significand: significand,
          exponent: Int32(clamping: exponent),
          isNegative: isNegative
        ).normalized
      }
      exponent += 1
    }
  }

  /// The nearest decimal with so many places after the point (0 to 18), half to even; nil when it
  /// has more than 19 digits.
  package func rounded(toPlaces places: Int) -> ExactDecimal? {
    let scaled = (self * Rational(BigInteger.powerOfTen(places), 1)).rounded()
    guard let significand = scaled.magnitude.asUInt64, significand < 10_000_000_000_000_000_000
    else { return nil }
    return ExactDecimal(
      significand: significand,
      exponent: Int32(-places),
      isNegative: scaled.isNegative
    )
  }
}
