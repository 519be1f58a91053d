import ByteKit
import HealthUnits

/// The value of a piece of a record, shared out by time.
public enum PieceValue {
  /// The exact value of a piece: the whole value times its share of the whole duration.
  ///
  /// A record without a duration can't be cut, so its piece is all of it.
  public static func exact(_ whole: Rational, piece: Instant, of duration: Instant) -> Rational {
    duration == 0 ? whole : whole * fraction(piece, duration)
  }

  /// A fraction printed once: the decimal itself when it has at most 15 digits, else the shortest
  /// one of the nearest double.
  public static func printed(_ value: Rational) -> ExactDecimal? {
    exactDecimal(value) ?? ExactDecimal(shortest: value.doubleValue)
  }

  private static func exactDecimal(_ value: Rational) -> ExactDecimal? {
    for exponent in 0...15 {
      let scaled = value * Rational(10).raised(to: exponent)
      guard scaled.denominator == 1 else { continue }
      guard let whole = scaled.numerator.asInt, whole.magnitude < 1_000_000_000_000_000 else {
        return nil
      }
      return ExactDecimal(
        significand: UInt64(whole.magnitude),
        exponent: Int32(-exponent),
        isNegative: whole < 0
      ).normalized
    }
    return nil
  }

  private static func fraction(_ a: Instant, _ b: Instant) -> Rational {
    // Both in nanoseconds; anything beyond 292 years is halved until it fits.
    var top = a
    var bottom = b
    while bottom.magnitude > Instant(Int.max).magnitude {
      top /= 2
      bottom /= 2
    }
    return Rational(Int(top), Int(bottom))
  }
}
