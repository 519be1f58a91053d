import ByteKit
import HealthFormats
import HealthMerge
import HealthModel
import HealthUnits

extension StatisticsRun {
  /// The report; call after `finish`.
  package func report(_ run: RunReport) -> StatisticsReport {
    let tables = takeTables()
    let names = series.names
    let timeline = Timeline(self, tables.keys)
    var periods: [UInt32: [PeriodKey]] = [:]
    for key in tables.keys { periods[key.series, default: []].append(key.period) }
    let made = periods.map { number, keys in
      makeSeries(number, names[Int(number)], keys.sorted(), tables, timeline)
    }
    return StatisticsReport(
      period: plan.period,
      sources: plan.sources,
      zones: zones.uses,
      types: plan.types.indices.map { index in
        StatisticsType(
          type: plan.types[index],
          sources: sourceCounts(index),
          leftOut: leftOut(index)
        )
      },
      series: made.filter { !$0.1.rows.isEmpty }.sorted { Self.precedes($0.0, $1.0) }.map(\.1),
      run: run
    )
  }

  private static func precedes(_ a: SeriesName, _ b: SeriesName) -> Bool {
    if a.type != b.type { return a.type < b.type }
    // Nights stand before naps.
    if a.part != b.part { return a.part > b.part }
    if let first = Ring(rawValue: a.value), let second = Ring(rawValue: b.value) {
      let order = Ring.allCases
      return (order.firstIndex(of: first) ?? 0) < (order.firstIndex(of: second) ?? 0)
    }
    return (a.source, a.value, a.unit) < (b.source, b.value, b.unit)
  }

  private func makeSeries(
    _ number: UInt32,
    _ name: SeriesName,
    _ present: [PeriodKey],
    _ tables: Tables,
    _ timeline: Timeline
  ) -> (SeriesName, StatisticsSeries) {
    let wanted = plan.types[name.type]
    let places = tables.places(wanted.measure)
    var calendar = timeline.calendar
    // Rings have days where everything else has hours.
    let isApart = wanted.measure == .rings && plan.period == .hour
    let keys =
      isApart ? present : timeline.keys(from: present[0], to: present[present.count - 1], present)
    let rows = keys.map { key in
      var row = timeline.row(key, &calendar, isRing: wanted.measure == .rings)
      fill(&row, places[CellKey(series: number, period: key)], wanted, tables)
      return row
    }
    return (
      name,
      StatisticsSeries(
        type: wanted,
        source: plan.sources == .each ? name.source : nil,
        part: name.part.isEmpty ? nil : name.part,
        value: name.value.isEmpty ? nil : name.value,
        unit: name.unit,
        rows: rows
      )
    )
  }

  private func fill(
    _ row: inout StatisticsRow,
    _ place: Int?,
    _ wanted: WantedType,
    _ tables: Tables
  ) {
    guard let place else {
      switch wanted.measure {
      case .sum, .time: row.numbers = .sum(ExactSum())
      case .values, .sleep, .rings: break
      }
      return
    }
    switch wanted.measure {
    case .sum, .time, .sleep:
      row.count = tables.sums.cells[place].count
      row.numbers = .sum(tables.sums.cells[place].sum)
    case .rings:
      let cell = tables.rings.cells[place]
      row.count = cell.count
      row.numbers = .goals(
        StatisticsRow.Goals(sum: cell.sum, goal: cell.goal.rational, closed: cell.closed)
      )
    case .values(let aggregation):
      let cell = tables.values.cells[place]
      row.count = cell.count
      row.numbers = .values(
        StatisticsRow.Values(
          minimum: cell.smallest?.value.normalized,
          mean: cell.mean,
          maximum: cell.largest?.value.normalized,
          latest: cell.latest?.value.normalized,
          weightedMean: cell.weightedMean(aggregation)
        )
      )
    }
  }
}

/// Which periods a report shows, and what they are called.
private struct Timeline {
  /// Beyond this many periods without samples a gap is not filled.
  private static let longest: Int64 = 100_000

