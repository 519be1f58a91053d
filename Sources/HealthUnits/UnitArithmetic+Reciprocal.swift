import ByteKit

extension UnitArithmetic {
  /// Powers of ten from -27 to 27 as 128 bits, the highest of them set; cut off, not rounded.
  ///
  /// 10^p is `mantissas[p + 27]` × 2^(binaryExponent(p) - 127).
  private static let mantissas: [UInt128] = (-27...27).map { power in
    if power >= 0 {
      let five = UInt128(powersOfFive[power])
      return five << UInt128(five.leadingZeroBitCount)
    }
    return reciprocal(of: powersOfFive[-power])
  }

  /// The largest whole number below log2(10^p), for small p.
  @inline(__always)
  private static func binaryExponent(_ power: Int) -> Int { (power &* 217_706) >> 16 }

  /// One over a divisor that is no power of two: 128 bits, the highest of them set, cut off.
  ///
  /// 1 ÷ d is the result × 2^-(127 + bits of d).
  static func reciprocal(of divisor: UInt64) -> UInt128 {
    let bits = 64 - divisor.leadingZeroBitCount
    let (quotient, _) = (BigInteger(1) << (127 + bits)).quotientAndRemainder(
      dividingBy: BigInteger(divisor)
    )
    return quotient.magnitude.asUInt128 ?? .max
  }

  /// The shortest decimal of the double nearest to dividend ÷ divisor × 10^power.
  ///
  /// The divisor has no factor 2 or 5 and does not divide the dividend, so that no tie is possible.
  /// Products of 128 bits are below the true value by less than 64 units of their last place: nil in
  /// the rare case that this leaves the rounding open, and beyond the range of the tables.
  @inline(__always)
  static func shortestQuotient(
    _ dividend: UInt64,
    by divisor: UInt64,
    _ reciprocal: UInt128,
    power: Int,
    isNegative: Bool
  ) -> ExactDecimal? {
    guard power >= -27, power <= 27 else { return nil }
    let scale = highProduct(reciprocal, mantissas[power &+ 27])
    let zeros = dividend.leadingZeroBitCount
    let lifted = dividend &<< UInt64(zeros)
    let upper = lifted.multipliedFullWidth(by: UInt64(truncatingIfNeeded: scale &>> 64))
    let lower = lifted.multipliedFullWidth(by: UInt64(truncatingIfNeeded: scale))
    var product = UInt128(upper.high) &<< 64 | UInt128(upper.low)
    product = product &+ UInt128(lower.high)
    // Each factor is at least half of its range: at most two bits at the top are free.
    let shift = product.leadingZeroBitCount
    product = product &<< UInt128(shift)
    let exponent =
      65 &- shift &- zeros &+ binaryExponent(power) &- (64 &- divisor.leadingZeroBitCount)
    let top = UInt64(truncatingIfNeeded: product &>> 64)
    let rest = UInt128(top & 0x7FF) &<< 64 | UInt128(UInt64(truncatingIfNeeded: product))
    let half = UInt128(0x400) &<< 64
    guard rest >= half || rest &+ 64 < half else { return nil }
    let significand = (top &>> 11) &+ (rest >= half ? 1 : 0)
    guard significand >> 53 == 0 else { return nil }
    return shortest(significand, exponent, isNegative: isNegative)
  }

  /// The upper half of a product, at most three below it.
  @inline(__always)
  private static func highProduct(_ left: UInt128, _ right: UInt128) -> UInt128 {
    let (a, b) = (UInt64(truncatingIfNeeded: left &>> 64), UInt64(truncatingIfNeeded: left))
    let (c, d) = (UInt64(truncatingIfNeeded: right &>> 64), UInt64(truncatingIfNeeded: right))
    let top = a.multipliedFullWidth(by: c)
    let first = a.multipliedFullWidth(by: d).high
    let second = b.multipliedFullWidth(by: c).high
    return (UInt128(top.high) &<< 64 | UInt128(top.low)) &+ UInt128(first) &+ UInt128(second)
  }
}
