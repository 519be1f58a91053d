import ByteKit

/// An exact fraction of two integers of any size, in lowest terms.
public struct Rational: Sendable, Hashable {
  package let numerator: BigInteger
  /// Always positive.
  package let denominator: BigInteger

  package init(_ numerator: BigInteger, _ denominator: BigInteger) {
    precondition(!denominator.isZero, "a fraction needs a denominator that is not zero")
    let divisor = numerator.greatestCommonDivisor(with: denominator)
    let top = numerator.quotientAndRemainder(dividingBy: divisor).quotient
    let bottom = denominator.quotientAndRemainder(dividingBy: divisor).quotient
    self.numerator = bottom.isNegative ? -top : top
    self.denominator = bottom.isNegative ? -bottom : bottom
  }

  /// The fraction of two integers; the denominator must not be zero.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    self.init(BigInteger(numerator), BigInteger(denominator))
  }

  /// The exact value of a decimal number; nil when its exponent is beyond ±5000.
  public init?(_ decimal: ExactDecimal) {
    let significand = BigInteger(decimal.significand)
    self.init(decimal.isNegative ? -significand : significand, exponent: Int(decimal.exponent))
  }

  /// ±significand × 10^exponent; nil when the exponent is beyond ±5000.
  init?(_ significand: BigInteger, exponent: Int) {
    guard exponent.magnitude <= 5_000 else { return nil }
    if exponent >= 0 {
      self.init(significand * .powerOfTen(exponent), 1)
    } else {
      self.init(significand, .powerOfTen(-exponent))
    }
  }

  /// Reads "0.45359237", "1e-9" or "5/9"; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let top = DecimalDigits(String(parts[0])),
      let numerator = Rational(top.significand, exponent: top.exponent)
    else { return nil }
    if parts.count == 1 {
      self = numerator
      return
    }
    guard let bottom = DecimalDigits(String(parts[1])), !bottom.significand.isZero,
      let denominator = Rational(bottom.significand, exponent: bottom.exponent)
    else { return nil }
    self = numerator / denominator
  }

  /// How many bits numerator and denominator have together.
  var bitWidth: Int { numerator.magnitude.bitWidth + denominator.magnitude.bitWidth }

  /// Whether the fraction is zero.
  public var isZero: Bool { numerator.isZero }

  /// Whether the fraction is less than zero.
  public var isNegative: Bool { numerator.isNegative }

  /// One over the fraction, which must not be zero.
  public var inverse: Rational { Rational(denominator, numerator) }

  /// The double nearest to the fraction, half to even.
  public var doubleValue: Double {
    roundedDouble(numerator: numerator, denominator: denominator)
  }

  /// The fraction multiplied by itself; a negative power needs a fraction that is not zero.
  public func raised(to power: Int) -> Rational {
    var result = Rational(1)
    var square = power < 0 ? inverse : self
    var rest = power.magnitude
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      rest >>= 1
      if rest > 0 { square = square * square }
    }
    return result
  }
}

extension Rational: Comparable {
  /// Whether the left fraction is smaller.
  public static func < (left: Rational, right: Rational) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }
}

extension Rational {
  /// The exact sum.
  public static func + (left: Rational, right: Rational) -> Rational {
    Rational(
      left.numerator * right.denominator + right.numerator * left.denominator,
      left.denominator * right.denominator
    )
  }

  /// The exact difference.
  public static func - (left: Rational, right: Rational) -> Rational {
    Rational(
      left.numerator * right.denominator - right.numerator * left.denominator,
      left.denominator * right.denominator
    )
  }

  /// The exact product.
  public static func * (left: Rational, right: Rational) -> Rational {
    Rational(left.numerator * right.numerator, left.denominator * right.denominator)
  }

  /// The exact quotient; the right side must not be zero.
  public static func / (left: Rational, right: Rational) -> Rational { left * right.inverse }
}

extension Rational: CustomStringConvertible {
  /// The fraction as "5/9", or as "4184" when it is whole.
  public var description: String {
    denominator == 1 ? numerator.description : "\(numerator)/\(denominator)"
  }
}
