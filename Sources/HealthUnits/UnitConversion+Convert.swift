import ByteKit

extension UnitConversion {
  /// Products below this have at most 15 digits, which a double keeps apart.
  static let exactLimit: UInt64 = 1_000_000_000_000_000

  /// Converts a value; see the type for how the result is rounded.
  public func convert(_ value: ExactDecimal) -> ExactDecimal {
    switch route {
    case .identity:
      return value
    case .decimal:
      let product = value.significand.multipliedFullWidth(
        by: UInt64(truncatingIfNeeded: numerator)
      )
      let power = Int(value.exponent) &+ Int(exponent)
      if product.high == 0, product.low < Self.exactLimit {
        return ExactDecimal(
          significand: product.low,
          exponent: Int32(clamping: power),
          isNegative: value.isNegative
        )
      }
      return divided(product, by: 1, power, value.isNegative) ?? slow(value)
    case .fraction:
      let product = value.significand.multipliedFullWidth(
        by: UInt64(truncatingIfNeeded: numerator)
      )
      return divided(
        product,
        by: UInt64(truncatingIfNeeded: denominator),
        Int(value.exponent) &+ Int(exponent),
        value.isNegative
      ) ?? slow(value)
    case .shifted:
      return shifted(value) ?? slow(value)
    case .wide, .reciprocal:
      return slow(value)
    }
  }

  /// (numerator × value + shift) over the common power of ten; nil when it is too long.
  private func shifted(_ value: ExactDecimal) -> ExactDecimal? {
    guard value.exponent >= -19, value.exponent <= 15 else { return nil }
    let power = Int(value.exponent)
    if let sum = shortSum(value, power) {
      return divided(
        (0, sum.magnitude),
        by: UInt64(truncatingIfNeeded: denominator),
        power &+ Int(exponent),
        sum < 0
      )
    }
    var scaled = value.significand.multipliedFullWidth(by: UInt64(truncatingIfNeeded: numerator))
    var added = shift
    if power > 0 {
      guard scaled.high == 0 else { return nil }
      scaled = scaled.low.multipliedFullWidth(by: UnitArithmetic.powersOfTen[power])
    } else if power < 0 {
      let (product, overflow) = added.multipliedReportingOverflow(
        by: Int128(UnitArithmetic.powersOfTen[-power])
      )
      if overflow { return nil }
      added = product
    }
    guard scaled.high < 1 << 62, added.magnitude < 1 << 126 else { return nil }
    let magnitude = Int128(scaled.high) << 64 | Int128(scaled.low)
    let sum = (value.isNegative ? -magnitude : magnitude) + added
    let size = sum.magnitude
    return divided(
      (UInt64(truncatingIfNeeded: size >> 64), UInt64(truncatingIfNeeded: size)),
      by: UInt64(truncatingIfNeeded: denominator),
      min(power, 0) &+ Int(exponent),
      sum < 0
    )
  }

  /// numerator × value + shift in units of 10^power, for numbers as thermometers show them.
  @inline(__always)
  private func shortSum(_ value: ExactDecimal, _ power: Int) -> Int64? {
    guard power <= 0, power >= -18, let small = Int64(exactly: shift) else { return nil }
    let limit: UInt64 = 1 << 62
    let (scaled, tooLong) = value.significand.multipliedReportingOverflow(
      by: UInt64(truncatingIfNeeded: numerator)
    )
    let (added, overflow) = small.multipliedReportingOverflow(
      by: Int64(truncatingIfNeeded: UnitArithmetic.powersOfTen[-power])
    )
    guard !tooLong, !overflow, scaled < limit, added.magnitude < limit else { return nil }
    let signed = Int64(truncatingIfNeeded: scaled)
    return (value.isNegative ? -signed : signed) &+ added
  }

  /// The quotient as a decimal: exact if short, else by way of the nearest double.
  ///
  /// Nil where 128 bits are not enough, or where no normal double is near.
  @inline(never)
  private func divided(
    _ dividend: (high: UInt64, low: UInt64),
    by divisor: UInt64,
    _ power: Int,
    _ isNegative: Bool
  ) -> ExactDecimal? {
    var dividend = dividend
    var divisor = divisor
    if divisor != 1, dividend.high == 0 {
      let (quotient, remainder) = dividend.low.quotientAndRemainder(dividingBy: divisor)
      if remainder == 0 {
        dividend.low = quotient
        divisor = 1
      } else if let result = UnitArithmetic.shortestQuotient(
        dividend.low,
        by: divisor,
        reciprocal,
        power: power,
        isNegative: isNegative
      ) {
        return result
      }
    } else if divisor != 1 {
      let (high, rest) = dividend.high.quotientAndRemainder(dividingBy: divisor)
      let (low, remainder) = divisor.dividingFullWidth((rest, dividend.low))
      // The divisor has no factor 2 or 5: with a remainder no decimal is exact.
      if remainder == 0 {
        dividend = (high, low)
        divisor = 1
      }
    }
    if divisor == 1,
      let exact = UnitArithmetic.shortDecimal(dividend, power: power, isNegative: isNegative)
    {
      return exact
    }
    guard let double = UnitArithmetic.nearestDouble(dividend, by: divisor, power: power) else {
      return nil
    }
    return UnitArithmetic.shortest(isNegative ? -double : double)
  }
}
