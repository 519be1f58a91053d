import ByteKit
import HealthUnits

/// The exact sum of decimal numbers, whatever the order they came in.
public struct DecimalSum: Sendable {
  /// A fraction that is rarely there, kept apart so that sums are small.
  private final class Wide: Sendable {
    let value: Rational

    init(_ value: Rational) { self.value = value }
  }

  /// The sum in steps of `exponent`.
  private(set) var steps: Int128 = 0
  /// The power of ten of a step.
  private(set) var exponent: Int32 = 0
  /// What did not fit into 128 bits.
  private var wide: Wide?

  /// Zero.
  public init() {}

  /// Whether all of the sum is in `steps`.
  var isNarrow: Bool { wide == nil }

  /// Adds a number.
  @inline(__always)
  mutating func add(_ value: ExactDecimal) { add(value, times: 1) }

  /// Adds a multiple of a number.
  @inline(__always)
  mutating func add(_ value: ExactDecimal, times factor: Int128) {
    let signed = value.isNegative ? -Int128(value.significand) : Int128(value.significand)
    let (product, overflow) = signed.multipliedReportingOverflow(by: factor)
    if !overflow, value.exponent == exponent {
      let (sum, overflow) = steps.addingReportingOverflow(product)
      if !overflow {
        steps = sum
        return
      }
    }
    addSlowly(value, factor, overflow ? nil : product)
  }

  @inline(never)
  private mutating func addSlowly(_ value: ExactDecimal, _ factor: Int128, _ product: Int128?) {
    if value.significand == 0 || factor == 0 { return }
    if let product, addAligned(product, value.exponent) { return }
    addWide((Rational(value) ?? Rational(0)) * Rational(BigInteger(wide: factor), 1))
  }

  /// Adds a fraction of any size.
  mutating func addWide(_ value: Rational) {
    wide = Wide(wide.map { $0.value + value } ?? value)
  }

  /// Adds another sum.
  mutating func add(_ other: DecimalSum) {
    if !addAligned(other.steps, other.exponent) { addWide(other.narrowRational) }
    if let more = other.wide { addWide(more.value) }
  }

  /// Adds steps of another size when both fit one size.
  private mutating func addAligned(_ other: Int128, _ otherExponent: Int32) -> Bool {
    if other == 0 { return true }
    if steps == 0 {
      steps = other
      exponent = otherExponent
      return true
    }
    let low = min(exponent, otherExponent)
    guard let mine = Self.scaled(steps, exponent - low),
      let theirs = Self.scaled(other, otherExponent - low)
    else { return false }
    let (sum, overflow) = mine.addingReportingOverflow(theirs)
    if overflow { return false }
    steps = sum
    exponent = low
    return true
  }

  /// A number of steps as smaller steps, so many powers of ten below; nil when they don't fit.
  static func scaled(_ value: Int128, _ places: Int32) -> Int128? {
    if value == 0 { return 0 }
    var value = value
    var left = places
    if left > 38 { return nil }
    while left > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
      left -= 1
    }
    return value
  }

  private var narrowRational: Rational {
    let power = BigInteger.powerOfTen(Int(exponent.magnitude))
    return exponent < 0
      ? Rational(BigInteger(wide: steps), power) : Rational(BigInteger(wide: steps) * power, 1)
  }

  /// The sum as a fraction.
  public var rational: Rational { wide.map { narrowRational + $0.value } ?? narrowRational }
}

extension BigInteger {
  /// A 128-bit integer.
  init(wide value: Int128) {
    let size = value.magnitude
    let high = BigInteger(UInt64(truncatingIfNeeded: size >> 64)) << 64
    let whole = high + BigInteger(UInt64(truncatingIfNeeded: size))
    self = value < 0 ? -whole : whole
  }
}
