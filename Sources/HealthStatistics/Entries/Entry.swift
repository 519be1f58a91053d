import ByteKit
import HealthMerge

/// What is kept of a sample whose place among others matters.
struct Entry: Sendable {
  /// When it begins.
  var start: Instant
  /// When it ends.
  var end: Instant
  /// The number, without its sign and power of ten.
  var significand: UInt64 = 1
  /// The power of ten of the number.
  var exponent: Int16 = 0
  /// Whether the number is below zero.
  var isNegative = false
  /// The place of the source in the priority list, 0 for the first.
  var priority: UInt16 = 0
  /// The number of the series it belongs to.
  var series: UInt32 = 0
  /// The number of its zone.
  var zone: UInt16 = 0
  /// The number of its source.
  var source: UInt32 = 0

  /// The number.
  @inline(__always)
  var value: ExactDecimal {
    ExactDecimal(significand: significand, exponent: Int32(exponent), isNegative: isNegative)
  }

  /// How long it lasts.
  @inline(__always)
  var duration: Instant { end - start }

  /// Which exponents an entry can hold; whatever people measure is far within.
  static let exponents: ClosedRange<Int32> = -400...400
}
