import ByteKit
import HealthFormats
import HealthMerge
import HealthModel
import HealthUnits
import JSONCodec
import Synchronization

/// Gathers workouts, and heart rates for those that don't tell theirs.
package final class WorkoutRun: Sendable {
  let zone: ZoneSource
  let since: TimeBound?
  let until: TimeBound?
  /// Short names; empty for all.
  let activities: Set<String>
  let zones = ZoneBook()
  let sources = NameBook<String>()
  let heartRates: EntryRuns
  private let state = Mutex([Found]())

  /// A workout with what is needed to find its heart rates.
  struct Found: Sendable {
    var workout: WorkoutSummary
    var source: UInt32
  }

  /// A search for workouts.
  package init(
    zone: ZoneSource,
    since: TimeBound?,
    until: TimeBound?,
    activities: Set<String>,
    memory: Int
  ) {
    self.zone = zone
    self.since = since
    self.until = until
    self.activities = activities
    heartRates = EntryRuns(memory: memory)
  }

  /// What a worker reduces its rows with.
  package func makeConsumer() -> any BatchConsumer { WorkoutConsumer(self) }

  fileprivate func add(_ workouts: [Found]) { state.withLock { $0 += workouts } }

  /// The workouts in an order; call once, when all inputs are read.
  package func workouts(
    by order: WorkoutSummary.Order
  ) throws(ConversionError) -> [WorkoutSummary] {
    var found = state.withLock { $0 }
    try fillHeartRates(&found)
    return found.map(\.workout).sorted(by: order.precedes)
  }

  /// Takes the samples of each workout that tells no heart rate: of its own source, else of all.
  private func fillHeartRates(_ found: inout [Found]) throws(ConversionError) {
    struct Mean {
      var sum = DecimalSum()
      var count = 0

      mutating func add(_ value: ExactDecimal) {
        sum.add(value)
        count += 1
      }
    }
    let wanting = found.indices.filter { found[$0].workout.heartRate == nil }
      .sorted { found[$0].workout.start.instant < found[$1].workout.start.instant }
    if wanting.isEmpty { return }
    var own: [Int: Mean] = [:]
    var all: [Int: Mean] = [:]
    var open: [Int] = []
    var next = 0
    let workouts = found
    try heartRates.forEach { entry throws(ConversionError) in
      while next < wanting.count,
        workouts[wanting[next]].workout.start.instant <= entry.start
      {
        open.append(wanting[next])
        next += 1
      }
      open.removeAll { workouts[$0].workout.end.instant < entry.start }
      for index in open {
        all[index, default: Mean()].add(entry.value)
        if workouts[index].source == entry.source { own[index, default: Mean()].add(entry.value) }
      }
    }
    for index in wanting {
      guard let mean = own[index] ?? all[index] else { continue }
      found[index].workout.heartRate = mean.sum.rational / Rational(mean.count)
      found[index].workout.heartRateOrigin = .samples
    }
  }
}

/// Reads the workouts and packs the heart rates of a worker's chunk.
private final class WorkoutConsumer: BatchConsumer {
  private let run: WorkoutRun
  private var zones: SampleZones
  private var calendars: [UInt16: LocalCalendar] = [:]
  private var found: [WorkoutRun.Found] = []
  private var entries: [Entry] = []
  private var block: EntryBlock?
  private var isHeartRate: [Bool?] = []
  private var sources: [UInt32?] = []
  private var generation = -1

  init(_ run: WorkoutRun) {
    self.run = run
    zones = SampleZones(run.zone, run.zones)
  }

  func prepare(_ batch: borrowing RecordBatch) {
    found.removeAll()
    entries.removeAll(keepingCapacity: true)
    block = nil
    if generation != batch.symbols.generation {
      generation = batch.symbols.generation
      isHeartRate.removeAll()
      sources.removeAll()
    }
    for index in 0..<batch.rows.count {
      switch batch.rows[index].kind {
      case .sample:
        if isHeartRate(batch.rows[index].type, batch) { pack(batch.rows[index], batch) }
      case .workout: take(batch.rows[index], batch)
      default: break
      }
    }
    if entries.isEmpty { return }
    entries.sort { $0.start < $1.start }
    block = EntryBlock(entries)
  }

