/// A decimal number as it was written: ±significand × 10^exponent.
///
/// Equality and hashing compare the representation; compare `normalized` to compare values.
public struct ExactDecimal: Sendable, Equatable, Hashable {
  /// At most 19 digits.
  public var significand: UInt64
  /// The power of ten.
  public var exponent: Int32
  /// Kept for zero too.
  public var isNegative: Bool

  /// Composes a number; the significand has at most 19 digits.
  public init(significand: UInt64, exponent: Int32 = 0, isNegative: Bool = false) {
    self.significand = significand
    self.exponent = exponent
    self.isNegative = isNegative
  }

  /// Composes a whole number; every `Int` has at most 19 digits.
  public init(_ value: Int) {
    self.init(significand: UInt64(value.magnitude), isNegative: value < 0)
  }

  /// The largest significand: 19 nines.
  static let significandLimit: UInt64 = 9_999_999_999_999_999_999

  /// The same value without trailing zeros in the significand; zero gets the exponent 0.
  public var normalized: ExactDecimal {
    var result = self
    if result.significand == 0 {
      result.exponent = 0
      return result
    }
    while result.exponent < .max {
      let (quotient, remainder) = result.significand.quotientAndRemainder(dividingBy: 10)
      if remainder != 0 { break }
      result.significand = quotient
      result.exponent += 1
    }
    return result
  }

  /// The shortest digits that read back as `value`; nil for infinities and NaN.
  public init?(shortest value: Double) {
    guard value.isFinite else { return nil }
    var text = value.description  // the standard library prints the shortest digits
    let parsed = text.withUTF8 { utf8 in
      ExactDecimal.parse(utf8.span, 0..<utf8.count)
    }
    guard case .exact(let decimal) = parsed else { return nil }
    self = decimal.normalized
  }
}

/// What decimal text is.
public enum DecimalParse: Sendable, Equatable {
  /// A number of at most 19 significant digits.
  case exact(ExactDecimal)
  /// A valid number with more significant digits than `ExactDecimal` holds.
  case long
  /// Anything else.
  case notANumber
}
