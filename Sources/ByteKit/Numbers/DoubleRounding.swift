/// The double nearest to ±`significand` × 2^`exponent`, half to even (IEEE 754, 4.3.1).
///
/// - Parameters:
///   - significand: 64 bits, the highest one set.
///   - isInexact: whether the true value is larger by less than one unit of `significand`.
func roundedDouble(
  significand: UInt64,
  exponent: Int,
  isInexact: Bool,
  isNegative: Bool
) -> Double {
  let sign: UInt64 = isNegative ? 1 << 63 : 0
  let scale = exponent + 63  // the value lies in 2^scale ..< 2^(scale + 1)
  if scale > 1023 { return Double(bitPattern: sign | Double.infinity.bitPattern) }
  // Below 2^-1022 the spacing stays 2^-1074: fewer bits are kept (subnormal numbers).
  let dropped = 11 + max(0, -1022 - scale)
  if dropped > 64 { return Double(bitPattern: sign) }
  let kept = dropped == 64 ? 0 : significand >> UInt64(dropped)
  let rest = dropped == 64 ? significand : significand & ((1 << UInt64(dropped)) - 1)
  let half: UInt64 = 1 << UInt64(dropped - 1)
  let up = rest > half || (rest == half && (isInexact || kept & 1 == 1))
  let rounded = kept + (up ? 1 : 0)
  // A carry out of the fraction runs into the exponent field, which is just what is wanted:
  // the next power of two, the smallest normal number, or infinity.
  let base = scale >= -1022 ? UInt64(scale + 1022) << 52 : 0
  return Double(bitPattern: sign | (base + rounded))
}

/// The double nearest to an exact rational, half to even; infinity beyond the largest.
package func roundedDouble(numerator: BigInteger, denominator: BigInteger) -> Double {
  precondition(!denominator.isZero, "division by zero")
  return roundedDouble(
    numerator: numerator.magnitude,
    denominator: denominator.magnitude,
    isNegative: numerator.isNegative != denominator.isNegative
  )
}

/// The double nearest to ±numerator/denominator; keeps the sign of a zero.
func roundedDouble(
  numerator: BigNatural,
  denominator: BigNatural,
  isNegative: Bool
) -> Double {
  if numerator.isZero { return isNegative ? -0.0 : 0 }
  // Scaled so that the quotient has 65 or 66 bits: 64 to keep and the rest to tell a tie.
  let shift = 65 - (numerator.bitWidth - denominator.bitWidth)
  let (quotient, remainder) =
    shift >= 0
    ? (numerator << shift).quotientAndRemainder(dividingBy: denominator)
    : numerator.quotientAndRemainder(dividingBy: denominator << -shift)
  let excess = quotient.bitWidth - 64
  let top = quotient >> excess
  return roundedDouble(
    significand: top.limbs[0],
    exponent: excess - shift,
    isInexact: !remainder.isZero || quotient.trailingZeroBitCount < excess,
    isNegative: isNegative
  )
}
