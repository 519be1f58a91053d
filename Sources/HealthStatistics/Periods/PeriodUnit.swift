import ByteKit

/// How long the periods of statistics are, by the local calendar.
public enum PeriodUnit: String, Sendable, CaseIterable {
  /// Hours of the wall clock; a clock change begins a new one.
  case hour
  /// Days, which have 23 or 25 hours when the clock changes.
  case day
  /// Weeks from Monday to Sunday, numbered as ISO 8601 has them.
  case week
  /// Calendar months.
  case month
  /// Calendar years.
  case year
  /// Everything is one period.
  case all

  /// The number of the period that holds a day; of no use for hours.
  func ordinal(of day: CivilDate) -> Int64 {
    switch self {
    case .hour, .day: day.daysSince1970
    // 1970-01-01 was a Thursday.
    case .week: (day.daysSince1970 + 3).floorDivided(by: 7)
    case .month: Int64(day.year) * 12 + Int64(day.month) - 1
    case .year: Int64(day.year)
    case .all: 0
    }
  }

  /// The first day of the period of a number; nil where there is none.
  func firstDay(of ordinal: Int64) -> CivilDate? {
    switch self {
    case .hour, .day: CivilDate(daysSince1970: ordinal)
    case .week: CivilDate(daysSince1970: ordinal * 7 - 3)
    case .month:
      CivilDate(
        year: Int(ordinal.floorDivided(by: 12)),
        month: Int(ordinal - ordinal.floorDivided(by: 12) * 12) + 1,
        day: 1
      )
    case .year: CivilDate(year: Int(ordinal), month: 1, day: 1)
    case .all: nil
    }
  }

  /// The name of a period by its number, as ISO 8601 writes it: `2026-03-29`, `2026-W13`, `2026-03`.
  func label(of ordinal: Int64) -> String {
    guard let day = firstDay(of: ordinal) else { return "all" }
    switch self {
    case .hour, .day: return day.text
    case .week:
      // The week belongs to the year of its Thursday.
      let thursday = CivilDate(daysSince1970: day.daysSince1970 + 3)
      let first = CivilDate(year: thursday.year, month: 1, day: 1)
      let number = (thursday.daysSince1970 - first.daysSince1970) / 7 + 1
      return "\(thursday.text.prefix(4))-W\(number < 10 ? "0" : "")\(number)"
    case .month: return String(day.text.prefix(7))
    case .year: return String(day.text.prefix(4))
    case .all: return "all"
    }
  }
}

extension Int64 {
  /// The quotient rounded down.
  func floorDivided(by divisor: Int64) -> Int64 {
    (self >= 0 ? self : self - divisor + 1) / divisor
  }
}
