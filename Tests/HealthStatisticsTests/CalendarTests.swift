import ByteKit
import Foundation
import HealthMerge
import HealthModel
import TestSupport
import Testing

@testable import HealthStatistics

/// Periods of local calendars against what is known of clock changes, and against Foundation.
@Suite struct CalendarTests {
  /// A day and how many minutes it has.
  struct Day: CustomTestStringConvertible, Sendable {
    var zone: String
    var day: String
    var minutes: Int
    var testDescription: String { "\(zone) \(day)" }
  }

  @Test(arguments: [
    Day(zone: "Europe/Paris", day: "2026-03-29", minutes: 23 * 60),
    Day(zone: "Europe/Paris", day: "2026-10-25", minutes: 25 * 60),
    Day(zone: "Europe/Paris", day: "2026-10-26", minutes: 24 * 60),
    Day(zone: "America/New_York", day: "2026-03-08", minutes: 23 * 60),
    Day(zone: "America/New_York", day: "2026-11-01", minutes: 25 * 60),
    Day(zone: "Australia/Lord_Howe", day: "2026-04-05", minutes: 24 * 60 + 30),
    Day(zone: "Australia/Lord_Howe", day: "2026-10-04", minutes: 23 * 60 + 30),
    Day(zone: "Asia/Kathmandu", day: "2026-03-29", minutes: 24 * 60),
    Day(zone: "Asia/Kathmandu", day: "1986-01-01", minutes: 24 * 60 - 15),
    // Midnight is skipped.
    Day(zone: "America/Sao_Paulo", day: "2018-11-04", minutes: 23 * 60),
    Day(zone: "Africa/Cairo", day: "2024-04-26", minutes: 23 * 60),
    // The whole day is.
    Day(zone: "Pacific/Apia", day: "2011-12-30", minutes: 0),
    // One minute after midnight it is yesterday again.
    Day(zone: "America/St_Johns", day: "2010-11-06", minutes: 24 * 60),
    Day(zone: "America/St_Johns", day: "2010-11-07", minutes: 25 * 60),
  ])
  func `a day is as long as the clock makes it`(_ example: Day) throws {
    let bytes = Array(example.day.utf8)
    let parsed = CivilDate.parse(bytes.span, 0..<bytes.count)
    let date = try #require(parsed)
    var calendar = try calendar(example.zone, .day)
    let period = calendar.period(date.daysSince1970)
    #expect((period.end - period.start) / 60_000_000_000 == Instant(example.minutes))
    if period.end > period.start {
      #expect(calendar.period(at: period.start).key == period.key)
      #expect(calendar.period(at: period.end - 1).key == period.key)
      #expect(calendar.period(at: period.end).key > period.key)
    }
  }

  @Test func `hours end where the clock changes`() throws {
    var calendar = try calendar("Australia/Lord_Howe", .hour)
    // 02:00+11:00 becomes 01:30+10:30 on 2026-04-05, at 15:00 UTC of the day before.
    let change = Instant.second(1_775_314_800)
    let before = calendar.period(at: change - 1)
    let after = calendar.period(at: change)
    #expect(before.end == change && before.end - before.start == .second(3_600))
    #expect(after.start == change && after.end - after.start == .second(1_800))
    #expect(before.key.offset == 39_600 && after.key.offset == 37_800)
  }

  @Test(arguments: PeriodUnit.allCases, ["Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu"])
  func `periods follow each other without a gap`(_ unit: PeriodUnit, _ zone: String) throws {
    var calendar = try calendar(zone, unit)
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<200 {
      let second = Int64.random(in: 0...2_000_000_000, using: &generator)
      let period = calendar.period(at: .second(second))
      #expect(period.contains(.second(second)))
      guard unit != .all else { continue }
      #expect(calendar.period(at: period.end).start == period.end)
      #expect(calendar.period(at: period.start - 1).end == period.start)
    }
  }

  @Test(arguments: ["Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo"])
  func `days, months and years begin where Foundation says`(_ zone: String) throws {
    var foundation = Calendar(identifier: .gregorian)
    foundation.timeZone = try #require(TimeZone(identifier: zone))
    foundation.firstWeekday = 2
    foundation.minimumDaysInFirstWeek = 4
    let units: [(PeriodUnit, Calendar.Component)] = [
      (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
    ]
    var generator = SplitMix64(seed: testSeed())
    for (unit, component) in units {
      var calendar = try calendar(zone, unit)
      for _ in 0..<100 {
        let second = Int64.random(in: 600_000_000...2_000_000_000, using: &generator)
        let date = Date(timeIntervalSince1970: Double(second))
        let interval = try #require(foundation.dateInterval(of: component, for: date))
        let period = calendar.period(at: .second(second))
        #expect(period.start == .second(Int64(interval.start.timeIntervalSince1970)), "\(date)")
        #expect(period.end == .second(Int64(interval.end.timeIntervalSince1970)), "\(date)")
      }
    }
  }

  @Test func `labels are those of ISO 8601`() {
    func label(_ unit: PeriodUnit, _ year: Int, _ month: Int, _ day: Int) -> String {
      unit.label(of: unit.ordinal(of: CivilDate(year: year, month: month, day: day)))
    }
    #expect(label(.day, 2026, 3, 29) == "2026-03-29")
    #expect(label(.week, 2026, 1, 1) == "2026-W01")
    #expect(label(.week, 2027, 1, 3) == "2026-W53")
    #expect(label(.week, 2024, 12, 30) == "2025-W01")
    #expect(label(.month, 1969, 12, 31) == "1969-12")
    #expect(label(.year, 2026, 12, 31) == "2026")
    #expect(label(.all, 2026, 12, 31) == "all")
  }

  private func calendar(_ zone: String, _ unit: PeriodUnit) throws -> LocalCalendar {
    LocalCalendar(try #require(ZoneRules(identifier: zone)), by: unit)
  }
}
