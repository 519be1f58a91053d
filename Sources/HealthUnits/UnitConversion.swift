import ByteKit

/// How values of one unit become values of another, computed once and applied often.
///
/// A trivial value: (numerator × value + shift) ÷ denominator × 10^exponent in integers, or the
/// reciprocal numerator ÷ (value × denominator) × 10^exponent. The result of a conversion is exact
/// when it has at most 15 significant digits; otherwise it is the shortest decimal of the double
/// that is nearest to the exact result, which is rounded once, half to even.
public struct UnitConversion: Sendable, Equatable {
  /// Which arithmetic is enough.
  enum Route: UInt8 {
    /// The decimal stays as it is.
    case identity
    /// The denominator is 1 and the numerator fits 64 bits.
    case decimal
    /// Numerator and denominator fit 64 bits.
    case fraction
    /// As `fraction`, with a shift.
    case shifted
    /// Only whole numbers of any size will do.
    case wide
    /// One over the value.
    case reciprocal
  }

  let route: Route
  let exponent: Int32
  let numerator: UInt128
  /// Has no factor 2 or 5: those are in the exponent.
  let denominator: UInt128
  let shift: Int128
  /// One over the denominator, for the routes whose denominator is above 1.
  let reciprocal: UInt128

  /// The conversion that keeps every decimal as it is.
  public static let identity = UnitConversion(
    route: .identity,
    exponent: 0,
    numerator: 1,
    denominator: 1,
    shift: 0
  )

  private init(
    route: Route,
    exponent: Int32,
    numerator: UInt128,
    denominator: UInt128,
    shift: Int128
  ) {
    self.route = route
    self.exponent = exponent
    self.numerator = numerator
    self.denominator = denominator
    self.shift = shift
    let needsReciprocal = (route == .fraction || route == .shifted) && denominator > 1
    reciprocal =
      needsReciprocal
      ? UnitArithmetic.reciprocal(of: UInt64(truncatingIfNeeded: denominator)) : 0
  }

  /// The conversion value × scale + offset; nil when the scale is not above zero or too long.
  public init?(scale: Rational, offset: Rational = Rational(0)) {
    if scale == Rational(1), offset.isZero {
      self = .identity
      return
    }
    guard scale > Rational(0), let parts = Parts(scale: scale, offset: offset) else { return nil }
    let small = parts.numerator <= UInt64.max && parts.denominator <= UInt64.max
    self.init(
      route: !small
        ? .wide : parts.shift != 0 ? .shifted : parts.denominator == 1 ? .decimal : .fraction,
      exponent: parts.exponent,
      numerator: parts.numerator,
      denominator: parts.denominator,
      shift: parts.shift
    )
  }

  /// The conversion scale ÷ value; nil when the scale is not above zero or too long.
  init?(reciprocal scale: Rational) {
    guard scale > Rational(0), let parts = Parts(scale: scale, offset: Rational(0)) else {
      return nil
    }
    self.init(
      route: .reciprocal,
      exponent: parts.exponent,
      numerator: parts.numerator,
      denominator: parts.denominator,
      shift: 0
    )
  }

  /// The same without what is added, for values beside which that is nothing.
  var withoutShift: UnitConversion {
    UnitConversion(
      route: .wide,
      exponent: exponent,
      numerator: numerator,
      denominator: denominator,
      shift: 0
    )
  }

  /// Whether values stay as they are.
  public var isIdentity: Bool { route == .identity }

  /// Whether a value becomes one over it, as between speed and pace; then zero stays zero.
  public var isReciprocal: Bool { route == .reciprocal }

  /// The exact factor: what a value is multiplied by, or what is divided by it.
  public var scale: Rational { Self.rational(numerator, denominator, exponent) }

  /// What is added after multiplying; zero except between temperature scales.
  public var offset: Rational {
    let magnitude = Self.rational(shift.magnitude, denominator, exponent)
    return shift < 0 ? Rational(0) - magnitude : magnitude
  }

  private static func rational(
    _ numerator: UInt128,
    _ denominator: UInt128,
    _ exponent: Int32
  ) -> Rational {
    let power = BigInteger.powerOfTen(Int(exponent.magnitude))
    let top = BigInteger(magnitude: BigNatural(numerator))
    let bottom = BigInteger(magnitude: BigNatural(denominator))
    return exponent < 0 ? Rational(top, bottom * power) : Rational(top * power, bottom)
  }
}

/// Scale and offset over one denominator without the factors 2 and 5.
private struct Parts {
  var numerator: UInt128
  var denominator: UInt128
  var shift: Int128
  var exponent: Int32

  /// Nil when a part needs more than 128 bits.
  init?(scale: Rational, offset: Rational) {
    let common = offset.denominator.greatestCommonDivisor(with: scale.denominator)
    var bottom =
      (scale.denominator * offset.denominator).quotientAndRemainder(dividingBy: common).quotient
    var top = scale.numerator * bottom.quotientAndRemainder(dividingBy: scale.denominator).quotient
    var added =
      offset.numerator * bottom.quotientAndRemainder(dividingBy: offset.denominator).quotient
    var power = 0
    // Out of the denominator: 1/2 is 5/10 and 1/5 is 2/10.
    for (factor, other) in [(2, 5), (5, 2)] as [(BigInteger, BigInteger)] {
      while let rest = bottom.divided(by: factor) {
        bottom = rest
        top = top * other
        added = added * other
        power -= 1
      }
    }
    while let rest = top.divided(by: 10), let restAdded = added.divided(by: 10) {
      top = rest
      added = restAdded
      power += 1
    }
    guard let numerator = top.magnitude.asUInt128, let denominator = bottom.magnitude.asUInt128,
      let size = added.magnitude.asUInt128, size <= UInt128(Int128.max)
    else { return nil }
    self.numerator = numerator
    self.denominator = denominator
    shift = added.isNegative ? -Int128(size) : Int128(size)
    exponent = Int32(power)
  }
}

extension BigInteger {
  /// The quotient, when nothing remains; zero divided is zero, so loops end on the other operand.
  fileprivate func divided(by divisor: BigInteger) -> BigInteger? {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder.isZero ? quotient : nil
  }
}
