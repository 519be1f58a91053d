import HealthMerge
import HealthModel

/// Puts parts of samples into the periods they lie in, within the limits in time.
struct SharedOut {
  private let plan: StatisticsPlan
  private let zones: ZoneBook
  private var calendars: [LocalCalendar?] = []
  /// The limits on the calendars of the zones.
  private var bounds: [(since: Instant, until: Instant)] = []
  // Where the last sample went.
  private var lastKey = CellKey(series: .max, period: Period.none.key)
  private var lastPlace = 0

  init(_ plan: StatisticsPlan, _ zones: ZoneBook) {
    self.plan = plan
    self.zones = zones
  }

  /// The places of cells are void: the table was emptied.
  mutating func begin() { lastKey = CellKey(series: .max, period: Period.none.key) }

  /// The instant of a reading of a zone's wall clock.
  mutating func instant(ofWall wall: Int64, zone: UInt16) -> Instant {
    open(zone)
    return calendars[Int(zone)]?.instant(ofWall: wall) ?? .second(wall)
  }

  /// The cell of an instant; nil when it is outside the limits.
  @inline(__always)
  mutating func place(
    _ instant: Instant,
    zone: UInt16,
    series: UInt32,
    in table: inout CellTable<ValueCell>
  ) -> Int? {
    open(zone)
    let bound = bounds[Int(zone)]
    guard bound.since <= instant, instant < bound.until else { return nil }
    return place(period(instant, zone).key, series, in: &table)
  }

  /// Adds the part of an entry between two instants.
  mutating func add(
    _ entry: Entry,
    from: Instant,
    to: Instant,
    isFirst: Bool,
    in table: inout CellTable<SumCell>
  ) {
    open(entry.zone)
    let bound = bounds[Int(entry.zone)]
    if to <= from || plan.assignsToStart {
      guard bound.since <= from, from < bound.until else { return }
      let place = place(period(from, entry.zone).key, entry.series, in: &table)
      if from == entry.start, to == entry.end {
        table.cells[place].sum.add(entry.value)
      } else {
        table.cells[place].sum.add(entry.value, piece: to - from, of: entry.duration)
      }
      if isFirst { table.cells[place].count &+= 1 }
      return
    }
    var start = max(from, bound.since)
    let end = min(to, bound.until)
    var isFirst = isFirst
    while start < end {
      let period = period(start, entry.zone)
      let place = place(period.key, entry.series, in: &table)
      let border = min(end, period.end)
      if start == entry.start, border == entry.end {
        table.cells[place].sum.add(entry.value)
      } else {
        table.cells[place].sum.add(entry.value, piece: border - start, of: entry.duration)
      }
      if isFirst { table.cells[place].count &+= 1 }
      isFirst = false
      start = border
    }
  }

  @inline(__always)
  private mutating func period(_ instant: Instant, _ zone: UInt16) -> Period {
    calendars[Int(zone)]?.period(at: instant) ?? .none
  }

  @inline(__always)
  private mutating func place<Cell>(
    _ period: PeriodKey,
    _ series: UInt32,
    in table: inout CellTable<Cell>
  ) -> Int {
    let key = CellKey(series: series, period: period)
    if key == lastKey { return lastPlace }
    lastKey = key
    lastPlace = table.place(key)
    return lastPlace
  }

  @inline(__always)
  private mutating func open(_ zone: UInt16) {
    if Int(zone) < calendars.count, calendars[Int(zone)] != nil { return }
    openSlowly(zone)
  }

  private mutating func openSlowly(_ zone: UInt16) {
    while calendars.count <= Int(zone) {
      calendars.append(nil)
      bounds.append((.min, .max))
    }
    var calendar = LocalCalendar(zones.rules(zone), by: plan.period)
    if let since = plan.since { bounds[Int(zone)].since = since.instant(in: &calendar) }
    if let until = plan.until { bounds[Int(zone)].until = until.instant(in: &calendar) }
    calendars[Int(zone)] = calendar
  }
}

extension TimeBound {
  /// The instant on a zone's calendar.
  func instant(in calendar: inout LocalCalendar) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .wall(let seconds): calendar.instant(ofWall: seconds)
    }
  }
}
