import ByteKit
import HealthMerge

/// What tells periods apart, in the order of time: days of two zones are one period.
struct PeriodKey: Sendable, Hashable, Comparable {
  /// The number of the day, week, month or year; of an hour its first second.
  var ordinal: Int64
  /// Of an hour its UTC offset in seconds, else 0.
  var offset: Int32

  static func < (a: PeriodKey, b: PeriodKey) -> Bool {
    (a.ordinal, a.offset) < (b.ordinal, b.offset)
  }
}

/// A period on the calendar of one zone.
struct Period: Sendable {
  var key: PeriodKey
  /// When it begins.
  var start: Instant
  /// When it ends; the end is outside.
  var end: Instant

  /// Before anything that has a date.
  static let none = Period(key: PeriodKey(ordinal: .min, offset: 0), start: .max, end: .min)

  @inline(__always)
  func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}

extension Timestamp {
  /// Nanoseconds since 1970.
  @inline(__always)
  var instant: Instant { Instant(seconds) * 1_000_000_000 + Instant(nanoseconds) }

  /// The time of an instant, with an offset in seconds that is cut to minutes.
  init(_ instant: Instant, offset: Int) {
    let seconds = instant.wholeSeconds
    self.init(
      seconds: seconds,
      nanoseconds: Int32(instant - Instant(seconds) * 1_000_000_000),
      offsetMinutes: Int16(offset / 60)
    )
  }
}

extension Instant {
  /// Seconds since 1970, rounded down.
  @inline(__always)
  var wholeSeconds: Int64 {
    let quotient = self / 1_000_000_000
    return Int64(self < 0 && quotient * 1_000_000_000 != self ? quotient - 1 : quotient)
  }

  /// The instant of a second since 1970.
  @inline(__always)
  static func second(_ seconds: Int64) -> Instant { Instant(seconds) * 1_000_000_000 }
}
