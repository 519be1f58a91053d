import ByteKit
import HealthFormats
import HealthMerge
import HealthModel

/// Makes nights and naps of records of sleep, one source a session.
///
/// A session ends with a pause of more than three hours and belongs to the day on which it ends.
/// One that begins between 9:00 and 20:00 and is shorter than four hours is a nap.
struct SleepNights {
  /// The total of all stages of sleep.
  static let asleep = "Asleep"
  /// The whole session, from the first record to the last.
  static let session = "Session"
  private static let second: Instant = 1_000_000_000

  private let run: StatisticsRun
  private let type: Int
  private let stages: [String]
  private let sources: [String]
  private var calendars: [UInt16: LocalCalendar] = [:]
  private var table = CellTable<SumCell>()
  private var waiting: [Entry] = []
  private var end = Instant.min

  private init(_ run: StatisticsRun, _ type: Int) {
    self.run = run
    self.type = type
    stages = run.stages.names
    sources = run.sources.names
  }

  /// Reads the ordered records of a type of a run; the cells of its nights and naps.
  static func cells(
    of run: StatisticsRun,
    type: Int
  ) throws(ConversionError) -> CellTable<SumCell> {
    var nights = SleepNights(run, type)
    try run.runs[type].forEach { entry throws(ConversionError) in nights.add(entry) }
    nights.close()
    return nights.table
  }

  private mutating func add(_ entry: Entry) {
    if !waiting.isEmpty, entry.start - end > SleepView.pause { close() }
    end = waiting.isEmpty ? entry.end : max(end, entry.end)
    waiting.append(entry)
  }

  private mutating func close() {
    let counted = SleepView.counted(
      waiting.map { entry in
        SleepView.Stage(
          start: entry.start,
          end: entry.end,
          value: stages[Int(entry.series)],
          source: sources[Int(entry.source)],
          priority: Int(entry.priority)
        )
      }
    ).map { waiting[$0] }.sorted {
      ($0.start, $0.end, stages[Int($0.series)]) < ($1.start, $1.end, stages[Int($1.series)])
    }
    var session: [Entry] = []
    var last = Instant.min
    for entry in counted {
      if !session.isEmpty, entry.start - last > SleepView.pause {
        take(session, until: last)
        session = []
      }
      last = session.isEmpty ? entry.end : max(last, entry.end)
      session.append(entry)
    }
    if !session.isEmpty { take(session, until: last) }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ session: [Entry], until end: Instant) {
    let start = session[0].start
    let zone = session.last { $0.end == end }?.zone ?? session[0].zone
    var calendar = calendars[zone] ?? LocalCalendar(run.zones.rules(zone), by: run.plan.period)
    defer { calendars[zone] = calendar }
    // What ends at midnight belongs to the day before.
    let place = max(start, end - 1)
    if let since = run.plan.since, place < since.instant(in: &calendar) { return }
    if let until = run.plan.until, place >= until.instant(in: &calendar) { return }
    let local = start.wholeSeconds + Int64(calendar.offset(at: start))
    let hour = (local - local.floorDivided(by: 86_400) * 86_400) / 3_600
    let isNap = hour >= 9 && hour < 20 && end - start < 4 * 3_600 * Self.second
    let part = isNap ? "nap" : "night"
    let period = calendar.period(at: place).key
    add(end - start, part, Self.session, period)
    let sleep = session.filter { stages[Int($0.series)].hasPrefix(Self.asleep) }
    if !sleep.isEmpty { add(Self.union(sleep), part, Self.asleep, period) }
    for (stage, entries) in Dictionary(grouping: session, by: \.series) {
      let name = stages[Int(stage)]
      // Sleep without a stage; its total is already there under this name's beginning.
      add(Self.union(entries), part, name.isEmpty ? "AsleepUnspecified" : name, period)
    }
  }

  private mutating func add(
    _ time: Instant,
    _ part: String,
    _ value: String,
    _ period: PeriodKey
  ) {
    let name = SeriesName(type: type, part: part, value: value, unit: "s")
    let place = table.place(CellKey(series: run.series.number(of: name), period: period))
    table.cells[place].count += 1
    table.cells[place].sum.add(
      ExactDecimal(significand: UInt64(clamping: max(time, 0)), exponent: -9).normalized
    )
  }

  /// How much time entries cover, which come by their starts.
  private static func union(_ entries: [Entry]) -> Instant {
    var total: Instant = 0
    var covered = Instant.min
    for entry in entries where entry.end > covered {
      total += entry.end - max(entry.start, covered)
      covered = entry.end
    }
    return total
  }
}
