import ByteKit
import HealthMerge
import HealthUnits

/// The exact sum of numbers and of parts of numbers that were shared out by time.
///
/// Parts are kept over a few denominators that fit 64 bits, so that adding one costs no fraction
/// in lowest terms; what is printed is rounded once.
public struct ExactSum: Sendable {
  /// Parts over one denominator.
  private struct Share: Sendable {
    var bottom: Int64
    private var high: Int64
    private var low: UInt64

    init(_ top: Int128, over bottom: Int64) {
      self.bottom = bottom
      high = Int64(truncatingIfNeeded: top >> 64)
      low = UInt64(truncatingIfNeeded: top)
    }

    /// The numerator; in two halves it takes no room for its alignment.
    var top: Int128 { Int128(high) << 64 | Int128(low) }
  }

  /// Denominators are put together up to this size: their numerators keep room in 128 bits.
  private static let limit: Int64 = 1 << 58

  private var whole = DecimalSum()
  private var shares: [Share] = []
  /// The power of ten in which the numerators of shares count.
  private var exponent: Int32 = 0

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
    top /= divisor
    bottom /= divisor
    if bottom == 1 {
      whole.add(value, times: Int128(top))
      return
    }
    let signed = value.isNegative ? -Int128(value.significand) : Int128(value.significand)
    let (product, overflow) = signed.multipliedReportingOverflow(by: Int128(top))
    if overflow || !add(product, value.exponent, over: bottom) {
      whole.addWide((Rational(value) ?? Rational(0)) * Rational(Int(top), Int(bottom)))
    }
  }

  /// Adds a part to the shares; false when it does not fit 128 bits.
  private mutating func add(_ top: Int128, _ power: Int32, over bottom: Int64) -> Bool {
    if top == 0 { return true }
    var top = top
    if shares.isEmpty {
      exponent = power
    } else if power > exponent {
      guard let scaled = DecimalSum.scaled(top, power - exponent) else { return false }
      top = scaled
    } else if power < exponent {
      let lowered = shares.map { share in
        DecimalSum.scaled(share.top, exponent - power).map { Share($0, over: share.bottom) }
      }
      guard lowered.allSatisfy({ $0 != nil }) else { return false }
      shares = lowered.compactMap(\.self)
      exponent = power
    }
    for index in shares.indices where shares[index].bottom % bottom == 0 {
      return join(top, bottom, with: index, over: shares[index].bottom)
    }
    for index in shares.indices {
      let factor = bottom / Self.divisor(shares[index].bottom, bottom)
      let (common, overflow) = shares[index].bottom.multipliedReportingOverflow(by: factor)
      if overflow || common > Self.limit { continue }
      if join(top, bottom, with: index, over: common) { return true }
    }
    shares.append(Share(top, over: bottom))
    return true
  }

  /// Puts a part and a share over a denominator that both divide; false when it does not fit.
  private mutating func join(
    _ top: Int128,
    _ bottom: Int64,
    with index: Int,
    over common: Int64
  ) -> Bool {
    let share = shares[index]
    let old = share.top.multipliedReportingOverflow(by: Int128(common / share.bottom))
    let new = top.multipliedReportingOverflow(by: Int128(common / bottom))
    let sum = old.partialValue.addingReportingOverflow(new.partialValue)
    if old.overflow || new.overflow || sum.overflow { return false }
    shares[index] = Share(sum.partialValue, over: common)
    return true
  }

  /// Adds another sum.
  mutating func add(_ other: ExactSum) {
    whole.add(other.whole)
    for share in other.shares where !add(share.top, other.exponent, over: share.bottom) {
      whole.addWide(other.rational(of: share))
    }
  }

  /// Whether nothing was added, or nothing is left of it.
  public var isZero: Bool { decimal.significand == 0 }

  /// The sum as a fraction in lowest terms.
  public var rational: Rational {
    shares.reduce(whole.rational) { $0 + rational(of: $1) }
  }

  private func rational(of share: Share) -> Rational {
    var top = DecimalSum()
    top.add(ExactDecimal(significand: 1, exponent: exponent), times: share.top)
    return top.rational / Rational(Int(share.bottom))
  }

  /// The sum rounded once: the shortest decimal of the nearest double.
  ///
  /// A sum of at most 15 significant digits is that decimal itself.
  public var decimal: ExactDecimal { roundedFromBounds ?? rational.shortestDecimal }

  /// The rounded sum, when two numbers between which it lies are rounded to the same: 64 binary
  /// places of each part decide nearly always.
  private var roundedFromBounds: ExactDecimal? {
    guard whole.isNarrow else { return nil }
    let power =
      shares.isEmpty
      ? whole.exponent : whole.steps == 0 ? exponent : min(whole.exponent, exponent)
    guard var steps = DecimalSum.scaled(whole.steps, whole.exponent - power) else { return nil }
    var places: UInt128 = 0
    var cut = 0
    for share in shares {
      guard let top = DecimalSum.scaled(share.top, exponent - power) else { return nil }
      let bottom = Int128(share.bottom)
      var (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
      if remainder < 0 {
        quotient -= 1
        remainder += bottom
      }
      let (sum, overflow) = steps.addingReportingOverflow(quotient)
      if overflow { return nil }
      steps = sum
      let part = (UInt128(remainder) << 64).quotientAndRemainder(dividingBy: UInt128(bottom))
      places += part.quotient
      if part.remainder != 0 { cut += 1 }
    }
    let high = BigInteger(UInt64(truncatingIfNeeded: places >> 64)) << 64
    let low =
      (BigInteger(wide: steps) << 64) + high + BigInteger(UInt64(truncatingIfNeeded: places))
    let ten = BigInteger.powerOfTen(Int(power.magnitude))
    let (scale, bottom) =
      power < 0 ? (BigInteger.one, ten << 64) : (ten, BigInteger.one << 64)
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