  func commit() throws(ConversionError) {
    if let block { run.heartRates.add(block) }
    block = nil
    if !found.isEmpty { run.add(found) }
  }

  @inline(__always)
  private func isHeartRate(_ symbol: Symbol, _ batch: borrowing RecordBatch) -> Bool {
    guard !symbol.isNone else { return false }
    while isHeartRate.count <= Int(symbol.index) { isHeartRate.append(nil) }
    if let known = isHeartRate[Int(symbol.index)] { return known }
    let isKnown = batch.symbols.type.text(symbol) == "HeartRate"
    isHeartRate[Int(symbol.index)] = isKnown
    return isKnown
  }

  private func source(_ symbol: Symbol, _ batch: borrowing RecordBatch) -> UInt32 {
    let index = Int(symbol.index) + 1
    while sources.count <= index { sources.append(nil) }
    if let known = sources[index] { return known }
    let name = SourceIdentity.folded(batch.symbols.source.text(symbol))
    let number = run.sources.number(of: name)
    sources[index] = number
    return number
  }

  private func pack(_ row: RecordRow, _ batch: borrowing RecordBatch) {
    guard row.valueKind == .decimal, row.dates.contains(.start), row.start.hasOffset,
      Entry.exponents.contains(row.value.exponent),
      batch.symbols.unit.text(row.unit) == "count/min"
    else { return }
    let start = row.start.instant
    entries.append(
      Entry(
        start: start,
        end: start,
        significand: row.value.significand,
        exponent: Int16(truncatingIfNeeded: row.value.exponent),
        isNegative: row.value.isNegative,
        source: source(row.source, batch)
      )
    )
  }

  private func take(_ row: RecordRow, _ batch: borrowing RecordBatch) {
    let activity = batch.symbols.type.text(row.type)
    guard row.dates.contains(.start), run.activities.isEmpty || run.activities.contains(activity)
    else { return }
    let zone = zones.number(of: row, batch)
    var calendar = calendars[zone] ?? LocalCalendar(run.zones.rules(zone), by: .day)
    defer { calendars[zone] = calendar }
    let start = row.start.instant
    if let since = run.since, start < since.instant(in: &calendar) { return }
    if let until = run.until, start >= until.instant(in: &calendar) { return }
    let duration = batch.total(\.duration, of: row)
    let end =
      row.dates.contains(.end)
      ? row.end.instant
      : start + Instant(min(max((duration?.doubleValue ?? 0), 0), 1e9) * 1e9)
    var workout = WorkoutSummary(
      activity: activity,
      start: Timestamp(start, offset: calendar.offset(at: start)),
      end: Timestamp(end, offset: calendar.offset(at: end)),
      duration: duration ?? ExactDecimal(Int((end - start) / 1_000_000_000)),
      distance: batch.total(\.distance, of: row),
      energy: batch.total(\.energy, of: row),
      source: batch.symbols.source.text(row.source)
    )
    if let average = heartRate(row, batch) {
      workout.heartRate = average
      workout.heartRateOrigin = .statistics
    }
    found.append(WorkoutRun.Found(workout: workout, source: source(row.source, batch)))
  }

  /// The average heart rate that the workout's statistics tell.
  private func heartRate(_ row: RecordRow, _ batch: borrowing RecordBatch) -> Rational? {
    guard !row.details.isEmpty,
      let details = try? JSONValue.parse(batch.arena.span, row.details.range)
    else { return nil }
    let statistics = details["statistics"]?.elements ?? []
    guard let own = statistics.first(where: { $0["type"]?.stringValue == "HeartRate" }),
      own["unit"]?.stringValue == "count/min"
    else { return nil }
    return own["average"]?.numberText.flatMap { Rational($0) }
  }
}
