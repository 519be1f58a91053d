import ByteKit

extension UnitArithmetic {
  /// The shortest decimal that reads back as a double; nil for infinities and NaN.
  ///
  /// From 2^-36 to 2^52 in 128 bits: the double is m × 2^e, so that the whole part of
  /// m × 5^s ÷ 2^-(e + s) has 17 digits of it. Of its roundings to 15, 16 and 17 digits, the first
  /// that lies within half a step of the double is the shortest and the nearest of its length:
  /// with 15 digits or less at most one decimal lies there, and with 17 the nearest always does.
  package static func shortest(_ value: Double) -> ExactDecimal? {
    let bits = value.bitPattern
    let fraction = bits & 0xF_FFFF_FFFF_FFFF
    let binary = Int(bits >> 52 & 0x7FF) - 1_023
    // Below a power of two the steps are half as wide: that is left to the general way.
    guard binary >= -36, binary < 52, fraction != 0 else { return ExactDecimal(shortest: value) }
    return shortest(fraction | 1 << 52, binary, isNegative: value < 0)
  }

  /// The same of significand × 2^(binary - 52), the significand having 53 bits; nil outside the
  /// range and for a power of two.
  @inline(__always)
  static func shortest(_ significand: UInt64, _ binary: Int, isNegative: Bool) -> ExactDecimal? {
    guard binary >= -36, binary < 52, significand != 1 << 52 else { return nil }
    // 1233 ÷ 4096 is just below log10(2): this gives the decimal exponent, or one less.
    var power = 16 &- (binary &* 1_233) >> 12
    var scaled = Scaled(significand, binary &- 52, power)
    if scaled.whole >= 100_000_000_000_000_000 {
      power &-= 1
      scaled = Scaled(significand, binary &- 52, power)
    }
    if let digits = scaled.rounded(to: 100) {
      return ExactDecimal(significand: digits, exponent: Int32(2 - power), isNegative: isNegative)
        .normalized
    }
    if let digits = scaled.rounded(to: 10) {
      return ExactDecimal(
        significand: digits,
        exponent: Int32(truncatingIfNeeded: 1 &- power),
        isNegative: isNegative
      )
    }
    return ExactDecimal(
      significand: scaled.nearest,
      exponent: Int32(truncatingIfNeeded: -power),
      isNegative: isNegative
    )
  }
}

/// A double times a power of ten: `whole` and a rest in units of 2^-shift.
private struct Scaled {
  let whole: UInt64
  private let rest: UInt128
  private let shift: UInt128
  /// The distance to the next double, in units of 2^-shift.
  private let step: UInt64
  /// Whether half the distance to the next double still reads as this one.
  private let isEven: Bool

  /// significand × 2^exponent × 10^power, where exponent + power is not above zero.
  @inline(__always)
  init(_ significand: UInt64, _ exponent: Int, _ power: Int) {
    step = UnitArithmetic.powersOfFive[power]
    shift = UInt128(-(exponent + power))
    isEven = significand & 1 == 0
    let product = significand.multipliedFullWidth(by: step)
    let value = UInt128(product.high) << 64 | UInt128(product.low)
    whole = UInt64(truncatingIfNeeded: value &>> shift)
    rest = value &- (UInt128(whole) &<< shift)
  }

  /// The quotient by `unit`, rounded, if it lies near enough to read as the same double.
  @inline(__always)
  func rounded(to unit: UInt64) -> UInt64? {
    let (quotient, remainder) = whole.quotientAndRemainder(dividingBy: unit)
    // In whole units first: a step has 22 of them at most, and a hundred would do.
    let distance = min(remainder, unit &- remainder)
    guard distance &* 2 <= step &>> UInt64(truncatingIfNeeded: shift) &+ 3 else { return nil }
    let below = UInt128(remainder) &<< shift &+ rest
    let above = UInt128(unit) &<< shift &- below
    let isUp = above < below || (above == below && quotient & 1 == 1)
    let twice = (isUp ? above : below) &<< 1
    guard twice < UInt128(step) || (twice == UInt128(step) && isEven) else { return nil }
    return quotient &+ (isUp ? 1 : 0)
  }

  /// The nearest whole number, half to even.
  var nearest: UInt64 {
    let twice = rest &<< 1
    let one = (1 as UInt128) &<< shift
    return whole &+ (twice > one || (twice == one && whole & 1 == 1) ? 1 : 0)
  }
}
