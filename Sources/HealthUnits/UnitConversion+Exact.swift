import ByteKit

extension UnitConversion {
  /// Doubles end long before this power of ten on either side.
  private static let powerLimit = 700

  /// Converts by whole numbers of any size: always right, never fast.
  package func slow(_ value: ExactDecimal) -> ExactDecimal {
    let magnitude = BigInteger(value.significand)
    let digits = value.isNegative ? -magnitude : magnitude
    return converted(digits, power: Int(value.exponent), isNegative: value.isNegative)
  }

  /// Converts a decimal with more digits than `ExactDecimal` holds; nil when the text is none.
  ///
  /// Takes the grammar of `ExactDecimal.parse`. The result is the shortest decimal of the double
  /// nearest to the exact result, for the identity too: where it applies, keep the text instead.
  public func convertLong(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ExactDecimal? {
    guard let digits = DecimalDigits(bytes, range) else { return nil }
    return converted(
      digits.significand,
      power: digits.exponent,
      isNegative: bytes[range.lowerBound] == UInt8(ascii: "-")
    )
  }

  private func converted(
    _ significand: BigInteger,
    power: Int,
    isNegative: Bool
  ) -> ExactDecimal {
    if significand.isZero, shift == 0 {
      return ExactDecimal(significand: 0, exponent: 0, isNegative: isNegative)
    }
    // Far outside, the digits are computed as if the power of ten were none, and it is put back.
    let size = power + significand.magnitude.bitWidth * 3 / 10
    if size.magnitude > Self.powerLimit {
      if shift != 0 {
        return size < 0
          ? converted(.zero, power: 0, isNegative: isNegative)
          : withoutShift.converted(significand, power: power, isNegative: isNegative)
      }
      let kept = size - power
      var near = converted(significand, power: -kept, isNegative: isNegative)
      let moved = isReciprocal ? -size : size
      near.exponent = Int32(clamping: Int(near.exponent) + moved)
      return near
    }
    let (top, bottom) = fraction(significand, power: power)
    return Self.nearest(top, bottom)
  }

  /// The shortest decimal of the double that is nearest to a fraction.
  package static func nearest(_ top: BigInteger, _ bottom: BigInteger) -> ExactDecimal {
    let double = roundedDouble(numerator: top, denominator: bottom)
    if double.isNormal || top.isZero, let shortest = ExactDecimal(shortest: double) {
      return shortest
    }
    // No double is near: 17 digits, of which the last is cut.
    return leadingDigits(top, bottom)
  }

  /// The exact result as a fraction; the significand must not be zero for a reciprocal.
  private func fraction(
    _ significand: BigInteger,
    power: Int
  ) -> (top: BigInteger, bottom: BigInteger) {
    var top = BigInteger(magnitude: BigNatural(numerator))
    var bottom = BigInteger(magnitude: BigNatural(denominator))
    var power = power
    if isReciprocal {
      bottom = bottom * significand
      if bottom.isNegative {
        top = -top
        bottom = -bottom
      }
      power = -power
    } else {
      top = top * significand
    }
    if shift != 0 {
      let magnitude = BigInteger(magnitude: BigNatural(shift.magnitude))
      let added = shift < 0 ? -magnitude : magnitude
      if power < 0 {
        top = top + added * .powerOfTen(-power)
      } else {
        top = top * .powerOfTen(power) + added
        power = 0
      }
    }
    power += Int(exponent)
    if power < 0 { return (top, bottom * .powerOfTen(-power)) }
    return (top * .powerOfTen(power), bottom)
  }

  private static func leadingDigits(_ top: BigInteger, _ bottom: BigInteger) -> ExactDecimal {
    // 17 digits, give or take one: 2^10 is about 10^3.
    let bits = top.magnitude.bitWidth - bottom.magnitude.bitWidth
    let power = bits * 3 / 10 - 17
    let scaledTop = power < 0 ? top * .powerOfTen(-power) : top
    let scaledBottom = power > 0 ? bottom * .powerOfTen(power) : bottom
    var quotient = scaledTop.quotientAndRemainder(dividingBy: scaledBottom).quotient.magnitude
    var exponent = power
    while quotient.asUInt64.map({ $0 > 99_999_999_999_999_999 }) ?? true {
      _ = quotient.divide(by: 10)
      exponent += 1
    }
    return ExactDecimal(
      significand: quotient.asUInt64 ?? 0,
      exponent: Int32(clamping: exponent),
      isNegative: top.isNegative
    ).normalized
  }
}
