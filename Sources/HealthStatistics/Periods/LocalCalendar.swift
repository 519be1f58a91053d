import ByteKit
import HealthMerge
import HealthModel

/// Finds the periods of one zone; each border is worked out once while questions stay near.
struct LocalCalendar {
  private let unit: PeriodUnit
  private var cursor: ZoneCursor
  private(set) var current = Period.none

  init(_ rules: ZoneRules, by unit: PeriodUnit) {
    cursor = ZoneCursor(rules)
    self.unit = unit
  }

  /// The period that holds an instant.
  @inline(__always)
  mutating func period(at instant: Instant) -> Period {
    if !current.contains(instant) { current = find(instant) }
    return current
  }

  /// The offset in force at an instant, in seconds.
  mutating func offset(at instant: Instant) -> Int {
    cursor.offsetSeconds(at: instant.wholeSeconds)
  }

  /// The first instant at which the wall clock shows a reading or a later one.
  mutating func instant(ofWall wall: Int64) -> Instant { .second(firstSecond(ofWall: wall)) }

  @inline(never)
  private mutating func find(_ instant: Instant) -> Period {
    switch unit {
    case .all:
      return Period(key: PeriodKey(ordinal: 0, offset: 0), start: .min, end: .max)
    case .hour: return hour(instant.wholeSeconds)
    case .day, .week, .month, .year:
      let second = instant.wholeSeconds
      let wall = second + Int64(cursor.offsetSeconds(at: second))
      let day = CivilDate(daysSince1970: wall.floorDivided(by: 86_400))
      var ordinal = unit.ordinal(of: day)
      // A clock put back over midnight shows a day that is over again; borders stay in order.
      while instant >= .second(firstSecond(ofPeriod: ordinal + 1)) { ordinal += 1 }
      while instant < .second(firstSecond(ofPeriod: ordinal)) { ordinal -= 1 }
      return period(ordinal)
    }
  }

  /// The period of a number, which no zone can see but in its own time; empty when a zone skipped it.
  mutating func period(_ ordinal: Int64) -> Period {
    guard unit != .all else {
      return Period(key: PeriodKey(ordinal: 0, offset: 0), start: .min, end: .max)
    }
    return Period(
      key: PeriodKey(ordinal: ordinal, offset: 0),
      start: .second(firstSecond(ofPeriod: ordinal)),
      end: .second(firstSecond(ofPeriod: ordinal + 1))
    )
  }

  private mutating func firstSecond(ofPeriod ordinal: Int64) -> Int64 {
    firstSecond(ofWall: (unit.firstDay(of: ordinal)?.daysSince1970 ?? 0) * 86_400)
  }

  private mutating func firstSecond(ofWall wall: Int64) -> Int64 {
    switch cursor.resolve(wall: wall) {
    case .unique(let offset), .fold(earlier: let offset, later: _): wall - Int64(offset)
    case .gap(let before, let after): change(after: wall - Int64(after), upTo: wall - Int64(before))
    }
  }

  /// An hour of the wall clock, cut off where the offset changes.
  private mutating func hour(_ second: Int64) -> Period {
    let offset = cursor.offsetSeconds(at: second)
    let wall = (second + Int64(offset)).floorDivided(by: 3_600) * 3_600
    var start = wall - Int64(offset)
    var end = start + 3_600
    if cursor.offsetSeconds(at: start) != offset { start = change(after: start, upTo: second) }
    if cursor.offsetSeconds(at: end - 1) != offset { end = change(after: second, upTo: end - 1) }
    return Period(
      key: PeriodKey(ordinal: start, offset: Int32(offset)),
      start: .second(start),
      end: .second(end)
    )
  }

  /// The first second after `low` with the offset of `high`; there is one change between them.
  private mutating func change(after low: Int64, upTo high: Int64) -> Int64 {
    let wanted = cursor.offsetSeconds(at: high)
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if cursor.offsetSeconds(at: middle) == wanted { high = middle } else { low = middle }
    }
    return high
  }
}
