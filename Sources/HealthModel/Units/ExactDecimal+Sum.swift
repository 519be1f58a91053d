import ByteKit

extension ExactDecimal {
  /// The sum, exact while it fits 19 digits, else the shortest decimal of the nearest double.
  public func adding(_ other: ExactDecimal) -> ExactDecimal {
    let low = min(exponent, other.exponent)
    if let a = scaled(to: low), let b = other.scaled(to: low) {
      let (sum, overflow) = a.addingReportingOverflow(b)
      if !overflow, sum.magnitude <= 9_999_999_999_999_999_999 {
        return ExactDecimal(
          significand: UInt64(sum.magnitude),
          exponent: low,
          isNegative: sum < 0
        ).normalized
      }
    }
    return ExactDecimal(shortest: doubleValue + other.doubleValue) ?? self
  }

  /// The signed significand at a smaller exponent, when that fits.
  private func scaled(to low: Int32) -> Int128? {
    var value = Int128(significand)
    var steps = exponent - low
    guard steps <= 19 else { return significand == 0 ? 0 : nil }
    while steps > 0 {
      value *= 10
      steps -= 1
    }
    return isNegative ? -value : value
  }
}