  private let plan: StatisticsPlan
  /// The only zone's calendar; nil when there are several.
  let calendar: LocalCalendar?
  private var first: Int64?
  private var last: Int64?
  /// For hours: the hours that are shown at most.
  private var window: (start: Int64, end: Int64)?

  init(_ run: StatisticsRun, _ present: [CellKey]) {
    plan = run.plan
    let unit = plan.period
    let rules = run.zones.only
    calendar = rules.map { LocalCalendar($0, by: unit) }
    var days = LocalCalendar(rules ?? .utc, by: unit)
    let newest = present.lazy.map(\.period).max()
    guard unit != .all else { return }
    let since = plan.since.map { days.period(at: $0.instant(in: &days)).key.ordinal }
    let until = plan.until.map { days.period(at: $0.instant(in: &days) - 1).key.ordinal }
    first = since
    last = until
    guard let count = plan.last.map(Int64.init), let end = until ?? newest?.ordinal else { return }
    last = end
    if unit == .hour {
      // Hours are counted one by one: clock changes make some shorter.
      var ends: [Int64] = []
      var at = end - count * 3_600 - 7_200
      while at <= end {
        let hour = days.period(at: .second(at))
        ends.append(hour.key.ordinal)
        at = hour.end.wholeSeconds
      }
      let start = ends.suffix(Int(count)).first ?? end
      first = max(first ?? start, start)
    } else {
      first = max(first ?? .min, end - count + 1)
    }
  }

  /// The keys of all rows of a series that has data in `present`.
  func keys(from start: PeriodKey, to end: PeriodKey, _ present: [PeriodKey]) -> [PeriodKey] {
    guard plan.period != .all else { return present }
    let low = first ?? start.ordinal
    let high = last ?? end.ordinal
    let shown = present.filter { $0.ordinal >= low && $0.ordinal <= high }
    guard low <= high else { return [] }
    if plan.period == .hour { return hours(low, high, shown) }
    guard high - low <= Self.longest else { return shown }
    var calendar = calendar
    return (low...high).compactMap { ordinal in
      let key = PeriodKey(ordinal: ordinal, offset: 0)
      // A day that the zone skipped is no day.
      if var days = calendar {
        let period = days.period(ordinal)
        calendar = days
        if period.start >= period.end { return nil }
      }
      return key
    }
  }

  private func hours(_ low: Int64, _ high: Int64, _ shown: [PeriodKey]) -> [PeriodKey] {
    guard var calendar, (high - low) / 3_600 <= Self.longest else { return shown }
    var keys: [PeriodKey] = []
    var at = low
    while at <= high {
      let hour = calendar.period(at: .second(at))
      keys.append(hour.key)
      at = hour.end.wholeSeconds
    }
    return keys
  }

  /// A row without numbers.
  func row(_ key: PeriodKey, _ calendar: inout LocalCalendar?, isRing: Bool) -> StatisticsRow {
    if plan.period == .all { return StatisticsRow(period: "all") }
    if plan.period == .hour, !isRing {
      let start = Timestamp(.second(key.ordinal), offset: Int(key.offset))
      var row = StatisticsRow(period: Self.label(ofHour: start), start: start)
      if let hour = calendar?.period(at: .second(key.ordinal)) {
        let offset = calendar?.offset(at: hour.end) ?? Int(key.offset)
        row.end = Timestamp(hour.end, offset: offset)
      }
      return row
    }
    let unit = plan.period == .hour ? .day : plan.period
    var row = StatisticsRow(period: unit.label(of: key.ordinal))
    if !isRing, let period = calendar?.period(key.ordinal) {
      row.start = Timestamp(period.start, offset: calendar?.offset(at: period.start) ?? 0)
      row.end = Timestamp(period.end, offset: calendar?.offset(at: period.end) ?? 0)
    }
    return row
  }

  /// An hour as `2026-03-29T03:00+02:00`.
  private static func label(ofHour start: Timestamp) -> String {
    start.text.prefix(16) + SampleZones.text(ofOffset: Int(start.offsetMinutes))
  }
}
