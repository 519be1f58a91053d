/// A day of the proleptic Gregorian calendar, without time or zone.
public struct CivilDate: Sendable, Hashable, Comparable {
  /// 1 to 9999 in text; any value in arithmetic.
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int

  /// Composes a date without checking it; see `isValid`.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date so many days after 1970-01-01.
  ///
  /// Years are counted from March, so that the leap day is the last of its year: every month then
  /// starts at a day given by one linear formula.
  public init(daysSince1970 days: Int64) {
    let shifted = days &+ 719_468  // since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
    let dayOfEra = UInt32(truncatingIfNeeded: shifted &- era &* 146_097)
    let yearOfEra =
      (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let marchMonth = (5 &* dayOfYear &+ 2) / 153
    day = Int(dayOfYear &- (153 &* marchMonth &+ 2) / 5 &+ 1)
    month = Int(marchMonth < 10 ? marchMonth &+ 3 : marchMonth &- 9)
    year = Int(yearOfEra) &+ Int(era) &* 400 &+ (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; a day or month beyond its range counts on.
  public var daysSince1970: Int64 { Self.days(year: year, month: month, day: day) }

  /// Whether month and day exist.
  public var isValid: Bool {
    month >= 1 && month <= 12 && day >= 1 && day <= Self.daysInMonth(year: year, month: month)
  }

  /// The day of the week: 1 is Monday, 7 is Sunday (ISO 8601).
  public var weekday: Int {
    let fromMonday = (daysSince1970 + 3) % 7  // 1970-01-01 was a Thursday
    return Int(fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
  }

  @inline(__always)
  static func days(year: Int, month: Int, day: Int) -> Int64 {
    let beforeMarch = month <= 2
    let marchYear = Int64(beforeMarch ? year &- 1 : year)
    let marchMonth = Int64(beforeMarch ? month &+ 9 : month &- 3)
    let era = (marchYear >= 0 ? marchYear : marchYear &- 399) / 400
    let yearOfEra = marchYear &- era &* 400
    let dayOfYear = (153 &* marchMonth &+ 2) / 5 &+ Int64(day) &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }

  /// `days` for the years 1 to 9999 and a real month, in cheap 32-bit arithmetic.
  @inline(__always)
  static func daysOfPlainDate(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    let beforeMarch = month <= 2
    let marchYear = UInt32(truncatingIfNeeded: beforeMarch ? year &- 1 : year)
    let marchMonth = UInt32(truncatingIfNeeded: beforeMarch ? month &+ 9 : month &- 3)
    let century = marchYear / 100
    let leaps = marchYear &>> 2 &- century &+ century &>> 2
    let dayOfYear = (153 &* marchMonth &+ 2) / 5 &+ UInt32(truncatingIfNeeded: day)
    return Int64(marchYear &* 365 &+ leaps &+ dayOfYear) &- 719_469
  }

  @inline(__always)
  static func isLeap(_ year: Int) -> Bool {
    // Of the centuries only multiples of 400 leap; a multiple of 100 and 16 is one of 400.
    year % 100 == 0 ? year & 15 == 0 : year & 3 == 0
  }

  @inline(__always)
  static func daysInMonth(year: Int, month: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return 30 | (month ^ month >> 3)  // 31 for odd months up to July and for even ones after it
  }

  /// Chronological order.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CivilDate {
  /// Reads exactly `yyyy-MM-dd`, a day that exists; nil otherwise.
  public static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CivilDate? {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    guard range.count == 10 else { return nil }
    var bad: UInt64 = 0
    let head = digitLanes(loadWord(bytes, range.lowerBound), Lanes.yearMonth, &bad)
    let tail = digitLanes(loadWord(bytes, range.lowerBound + 2), Lanes.shortYearToDay, &bad)
    if bad != 0 { return nil }
    let date = CivilDate(
      year: lane(head, 0) &* 100 &+ lane(head, 2),
      month: lane(head, 5),
      day: lane(tail, 6)
    )
    return date.isValid && date.year >= 1 ? date : nil
  }

  /// Appends `yyyy-MM-dd`.
  public func write(to out: inout [UInt8]) {
    // Longest: a sign, 19 digits of a year no text has, `-MM-dd`; and a word beyond.
    out.appendRaw(capacity: 40) { target in store(target) }
  }

  /// Writes `yyyy-MM-dd` and returns its length; up to a word more is overwritten.
  @inline(__always)
  func store(_ target: UnsafeMutableRawPointer) -> Int {
    var yearEnd = 4
    if year >= 0, year <= 9_999 {
      let century = year / 100
      let digits = digitPairWord(century) | digitPairWord(year &- century &* 100) &<< 16
      ByteKit.store(digits, target, 0)
    } else {
      yearEnd = storeLongYear(target)
    }
    let rest = 0x2D_0000_2D | digitPairWord(month) &<< 8 | digitPairWord(day) &<< 32
    ByteKit.store(rest, target, yearEnd)
    return yearEnd &+ 6
  }

  /// No text form has such a year; arithmetic may still reach it, and it must not trap.
  private func storeLongYear(_ target: UnsafeMutableRawPointer) -> Int {
    target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    let start = year < 0 ? 1 : 0
    let magnitude = UInt64(year.magnitude)
    let count = max(4, decimalDigitCount(magnitude))
    storeDigits(magnitude, count: count, target, start)
    return start + count
  }
}
