import ByteKit
import HealthModel

/// Writes rows as records of RFC 4180: the columns in order, LF at the end.
struct CSVRowEncoder {
  // Inline, so that a row costs no reference counting.
  private var columns: [16 of Column] = .init(repeating: .record)
  private let columnCount: Int
  private var type = SymbolCache()
  private var unit = SymbolCache()
  private var source = SymbolCache()
  private var version = SymbolCache()
  private var device = SymbolCache()
  private var value = SymbolCache()
  private var dates = TimestampWriter()

  /// An encoder of these columns, at most all of them.
  init(columns: [Column]) {
    columnCount = columns.count
    for (index, column) in columns.enumerated() { self.columns[index] = column }
  }

  /// The header row.
  func writeHeader(to out: inout ByteBuffer) {
    for index in 0..<columnCount {
      if index > 0 { out.append(",") }
      out.append(columns[index].name)
    }
    out.append("\n")
  }

  /// Writes one row.
  mutating func write(_ row: RecordRow, of batch: borrowing RecordBatch, to out: inout ByteBuffer) {
    let generation = batch.symbols.generation
    var index = 0
    while index < columnCount {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      write(columns[index], row, of: batch, generation, to: &out)
      index &+= 1
    }
    out.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private mutating func write(
    _ column: Column,
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    _ generation: Int,
    to out: inout ByteBuffer
  ) {
    switch column {
    case .record: out.append(row.kind.literal)
    case .type:
      guard !row.type.isNone else { return }
      type.append(
        row.type,
        of: batch.symbols.type,
        generation: generation,
        to: &out,
        encode: Self.field
      )
    case .startDate:
      guard row.dates.contains(.start) else { return }
      date(row.start, isDay: row.dates.contains(.startIsDay), to: &out)
    case .endDate:
      guard row.dates.contains(.end) else { return }
      date(row.end, isDay: row.dates.contains(.endIsDay), to: &out)
    case .value:
      switch row.valueKind {
      case .none: return
      case .decimal: out.append(row.value)
      case .longDecimal: out.append(longDecimal: batch.arena.span, row.valueText.range)
      case .text:
        value.append(
          row.text,
          of: batch.symbols.value,
          generation: generation,
          to: &out,
          encode: Self.field
        )
      }
    case .unit:
      guard !row.unit.isNone else { return }
      unit.append(
        row.unit,
        of: batch.symbols.unit,
        generation: generation,
        to: &out,
        encode: Self.field
      )
    case .duration: number(\.duration, row, batch, &out)
    case .totalDistance: number(\.distance, row, batch, &out)
    case .totalEnergyBurned: number(\.energy, row, batch, &out)
    case .sourceName:
      guard !row.source.isNone else { return }
      source.append(
        row.source,
        of: batch.symbols.source,
        generation: generation,
        to: &out,
        encode: Self.field
      )
    case .sourceVersion:
      guard !row.version.isNone else { return }
      version.append(
        row.version,
        of: batch.symbols.version,
        generation: generation,
        to: &out,
        encode: Self.field
      )
    case .device:
      guard !row.device.isNone else { return }
      device.append(
        row.device,
        of: batch.symbols.device,
        generation: generation,
        to: &out,
        encode: Self.field
      )
    case .creationDate:
      guard row.dates.contains(.creation) else { return }
      dates.append(row.creation, to: &out)
    case .uuid: out.appendCSVField(batch.arena.span, row.uuid.range)
    case .metadata:
      guard !row.metadata.isEmpty else { return }
      out.appendQuotedCSVField(batch.arena.span, row.metadata.range)
    case .details:
      guard !row.details.isEmpty else { return }
      out.appendQuotedCSVField(batch.arena.span, row.details.range)
    }
  }

  @inline(__always)
  private mutating func date(_ stamp: Timestamp, isDay: Bool, to out: inout ByteBuffer) {
    if isDay { out.append(day: stamp) } else { dates.append(stamp, to: &out) }
  }

  private func number(
    _ field: KeyPath<WorkoutTotals, ExactDecimal?>,
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ out: inout ByteBuffer
  ) {
    guard row.totals >= 0, let value = batch.totals[Int(row.totals)][keyPath: field] else {
      return
    }
    out.append(value)
  }

  private static func field(_ text: Span<UInt8>, _ out: inout ByteBuffer) {
    out.appendCSVField(text, 0..<text.count)
  }
}

extension ByteBuffer {
  /// Appends a field, in quotes when RFC 4180 asks for them (2.6).
  mutating func appendCSVField(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var i = range.lowerBound
    while i < range.upperBound {
      switch bytes[unchecked: i] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D:
        appendQuotedCSVField(bytes, range)
        return
      default: i &+= 1
      }
    }
    append(bytes, range)
  }

  /// Appends a field in quotes, its own quotes doubled (RFC 4180, 2.7).
  mutating func appendQuotedCSVField(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    append(UInt8(ascii: "\""))
    var clean = range.lowerBound
    while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: clean, to: range.upperBound) {
      append(bytes, clean..<quote &+ 1)
      append(UInt8(ascii: "\""))
      clean = quote &+ 1
    }
    append(bytes, clean..<range.upperBound)
    append(UInt8(ascii: "\""))
  }
}
