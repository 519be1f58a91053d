/// An oddity in a date that could be read all the same.
public enum TimestampNote: String, Sendable, CaseIterable {
  /// Second 60, taken as the first second after it.
  case leapSecond = "leap-second"
  /// 24:00, taken as 00:00 of the next day.
  case hour24 = "hour-24"
  /// A decimal comma before the fraction of a second.
  case commaFraction = "comma-fraction"
  /// Digits beyond nanoseconds, which were cut.
  case subNanosecond = "sub-nanosecond"
  /// A wall clock without an offset.
  case missingOffset = "missing-offset"
  /// A day without a time.
  case dateOnly = "date-only"
  /// A zone in brackets after the offset (RFC 9557); the offset decides.
  case zoneSuffix = "zone-suffix"
  /// One digit for the hour where the form has two.
  case shortHour = "short-hour"
  /// A colon in the offset where the form has none.
  case offsetColon = "offset-colon"
  /// A letter or name instead of the offset's digits.
  case offsetLetter = "offset-letter"
  /// AM or PM in a form that is written with 24 hours.
  case ampm
  /// A year that another calendar would explain.
  case implausibleYear = "implausible-year"
  /// A number of seconds that is zero, which often means that none was set.
  case epochZero = "epoch-zero"
  /// A zone abbreviation, which names no offset for certain: the time has none.
  case zoneAbbreviation = "zone-abbreviation"
  /// The day of the week is not that of the date.
  case weekdayMismatch = "weekday-mismatch"

  /// Years that dates of a phone's records can have.
  @inline(__always) static var plausibleYears: Range<Int> { 1_900..<2_200 }
}

/// Why text is no date.
public enum TimestampError: String, Error, Sendable, CaseIterable {
  /// No form is written like this.
  case syntax
  /// There is no text.
  case empty
  /// The years go from 1 to 9999.
  case yearOutOfRange = "year-out-of-range"
  /// The months go from 1 to 12.
  case monthOutOfRange = "month-out-of-range"
  /// The month or the year has no such day.
  case dayOutOfRange = "day-out-of-range"
  /// The hours go from 0 to 23, or from 1 to 12.
  case hourOutOfRange = "hour-out-of-range"
  /// The minutes go from 0 to 59.
  case minuteOutOfRange = "minute-out-of-range"
  /// The seconds go from 0 to 59; 60 only at 23:59 UTC.
  case secondOutOfRange = "second-out-of-range"
  /// Offsets are smaller than 24 hours, their minutes smaller than 60.
  case offsetOutOfRange = "offset-out-of-range"
  /// Day and month could be either way round, and nobody said which.
  case ambiguousDayMonth = "ambiguous-day-month"
}

/// Which of two numbers is the day, in dates such as 02/01/2030.
public enum DayMonthOrder: String, Sendable, CaseIterable {
  /// 2 January.
  case dayFirst = "day-first"
  /// 1 February.
  case monthFirst = "month-first"
}
