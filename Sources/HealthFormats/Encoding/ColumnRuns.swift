import ByteKit
import HealthModel

/// Columns that neighbouring rows share, as CSV text: who wrote the record and of which type it is.
///
/// Columns that stand side by side are one run, made once for each combination of symbols and
/// copied whole from then on.
struct ColumnRuns {
  /// What the text of the runs depends on.
  private struct Key: Equatable {
    var kind: RecordKind = .archive
    var type: Symbol = .none
    var unit: Symbol = .none
    var source: Symbol = .none
    var version: Symbol = .none
    var device: Symbol = .none

    init() {}

    @inline(__always)
    init(_ row: RecordRow) {
      kind = row.kind
      type = row.type
      unit = row.unit
      source = row.source
      version = row.version
      device = row.device
    }

    /// A place for it among the entries.
    @inline(__always)
    var place: Int {
      let mix =
        type.index &* 5 &+ unit.index &* 3 &+ source.index &* 7 &+ version.index &* 11
        &+ device.index &* 13
      return Int(mix) & (ColumnRuns.entryCount - 1)
    }
  }

  /// The texts of one combination; an archive's own facts are no row, so that kind means "none".
  private struct Entry {
    var key = Key()
    /// The end of each run; the next one begins there.
    var ends: [8 of Int32] = .init(repeating: 0)
    var start: Int32 = 0
  }

  private static var entryCount: Int { 64 }
  /// Beyond this many bytes of text everything is made anew.
  private static let limit = 1 << 18

  private let columns: [Column]
  private let runs: [Range<Int>]
  private var entries = [Entry](repeating: Entry(), count: entryCount)
  private var text: [UInt8] = []
  private var generation = 0
  private var selected = Entry()

  /// Runs of `columns`, at most eight.
  init(columns: [Column], runs: [Range<Int>]) {
    self.columns = columns
    self.runs = runs
  }

  /// Whether a column's text follows from symbols alone, workouts apart.
  @inline(__always)
  static func isRepeating(_ column: Column) -> Bool {
    switch column {
    case .record, .type, .unit, .sourceName, .sourceVersion, .device: true
    // Empty for all but workouts.
    case .duration, .totalDistance, .totalEnergyBurned: true
    case .startDate, .endDate, .value, .creationDate, .uuid, .metadata, .details: false
    }
  }

  /// Makes the texts of a row ready to be appended.
  @inline(__always)
  mutating func select(_ row: RecordRow, of batch: borrowing RecordBatch) {
    let key = Key(row)
    if key == selected.key, generation == batch.symbols.generation, row.totals < 0 { return }
    change(to: key, row, of: batch)
  }

  /// Appends a run of the selected row, a comma before each column but the table's first.
  @inline(__always)
  func append(_ run: Int, to out: inout ByteBuffer) {
    let start = run == 0 ? selected.start : selected.ends[run &- 1]
    out.append(text.span, Int(start)..<Int(selected.ends[run]))
  }

  @inline(never)
  private mutating func change(to key: Key, _ row: RecordRow, of batch: borrowing RecordBatch) {
    if generation != batch.symbols.generation || text.count > Self.limit {
      generation = batch.symbols.generation
      entries = [Entry](repeating: Entry(), count: Self.entryCount)
      text.removeAll(keepingCapacity: true)
    }
    if row.totals < 0, entries[key.place].key == key {
      selected = entries[key.place]
      return
    }
    var made = ByteBuffer(capacity: 512)
    selected = Entry()
    selected.start = Int32(text.count)
    for (index, run) in runs.enumerated() {
      for column in run {
        if column > 0 { made.append(UInt8(ascii: ",")) }
        write(columns[column], row, of: batch, to: &made)
      }
      selected.ends[index] = Int32(text.count + made.count)
    }
    text.append(contentsOf: made.bytes)
    // A workout has numbers of its own.
    guard row.totals < 0 else { return }
    selected.key = key
    entries[key.place] = selected
  }

  private func write(
    _ column: Column,
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    switch column {
    case .record: out.append(row.kind.literal)
    case .type: field(row.type, of: batch.symbols.type, to: &out)
    case .unit: field(row.unit, of: batch.symbols.unit, to: &out)
    case .sourceName: field(row.source, of: batch.symbols.source, to: &out)
    case .sourceVersion: field(row.version, of: batch.symbols.version, to: &out)
    case .device: field(row.device, of: batch.symbols.device, to: &out)
    case .duration: number(\.duration, row, batch, &out)
    case .totalDistance: number(\.distance, row, batch, &out)
    case .totalEnergyBurned: number(\.energy, row, batch, &out)
    case .startDate, .endDate, .value, .creationDate, .uuid, .metadata, .details:
      assertionFailure("\(column) does not repeat")
    }
  }

  private func field(_ symbol: Symbol, of table: borrowing SymbolTable, to out: inout ByteBuffer) {
    var text = ByteBuffer(capacity: 128)
    table.append(symbol, to: &text)
    out.appendCSVField(text.span, 0..<text.count)
  }

  private func number(
    _ field: KeyPath<WorkoutTotals, ExactDecimal?>,
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ out: inout ByteBuffer
  ) {
    guard let value = batch.total(field, of: row) else { return }
    out.append(value)
  }
}
