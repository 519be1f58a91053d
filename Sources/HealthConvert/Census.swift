import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// Counts over a run, filled in the order of the input.
final class Census: @unchecked Sendable {
  // Only the worker whose turn it is adds to it; read when all are done.
  private var types: [String: TypeCensus] = [:]
  private var activities: [String: TypeCensus] = [:]
  private var others: [String: TypeCensus] = [:]
  private var sources: [String: Int] = [:]
  private var devices: [String: Int] = [:]
  private var keys: [String: Int] = [:]
  private var offsets: [Int: Int] = [:]
  private var characteristics: [String] = []
  private var first: Timestamp?
  private var last: Timestamp?

  fileprivate func add(_ part: CensusPart) {
    for (name, census) in part.types { merge(census, into: &types[name]) }
    for (name, census) in part.activities { merge(census, into: &activities[name]) }
    for (name, census) in part.others { merge(census, into: &others[name]) }
    sources.merge(part.sources, uniquingKeysWith: +)
    devices.merge(part.devices, uniquingKeysWith: +)
    keys.merge(part.keys, uniquingKeysWith: +)
    offsets.merge(part.offsets, uniquingKeysWith: +)
    characteristics += part.characteristics
  }

  private func merge(_ part: TypeCensus, into total: inout TypeCensus?) {
    var merged = total ?? TypeCensus(name: part.name)
    merged.count += part.count
    merged.units.merge(part.units, uniquingKeysWith: +)
    merged.first = [merged.first, part.first].compactMap { $0 }.min(by: Timestamp.isEarlier)
    merged.last = [merged.last, part.last].compactMap { $0 }.max(by: Timestamp.isEarlier)
    total = merged
  }

  func fill(_ report: inout InspectionReport) {
    report.types = Self.ranked(types)
    report.activities = Self.ranked(activities)
    report.otherTypes = Self.ranked(others)
    report.sources = Self.ranked(sources).map { (name: $0.key, count: $0.count) }
    report.devices = Self.ranked(devices).map { (json: $0.key, count: $0.count) }
    report.metadataKeys = Self.ranked(keys).map { (name: $0.key, count: $0.count) }
    report.offsets = offsets.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (minutes: $0.key, count: $0.value) }
    report.characteristics = characteristics
    let all = [types, activities, others].flatMap(\.values)
    if let first = all.compactMap(\.first).min(by: Timestamp.isEarlier),
      let last = all.compactMap(\.last).max(by: Timestamp.isEarlier)
    {
      report.range = (first, last)
    }
  }

  private static func ranked(_ table: [String: TypeCensus]) -> [TypeCensus] {
    table.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  private static func ranked(_ table: [String: Int]) -> [(key: String, count: Int)] {
    table.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

extension Timestamp {
  /// Orders instants.
  static func isEarlier(_ a: Timestamp, _ b: Timestamp) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// The counts of one chunk.
private struct CensusPart {
  var types: [String: TypeCensus] = [:]
  var activities: [String: TypeCensus] = [:]
  var others: [String: TypeCensus] = [:]
  var sources: [String: Int] = [:]
  var devices: [String: Int] = [:]
  var keys: [String: Int] = [:]
  var offsets: [Int: Int] = [:]
  var characteristics: [String] = []
}

/// Counts the rows of a worker's chunks: by symbol first, by name once a chunk.
final class CensusConsumer: BatchConsumer {
  private struct Cell {
    var count = 0
    var units: [Symbol: Int] = [:]
    var first: Timestamp?
    var last: Timestamp?
  }

  private let census: Census
  private var part = CensusPart()
  private var tape = JSONTape()

  init(_ census: Census) { self.census = census }

  func prepare(_ batch: borrowing RecordBatch) {
    part = CensusPart()
    var cells: [RecordKind: [Symbol: Cell]] = [:]
    var sources: [Symbol: Int] = [:]
    var devices: [Symbol: Int] = [:]
    for index in 0..<batch.rows.count {
      let row = batch.rows[index]
      count(row, in: &cells[row.kind, default: [:]][row.type, default: Cell()])
      if !row.source.isNone { sources[row.source, default: 0] += 1 }
      if !row.device.isNone { devices[row.device, default: 0] += 1 }
      if row.dates.contains(.start), row.start.hasOffset {
        part.offsets[Int(row.start.offsetMinutes), default: 0] += 1
      }
      if !row.metadata.isEmpty { countKeys(batch.arena.span, row.metadata.range) }
      if row.kind == .characteristics {
        part.characteristics.append(batch.arena.span.text(row.details.range))
      }
    }
    for (symbol, count) in sources {
      part.sources[batch.symbols.source.text(symbol), default: 0] += count
    }
    for (symbol, count) in devices where !batch.symbols.device.isEmpty(symbol) {
      part.devices[DeviceIdentity.text(batch.symbols.device.text(symbol)), default: 0] += count
    }
    for (kind, table) in cells { name(table, kind, batch) }
  }

  private func count(_ row: RecordRow, in cell: inout Cell) {
    cell.count += 1
    if !row.unit.isNone { cell.units[row.unit, default: 0] += 1 }
    guard row.dates.contains(.start) else { return }
    let end = row.dates.contains(.end) ? row.end : row.start
    if cell.first.map({ Timestamp.isEarlier(row.start, $0) }) ?? true { cell.first = row.start }
    if cell.last.map({ Timestamp.isEarlier($0, end) }) ?? true { cell.last = end }
  }

  private func name(
    _ table: [Symbol: Cell],
    _ kind: RecordKind,
    _ batch: borrowing RecordBatch
  ) {
    for (symbol, cell) in table {
      let text = batch.symbols.type.text(symbol)
      var census = TypeCensus(name: text.isEmpty ? kind.name : text)
      census.count = cell.count
      census.first = cell.first
      census.last = cell.last
      for (unit, count) in cell.units {
        census.units[batch.symbols.unit.text(unit), default: 0] += count
      }
      switch kind {
      case .sample: part.types[census.name] = census
      case .workout: part.activities[census.name] = census
      case .correlation, .other: part.others[census.name] = census
      case .archive, .characteristics, .activitySummary: break
      }
    }
  }

  private func countKeys(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    do { try tape.parse(bytes, range) } catch { return }
    var index = 1
    while index < tape.tokens.count {
      part.keys[tape.text(at: index, in: bytes), default: 0] += 1
      index = Int(tape.tokens[index + 1].next)
    }
  }

  func commit() throws(ConversionError) { census.add(part) }
}
