import ByteKit
import HealthFormats
import HealthMerge
import HealthModel
import JSONCodec

/// Reduces the rows of a worker's chunks.
final class StatisticsConsumer: BatchConsumer {
  private var reducer: RowReducer?

  init(_ run: StatisticsRun) { reducer = RowReducer(run) }

  func prepare(_ batch: borrowing RecordBatch) {
    // Taken out, so that what is done row by row is done to a local value.
    guard var reducer else { return }
    self.reducer = nil
    reducer.reduce(batch)
    self.reducer = reducer
  }

  func commit() throws(ConversionError) { reducer?.commit() }
}

/// Makes sums and extremes by period of rows, or packed entries where their order matters.
private struct RowReducer {
  private let run: StatisticsRun
  private var zones: SampleZones
  private var shared: SharedOut
  private var labels: RowLabels
  private var sums = CellTable<SumCell>()
  private var values = CellTable<ValueCell>()
  private var entries: [[Entry]]
  private var blocks: [EntryBlock?]
  private var leftOut: [Int: Int] = [:]
  /// Samples by type and source.
  private var counts: [[Int]]
  private var rings: [RingDay] = []

  init(_ run: StatisticsRun) {
    self.run = run
    zones = SampleZones(run.plan.zone, run.zones)
    shared = SharedOut(run.plan, run.zones)
    labels = RowLabels(run)
    entries = run.plan.types.map { _ in [] }
    blocks = run.plan.types.map { _ in nil }
    counts = run.plan.types.map { _ in [] }
  }

  mutating func reduce(_ batch: borrowing RecordBatch) {
    begin()
    labels.begin(generation: batch.symbols.generation)
    for index in 0..<batch.rows.count {
      switch batch.rows[index].kind {
      case .sample: takeSample(batch.rows[index], batch)
      case .activitySummary: rings += RingDay.read(batch.rows[index], batch)
      default: break
      }
    }
    for index in entries.indices where !entries[index].isEmpty {
      if !entries[index].isSortedByStart { entries[index].sort { $0.start < $1.start } }
      blocks[index] = EntryBlock(entries[index])
    }
  }

  private mutating func begin() {
    sums.removeAll()
    values.removeAll()
    shared.begin()
    zones.begin()
    leftOut.removeAll(keepingCapacity: true)
    for type in counts.indices { counts[type].removeAll(keepingCapacity: true) }
    rings.removeAll()
    for index in entries.indices {
      entries[index].removeAll(keepingCapacity: true)
      blocks[index] = nil
    }
  }

  mutating func commit() {
    zones.flush()
    for index in blocks.indices {
      if let block = blocks[index] { run.runs[index].add(block) }
      blocks[index] = nil
    }
    run.add(sums, values, leftOut: leftOut, counts: counts)
    if !rings.isEmpty { run.rings.add(rings) }
  }

  @inline(__always)
  private mutating func takeSample(_ row: RecordRow, _ batch: borrowing RecordBatch) {
    let type = labels.type(of: row, batch)
    guard type >= 0, row.dates.contains(.start) else { return }
    let wanted = run.plan.types[type]
    guard let source = labels.source(of: row, batch) else { return }
    let zone = zones.number(of: row, batch)
    var start = row.start.instant
    var end = row.dates.contains(.end) ? row.end.instant : start
    if !row.start.hasOffset || row.dates.contains(.startIsDay) {
      (start, end) = daySpan(row, zone)
    }
    count(type, source)
    switch wanted.measure {
    case .values(let aggregation):
      guard let value = number(row, batch, type) else { return }
      let series = labels.series(of: row, type, source, batch)
      if let place = shared.place(start, zone: zone, series: series, in: &values) {
        values.cells[place].add(value, start, end, aggregation)
      }
    case .sum, .time:
      let value =
        wanted.measure == .time
        ? ExactDecimal(significand: UInt64(clamping: max(end - start, 0)), exponent: -9).normalized
        : number(row, batch, type)
      guard let value else { return }
      take(
        value,
        start,
        end,
        zone,
        source,
        series: labels.series(of: row, type, source, batch),
        type,
        priority: run.isOrdered(wanted) ? labels.priority(of: row, type, batch) : 0
      )
    case .sleep:
      var entry = Entry(start: start, end: end)
      entry.series = labels.stage(of: row, batch)
      entry.zone = zone
      entry.source = source
      entry.priority = labels.priority(of: row, type, batch)
      entries[type].append(entry)
    case .rings: break
    }
  }

  /// Adds a value that adds up, now or when all are in order.
  @inline(__always)
  private mutating func take(
    _ value: ExactDecimal,
    _ start: Instant,
    _ end: Instant,
    _ zone: UInt16,
    _ source: UInt32,
    series: UInt32,
    _ type: Int,
    priority: UInt16
  ) {
    let entry = Entry(
      start: start,
      end: end,
      significand: value.significand,
      exponent: Int16(truncatingIfNeeded: value.exponent),
      isNegative: value.isNegative,
      priority: priority,
      series: series,
      zone: zone,
      source: source
    )
    if run.isOrdered(run.plan.types[type]) {
      entries[type].append(entry)
    } else {
      shared.add(entry, from: start, to: end, isFirst: true, in: &sums)
    }
  }

  /// A day stands for its hours; a time without an offset is on the wall clock of the zone.
  private mutating func daySpan(_ row: RecordRow, _ zone: UInt16) -> (Instant, Instant) {
    let start =
      row.start.hasOffset
      ? row.start.instant : shared.instant(ofWall: row.start.seconds, zone: zone)
    guard row.dates.contains(.startIsDay) else {
      let end =
        row.dates.contains(.end)
        ? (row.end.hasOffset
          ? row.end.instant : shared.instant(ofWall: row.end.seconds, zone: zone))
        : start
      return (start, end)
    }
    let last =
      row.dates.contains(.endIsDay) ? max(row.end.seconds, row.start.seconds) : row.start.seconds
    return (start, shared.instant(ofWall: last + 86_400, zone: zone))
  }

  private mutating func number(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ type: Int
  ) -> ExactDecimal? {
    var value: ExactDecimal?
    switch row.valueKind {
    case .decimal: value = row.value
    case .longDecimal:
      // Rounded once, as wherever a number of more than 19 digits is calculated with.
      value = Double(batch.arena.span.text(row.valueText.range)).flatMap {
        ExactDecimal(shortest: $0)
      }
    case .text, .none: break
    }
    if let value, Entry.exponents.contains(value.exponent) { return value }
    leftOut[type, default: 0] += 1
    return nil
  }

  @inline(__always)
  private mutating func count(_ type: Int, _ source: UInt32) {
    while counts[type].count <= Int(source) { counts[type].append(0) }
    counts[type][Int(source)] &+= 1
  }
}

extension [Entry] {
  /// Whether each starts at the start of the one before it or later.
  fileprivate var isSortedByStart: Bool {
    for i in 1..<Swift.max(1, count) where self[i].start < self[i - 1].start { return false }
    return true
  }
}
