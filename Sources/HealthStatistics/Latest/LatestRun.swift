import ByteKit
import HealthFormats
import HealthMerge
import HealthModel
import JSONCodec
import Synchronization

/// The most recent sample of a type.
public struct LatestSample: Sendable {
  /// The type.
  public var type: WantedType
  /// The number; nil for a case of a category.
  public var number: ExactDecimal?
  /// The case of a category.
  public var text: String?
  /// The unit of the number; empty when it has none.
  public var unit: String
  /// When it begins, in its zone.
  public var start: Timestamp
  /// When it ends, in its zone; the start where no end was written.
  public var end: Timestamp
  /// Who wrote it.
  public var source: String

  /// Whether it is more recent than another: by end, then by start, then by value and source.
  func isLater(than other: LatestSample) -> Bool {
    if end.instant != other.end.instant { return end.instant > other.end.instant }
    if start.instant != other.start.instant { return start.instant > other.start.instant }
    let mine = number?.doubleValue ?? -.infinity
    let theirs = other.number?.doubleValue ?? -.infinity
    if mine != theirs { return mine > theirs }
    return (other.text ?? "", other.source, other.end.offsetMinutes)
      < (text ?? "", source, end.offsetMinutes)
  }
}

/// Of which day the latest sample is wanted.
public enum LatestDay: Sendable, Equatable {
  /// A day of each sample's zone.
  case day(CivilDate)
  /// The day that it is in each sample's zone at an instant.
  case of(Timestamp)
}

/// Finds the most recent sample of each type.
package final class LatestRun: Sendable {
  let types: [WantedType]
  let zone: ZoneSource
  let day: LatestDay?
  let zones = ZoneBook()
  private let state: Mutex<[LatestSample?]>

  /// A search; a day leaves out what did not end on it.
  package init(_ types: [WantedType], zone: ZoneSource, on day: LatestDay?) {
    self.types = types
    self.zone = zone
    self.day = day
    state = Mutex(types.map { _ in nil })
  }

  /// What a worker looks through its rows with.
  package func makeConsumer() -> any BatchConsumer { LatestConsumer(self) }

  /// The samples found, in the order of the types.
  package var samples: [LatestSample?] { state.withLock { $0 } }

  fileprivate func offer(_ samples: [LatestSample?]) {
    state.withLock { best in
      for (index, sample) in samples.enumerated() {
        guard let sample else { continue }
        if let old = best[index], !sample.isLater(than: old) { continue }
        best[index] = sample
      }
    }
  }
}

/// Keeps the most recent sample of each type of a worker's chunk.
private final class LatestConsumer: BatchConsumer {
  private let run: LatestRun
  private var zones: SampleZones
  private var calendars: [UInt16: LocalCalendar] = [:]
  private let places: [String: Int]
  private var types: [Int] = []
  private var generation = -1
  private var best: [LatestSample?]
  /// The ends of the best, so that most rows cost one comparison.
  private var ends: [Instant]

  init(_ run: LatestRun) {
    self.run = run
    zones = SampleZones(run.zone, run.zones)
    places = Dictionary(run.types.enumerated().map { ($1.name, $0) }) { first, _ in first }
    best = run.types.map { _ in nil }
    ends = run.types.map { _ in .min }
  }

  func prepare(_ batch: borrowing RecordBatch) {
    for index in best.indices {
      best[index] = nil
      ends[index] = .min
    }
    if generation != batch.symbols.generation {
      generation = batch.symbols.generation
      types.removeAll()
    }
    for index in 0..<batch.rows.count where batch.rows[index].kind == .sample {
      let type = type(batch.rows[index].type, batch)
      guard type >= 0, batch.rows[index].dates.contains(.start) else { continue }
      let hasEnd = batch.rows[index].dates.contains(.end)
      let end = hasEnd ? batch.rows[index].end.instant : batch.rows[index].start.instant
      if end >= ends[type] { take(batch.rows[index], type, end, batch) }
    }
  }

  func commit() throws(ConversionError) { run.offer(best) }

  private func type(_ symbol: Symbol, _ batch: borrowing RecordBatch) -> Int {
    guard !symbol.isNone else { return -1 }
    while types.count <= Int(symbol.index) { types.append(-2) }
    if types[Int(symbol.index)] == -2 {
      types[Int(symbol.index)] = places[batch.symbols.type.text(symbol)] ?? -1
    }
    return types[Int(symbol.index)]
  }

  private func take(
    _ row: RecordRow,
    _ type: Int,
    _ end: Instant,
    _ batch: borrowing RecordBatch
  ) {
    let zone = zones.number(of: row, batch)
    var calendar = calendars[zone] ?? LocalCalendar(run.zones.rules(zone), by: .day)
    defer { calendars[zone] = calendar }
    let start = row.start.instant
    if let day = run.day {
      let wanted =
        switch day {
        case .day(let date): date.daysSince1970
        case .of(let now): calendar.period(at: now.instant).key.ordinal
        }
      guard calendar.period(at: max(start, end - 1)).key.ordinal == wanted else { return }
    }
    var sample = LatestSample(
      type: run.types[type],
      unit: batch.symbols.unit.text(row.unit),
      start: local(row.start, start, &calendar),
      end: local(row.dates.contains(.end) ? row.end : row.start, end, &calendar),
      source: batch.symbols.source.text(row.source)
    )
    switch row.valueKind {
    case .decimal: sample.number = row.value.normalized
    case .longDecimal:
      sample.number = Double(batch.arena.span.text(row.valueText.range))
        .flatMap { ExactDecimal(shortest: $0) }
    case .text: sample.text = batch.symbols.value.text(row.text)
    case .none: break
    }
    if let old = best[type], !sample.isLater(than: old) { return }
    best[type] = sample
    ends[type] = end
  }

  /// A time on the clock of its zone; what has no offset keeps none.
  private func local(
    _ stamp: Timestamp,
    _ instant: Instant,
    _ calendar: inout LocalCalendar
  ) -> Timestamp {
    stamp.hasOffset ? Timestamp(instant, offset: calendar.offset(at: instant)) : stamp
  }
}
