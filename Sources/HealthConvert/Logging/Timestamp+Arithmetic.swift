import ByteKit
import Foundation
import HealthUnits

extension Timestamp {
  /// The present second with the UTC offset of the machine.
  public static func now() -> Timestamp {
    let date = Date()
    return Timestamp(
      seconds: Int64(date.timeIntervalSince1970.rounded(.down)),
      offsetMinutes: Int16(clamping: TimeZone.current.secondsFromGMT(for: date) / 60)
    )
  }

  /// The time so many whole seconds later, with the same offset.
  public func adding(seconds count: Int64) -> Timestamp {
    var later = self
    later.seconds += count
    return later
  }

  /// The time so many seconds later to the nearest nanosecond; nil beyond a thousand years.
  public func adding(_ duration: Rational) -> Timestamp? {
    let limit = Rational(31_556_952_000)
    guard duration < limit, Rational(0) - limit < duration else { return nil }
    let whole = duration.doubleValue.rounded(.down)
    var later = adding(seconds: Int64(whole))
    let rest = ((duration - Rational(Int(whole))).doubleValue * 1_000_000_000).rounded()
    let nanoseconds = Int64(later.nanoseconds) + Int64(rest)
    later.seconds += nanoseconds / 1_000_000_000
    later.nanoseconds = Int32(nanoseconds % 1_000_000_000)
    return later
  }

  /// Whether the instant lies before another.
  func precedes(_ other: Timestamp) -> Bool {
    (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
  }

  /// How long it is since another instant, in s.
  func seconds(since other: Timestamp) -> Rational {
    Rational(Int(seconds - other.seconds))
      + Rational(Int(nanoseconds - other.nanoseconds), 1_000_000_000)
  }
}
