import ByteKit
import HealthMerge
import HealthUnits

/// The exact sum of numbers and of parts of numbers that were shared out by time.
///
/// Parts are kept over a few denominators that fit 64 bits, so that adding one costs no fraction
/// in lowest terms; what is printed is rounded once.
public struct ExactSum: Sendable {
  /// Parts over one denominator.
  private struct Shares: Sendable {
    var bottom: Int64
    var top: DecimalSum
  }

  /// Denominators are put together up to this size: their numerators keep room in 128 bits.
  private static let limit: Int64 = 1 << 58

  private var whole = DecimalSum()
  private var shares: [Shares] = []

  /// Zero.
  public init() {}

  /// Adds a whole number.
  @inline(__always)
  mutating func add(_ value: ExactDecimal) { whole.add(value) }

  /// Adds the part of a number that `piece` of `duration`, which is more than nothing, has.
  mutating func add(_ value: ExactDecimal, piece: Instant, of duration: Instant) {
    // Longer than 292 years is nothing that anybody measured; it is cut in half until it fits.
    var (piece, duration) = (piece, duration)
    while duration > Instant(Int64.max) {
      piece /= 2
      duration /= 2
    }
    var (top, bottom) = (Int64(piece), Int64(duration))
    let second: Int64 = 1_000_000_000
    if top % second == 0, bottom % second == 0 {
      top /= second
      bottom /= second
    }
    let divisor = Self.divisor(top, bottom)
    if bottom == divisor {
      whole.add(value, times: Int128(top / divisor))
    } else {
      var part = DecimalSum()
      part.add(value, times: Int128(top / divisor))
      add(Shares(bottom: bottom / divisor, top: part))
    }
  }

  private mutating func add(_ part: Shares) {
    for index in shares.indices where shares[index].bottom % part.bottom == 0 {
      var top = part.top
      top.multiply(by: Int128(shares[index].bottom / part.bottom))
      shares[index].top.add(top)
      return
    }
    for index in shares.indices {
      let shared = Self.divisor(shares[index].bottom, part.bottom)
      let factor = part.bottom / shared
      let (common, overflow) = shares[index].bottom.multipliedReportingOverflow(by: factor)
      if overflow || common > Self.limit { continue }
      shares[index].top.multiply(by: Int128(factor))
      var top = part.top
      top.multiply(by: Int128(common / part.bottom))
      shares[index].top.add(top)
      shares[index].bottom = common
      return
    }
    shares.append(part)
  }

  /// Adds another sum.
  mutating func add(_ other: ExactSum) {
    whole.add(other.whole)
    for part in other.shares { add(part) }
  }

  /// Whether nothing was added, or nothing is left of it.
  public var isZero: Bool { decimal.significand == 0 }

  /// The sum as a fraction in lowest terms.
  public var rational: Rational {
    shares.reduce(whole.rational) { sum, part in
      sum + part.top.rational / Rational(Int(part.bottom))
    }
  }

  /// The sum rounded once: the shortest decimal of the nearest double.
  ///
  /// A sum of at most 15 significant digits is that decimal itself.
  public var decimal: ExactDecimal { roundedFromBounds ?? rational.shortestDecimal }

  /// The rounded sum, when two numbers between which it lies are rounded to the same: 64 binary
  /// places of each part decide nearly always.
  private var roundedFromBounds: ExactDecimal? {
    guard whole.isNarrow, shares.allSatisfy({ $0.top.isNarrow }) else { return nil }
    let exponent = shares.reduce(whole.steps == 0 ? Int32.max : whole.exponent) {
      $1.top.steps == 0 ? $0 : min($0, $1.top.exponent)
    }
    if exponent == .max { return ExactDecimal(0) }
    guard var steps = DecimalSum.scaled(whole.steps, whole.exponent - exponent) else { return nil }
    var places: UInt128 = 0
    var cut = 0
    for part in shares {
      guard let top = DecimalSum.scaled(part.top.steps, part.top.exponent - exponent) else {
        return nil
      }
      var (quotient, remainder) = top.quotientAndRemainder(dividingBy: Int128(part.bottom))
      if remainder < 0 {
        quotient -= 1
        remainder += Int128(part.bottom)
      }
      let (sum, overflow) = steps.addingReportingOverflow(quotient)
      if overflow { return nil }
      steps = sum
      let shifted = (UInt128(remainder) << 64).quotientAndRemainder(
        dividingBy: UInt128(part.bottom)
      )
      places += shifted.quotient
      if shifted.remainder != 0 { cut += 1 }
    }
    let high = BigInteger(UInt64(truncatingIfNeeded: places >> 64)) << 64
    let low =
      (BigInteger(wide: steps) << 64) + high + BigInteger(UInt64(truncatingIfNeeded: places))
    let power = BigInteger.powerOfTen(Int(exponent.magnitude))
    let (scale, bottom) =
      exponent < 0 ? (BigInteger.one, power << 64) : (power, BigInteger.one << 64)
    let rounded = UnitConversion.nearest(low * scale, bottom)
    if cut == 0 { return rounded }
    return UnitConversion.nearest((low + BigInteger(cut)) * scale, bottom) == rounded
      ? rounded : nil
  }

  private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a.magnitude, b.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    return Int64(max(a, 1))
  }
}
