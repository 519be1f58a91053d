import ByteKit
import HealthMerge
import HealthUnits

/// The exact sum of numbers and of parts of numbers that were shared out by time.
///
/// Parts are kept by their denominator, so that adding one costs no fraction in lowest terms; what
/// is printed is rounded once.
public struct ExactSum: Sendable {
  private var whole = DecimalSum()
  /// Numerators by denominator.
  private var shares: [Int128: DecimalSum] = [:]
  /// Shares that were put together already, not in lowest terms.
  private var settled: Settled?

  private struct Settled {
    var top: BigInteger
    var bottom: BigInteger
  }

  /// Zero.
  public init() {}

  /// Adds a whole number.
  @inline(__always)
  mutating func add(_ value: ExactDecimal) { whole.add(value) }

  /// Adds the part of a number that `piece` of `duration` has.
  mutating func add(_ value: ExactDecimal, piece: Instant, of duration: Instant) {
    let divisor = Self.divisor(piece, duration)
    let top = piece / divisor
    let bottom = duration / divisor
    if bottom == 1 {
      whole.add(value, times: top)
    } else {
      shares[bottom, default: DecimalSum()].add(value, times: top)
    }
  }

  /// Adds another sum.
  mutating func add(_ other: ExactSum) {
    whole.add(other.whole)
    for (bottom, top) in other.shares { shares[bottom, default: DecimalSum()].add(top) }
    if let other = other.settled { settle(other) }
  }

  /// Puts the shares together, which takes less room when nothing more is expected.
  mutating func settle() {
    if shares.isEmpty { return }
    let joined = joinedShares
    shares = [:]
    settle(joined)
  }

  private mutating func settle(_ more: Settled) {
    guard let old = settled else {
      settled = more
      return
    }
    settled = Settled(
      top: old.top * more.bottom + more.top * old.bottom,
      bottom: old.bottom * more.bottom
    )
  }

  /// All shares over one denominator: the smallest that all denominators divide.
  private var joinedShares: Settled {
    let parts = shares.sorted { $0.key < $1.key }.map { bottom, sum in
      let (top, power) = sum.fraction
      return (top: top, power: power, bottom: bottom)
    }
    var power = BigInteger.one
    var common = BigInteger.one
    for part in parts {
      if power < part.power { power = part.power }
      let rest = common.quotientAndRemainder(dividingBy: BigInteger(wide: part.bottom)).remainder
      let shared = BigInteger(wide: part.bottom).greatestCommonDivisor(with: rest)
      common =
        common
        * BigInteger(wide: part.bottom).quotientAndRemainder(dividingBy: shared).quotient
    }
    var top = BigInteger.zero
    for part in parts {
      // Denominators of decimals are powers of ten: the largest is a multiple of each.
      let scale = power.quotientAndRemainder(dividingBy: part.power)
      let factor = common.quotientAndRemainder(dividingBy: BigInteger(wide: part.bottom)).quotient
      if scale.remainder.isZero {
        top = top + part.top * scale.quotient * factor
      } else {
        return slowlyJoinedShares
      }
    }
    return Settled(top: top, bottom: common * power)
  }

  /// The same for numbers so large or small that their denominators are no powers of ten.
  private var slowlyJoinedShares: Settled {
    let sum = shares.sorted { $0.key < $1.key }.reduce(Rational(0)) { sum, share in
      sum + share.value.rational / Rational(BigInteger(wide: share.key), 1)
    }
    return Settled(top: sum.numerator, bottom: sum.denominator)
  }

  /// The sum as a fraction in lowest terms.
  public var rational: Rational {
    var all = self
    all.settle()
    guard let settled = all.settled else { return whole.rational }
    return whole.rational + Rational(settled.top, settled.bottom)
  }

  /// The sum rounded once: the shortest decimal of the nearest double.
  ///
  /// A sum of at most 15 significant digits is that decimal itself.
  public var decimal: ExactDecimal {
    var all = self
    all.settle()
    let (top, bottom) = whole.fraction
    guard let settled = all.settled else { return UnitConversion.nearest(top, bottom) }
    return UnitConversion.nearest(
      top * settled.bottom + settled.top * bottom,
      bottom * settled.bottom
    )
  }

  private static func divisor(_ a: Instant, _ b: Instant) -> Instant {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}
