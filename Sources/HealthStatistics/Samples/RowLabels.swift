import ByteKit
import HealthFormats
import HealthMerge
import HealthModel
import JSONCodec

/// Tells a worker what the symbols of its rows stand for, each worked out once.
struct RowLabels {
  private let run: StatisticsRun
  private let wanted: [String: Int]
  private var generation = -1
  /// The place of a type among those wanted by its symbol; -1 for none, -2 for not asked yet.
  private var types: [Int] = []
  /// The number of a source by its symbol; nil within for one that is not wanted.
  private var sources: [UInt32??] = []
  private var stages: [UInt32?] = []
  private var series: [SeriesSymbols: UInt32] = [:]
  private var lastSeries = (SeriesSymbols(), UInt32(0))
  private var priorities: [WriterSymbols: UInt16] = [:]
  /// The last answer for each device, since sources alternate and devices don't share them.
  private var recent: [(symbols: WriterSymbols, place: UInt16)] = []

  private struct SeriesSymbols: Hashable {
    var type = -1
    var source: UInt32 = 0
    var unit: Int32 = -1
    var text: Int32 = -1
  }

  private struct WriterSymbols: Hashable {
    var type = -1
    var source: Int32 = -1
    var device: Int32 = -1
    var isEntered = false
  }

  init(_ run: StatisticsRun) {
    self.run = run
    wanted = Dictionary(
      run.plan.types.enumerated().map { ($1.name, $0) }
    ) { first, _ in first }
  }

  /// Forgets the symbols of another generation.
  mutating func begin(generation: Int) {
    guard generation != self.generation else { return }
    self.generation = generation
    types.removeAll()
    sources.removeAll()
    stages.removeAll()
    series.removeAll()
    lastSeries.0 = SeriesSymbols()
    priorities.removeAll()
    recent.removeAll(keepingCapacity: true)
  }

  /// The place of a row's type among those wanted; -1 when it is none of them.
  @inline(__always)
  mutating func type(of row: RecordRow, _ batch: borrowing RecordBatch) -> Int {
    let index = Int(row.type.index)
    if index >= 0, index < types.count, types[index] > -2 { return types[index] }
    return findType(row.type, batch)
  }

  private mutating func findType(_ symbol: Symbol, _ batch: borrowing RecordBatch) -> Int {
    guard !symbol.isNone else { return -1 }
    while types.count <= Int(symbol.index) { types.append(-2) }
    let place = wanted[batch.symbols.type.text(symbol)] ?? -1
    types[Int(symbol.index)] = place
    return place
  }

  /// The number of a row's source; nil when it is not wanted.
  @inline(__always)
  mutating func source(of row: RecordRow, _ batch: borrowing RecordBatch) -> UInt32? {
    // The first place is for no source.
    let index = Int(row.source.index) + 1
    if index < sources.count, let known = sources[index] { return known }
    return findSource(row.source, batch)
  }

  private mutating func findSource(_ symbol: Symbol, _ batch: borrowing RecordBatch) -> UInt32? {
    let index = Int(symbol.index) + 1
    while sources.count <= index { sources.append(nil) }
    let name = batch.symbols.source.text(symbol)
    var number: UInt32?
    var isWanted = true
    if case .named(let patterns) = run.plan.sources {
      isWanted = patterns.contains { Glob.matches(name, pattern: $0) }
    }
    if isWanted { number = run.sources.number(of: SourceIdentity.folded(name)) }
    sources[index] = .some(number)
    return number
  }

  /// The number of the series a row belongs to.
  @inline(__always)
  mutating func series(
    of row: RecordRow,
    _ type: Int,
    _ source: UInt32,
    _ batch: borrowing RecordBatch
  ) -> UInt32 {
    let isEach = run.plan.sources == .each
    let symbols = SeriesSymbols(
      type: type,
      source: isEach ? source : 0,
      unit: row.unit.index,
      text: row.valueKind == .text ? row.text.index : -1
    )
    if symbols == lastSeries.0 { return lastSeries.1 }
    let number = series[symbols] ?? findSeries(row, symbols, isEach, batch)
    lastSeries = (symbols, number)
    return number
  }

  private mutating func findSeries(
    _ row: RecordRow,
    _ symbols: SeriesSymbols,
    _ isEach: Bool,
    _ batch: borrowing RecordBatch
  ) -> UInt32 {
    let wanted = run.plan.types[symbols.type]
    var name = SeriesName(type: symbols.type)
    if isEach { name.source = SourceIdentity.folded(batch.symbols.source.text(row.source)) }
    if wanted.measure == .time {
      name.value = row.valueKind == .text ? batch.symbols.value.text(row.text) : ""
      name.unit = "s"
    } else {
      name.unit = batch.symbols.unit.text(row.unit)
    }
    let number = run.series.number(of: name)
    series[symbols] = number
    return number
  }

  /// The number of a row's stage of sleep.
  mutating func stage(of row: RecordRow, _ batch: borrowing RecordBatch) -> UInt32 {
    let index = row.valueKind == .text ? Int(row.text.index) + 1 : 0
    while stages.count <= index { stages.append(nil) }
    if let known = stages[index] { return known }
    let name = row.valueKind == .text ? batch.symbols.value.text(row.text) : ""
    let number = run.stages.number(of: name)
    stages[index] = number
    return number
  }

  /// The place of a row's source in the priority list of its type.
  @inline(__always)
  mutating func priority(
    of row: RecordRow,
    _ type: Int,
    _ batch: borrowing RecordBatch
  ) -> UInt16 {
    let symbols = WriterSymbols(
      type: type,
      source: row.source.index,
      device: row.device.index,
      isEntered: !row.metadata.isEmpty && Self.isEntered(batch.arena.span, row.metadata.range)
    )
    let index = Int(row.device.index) + 1
    if index < recent.count, recent[index].symbols == symbols { return recent[index].place }
    let place = priorities[symbols] ?? findPriority(row, symbols, batch)
    while recent.count <= index { recent.append((WriterSymbols(), 0)) }
    recent[index] = (symbols, place)
    return place
  }

  private mutating func findPriority(
    _ row: RecordRow,
    _ symbols: WriterSymbols,
    _ batch: borrowing RecordBatch
  ) -> UInt16 {
    let source = batch.symbols.source.text(row.source)
    var members: [(key: String, value: JSONValue)] = [("sourceName", .string(source))]
    let device = batch.symbols.device.text(row.device)
    if !device.isEmpty, let value = try? JSONValue.parse(Array(device.utf8)) {
      members.append(("device", value))
    }
    if symbols.isEntered {
      members.append(("metadata", .object([("HKWasUserEntered", .string("1"))])))
    }
    let place = run.plan.priority.place(
      of: SourceIdentity.folded(source),
      type: run.plan.types[symbols.type].name,
      class: SourcePriority.classify(.object(members))
    )
    let number = UInt16(clamping: place)
    priorities[symbols] = number
    return number
  }

  /// Whether the metadata says that a person typed the value in.
  private static func isEntered(_ bytes: Span<UInt8>, _ metadata: Range<Int>) -> Bool {
    let key: StaticString = "\"HKWasUserEntered\":\""
    var i = metadata.lowerBound
    let end = metadata.upperBound
    while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: i, to: end) {
      let value = quote + key.utf8CodeUnitCount
      if value < end, bytes.starts(with: key, at: quote) {
        return bytes[value] == UInt8(ascii: "1") || bytes[value] == UInt8(ascii: "t")
      }
      i = quote + 1
    }
    return false
  }
}
