import ByteKit
import HealthModel

/// Writes rows as canonical JSON objects: the columns in order, absent ones left out.
struct JSONRowEncoder {
  /// All columns, as in NDJSON and JSON archives.
  static let allColumns = Column.allCases
  /// The columns of a correlation's member.
  static let memberColumns = Column.columns(of: .sample)

  let columns: [Column]
  private var type = SymbolCache()
  private var unit = SymbolCache()
  private var source = SymbolCache()
  private var version = SymbolCache()
  private var value = SymbolCache()
  private var dates = TimestampWriter()
  private var isFirst = true

  init(columns: [Column]) { self.columns = columns }

  /// Writes one row as an object, without a line end.
  mutating func write(_ row: RecordRow, of batch: borrowing RecordBatch, to out: inout ByteBuffer) {
    out.append("{")
    isFirst = true
    for column in columns { write(column, row, of: batch, to: &out) }
    out.append("}")
  }

  @inline(__always)
  private mutating func key(_ name: StaticString, to out: inout ByteBuffer) {
    out.append(isFirst ? "\"" : ",\"")
    isFirst = false
    out.append(name)
    out.append("\":")
  }

  @inline(__always)
  private mutating func write(
    _ column: Column,
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    let generation = batch.symbols.generation
    switch column {
    case .record:
      key("record", to: &out)
      out.append("\"")
      out.append(row.kind.literal)
      out.append("\"")
    case .type:
      guard !row.type.isNone else { return }
      key("type", to: &out)
      type.append(
        row.type,
        of: batch.symbols.type,
        generation: generation,
        to: &out,
        encode: Self.quoted
      )
    case .startDate:
      guard row.dates.contains(.start) else { return }
      key("startDate", to: &out)
      date(row.start, isDay: row.dates.contains(.startIsDay), to: &out)
    case .endDate:
      guard row.dates.contains(.end) else { return }
      key("endDate", to: &out)
      date(row.end, isDay: row.dates.contains(.endIsDay), to: &out)
    case .value: writeValue(row, of: batch, to: &out)
    case .unit:
      guard !row.unit.isNone else { return }
      key("unit", to: &out)
      unit.append(
        row.unit,
        of: batch.symbols.unit,
        generation: generation,
        to: &out,
        encode: Self.quoted
      )
    case .duration: number("duration", \.duration, row, batch, &out)
    case .totalDistance: number("totalDistance", \.distance, row, batch, &out)
    case .totalEnergyBurned: number("totalEnergyBurned", \.energy, row, batch, &out)
    case .sourceName:
      guard !row.source.isNone else { return }
      key("sourceName", to: &out)
      source.append(
        row.source,
        of: batch.symbols.source,
        generation: generation,
        to: &out,
        encode: Self.quoted
      )
    case .sourceVersion:
      guard !row.version.isNone else { return }
      key("sourceVersion", to: &out)
      version.append(
        row.version,
        of: batch.symbols.version,
        generation: generation,
        to: &out,
        encode: Self.quoted
      )
    case .device:
      guard !row.device.isNone, !batch.symbols.device.isEmpty(row.device) else { return }
      key("device", to: &out)
      batch.symbols.device.append(row.device, to: &out)
    case .creationDate:
      guard row.dates.contains(.creation) else { return }
      key("creationDate", to: &out)
      date(row.creation, isDay: false, to: &out)
    case .uuid:
      guard !row.uuid.isEmpty else { return }
      key("uuid", to: &out)
      out.appendJSONString(batch.arena.span, row.uuid.range)
    case .metadata:
      guard !row.metadata.isEmpty else { return }
      key("metadata", to: &out)
      out.append(batch.arena.span, row.metadata.range)
    case .details:
      guard !row.details.isEmpty else { return }
      key("details", to: &out)
      out.append(batch.arena.span, row.details.range)
    }
  }

  @inline(__always)
  private mutating func writeValue(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    switch row.valueKind {
    case .none: return
    case .decimal:
      key("value", to: &out)
      out.append(row.value)
    case .longDecimal:
      key("value", to: &out)
      out.append(longDecimal: batch.arena.span, row.valueText.range)
    case .text:
      key("value", to: &out)
      value.append(
        row.text,
        of: batch.symbols.value,
        generation: batch.symbols.generation,
        to: &out,
        encode: Self.quoted
      )
    }
  }

  @inline(__always)
  private mutating func date(_ stamp: Timestamp, isDay: Bool, to out: inout ByteBuffer) {
    out.append("\"")
    if isDay { out.append(day: stamp) } else { dates.append(stamp, to: &out) }
    out.append("\"")
  }

  private mutating func number(
    _ name: StaticString,
    _ field: KeyPath<WorkoutTotals, ExactDecimal?>,
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ out: inout ByteBuffer
  ) {
    guard let value = batch.total(field, of: row) else { return }
    key(name, to: &out)
    out.append(value)
  }

  private static func quoted(_ text: Span<UInt8>, _ out: inout ByteBuffer) {
    out.appendJSONString(text, 0..<text.count)
  }
}
