import ByteKit
import HealthModel

/// Writes rows as records of RFC 4180: the columns in order, LF at the end.
struct CSVRowEncoder {
  // Inline, so that a row costs no reference counting.
  /// What follows in a row: a column that is new each time, or the first of a run that repeats.
  private var steps: [16 of Column] = .init(repeating: .record)
  private var stepCount = 0
  private let columns: [Column]
  private var runs: ColumnRuns
  private var values = SymbolCache()
  private var dates = TimestampWriter()

  /// An encoder of these columns, at most all of them.
  init(columns: [Column]) {
    self.columns = columns
    var repeating: [Range<Int>] = []
    for (index, column) in columns.enumerated() {
      if ColumnRuns.isRepeating(column) {
        if index > 0, ColumnRuns.isRepeating(columns[index - 1]) {
          let last = repeating.removeLast()
          repeating.append(last.lowerBound..<index + 1)
          continue
        }
        repeating.append(index..<index + 1)
      }
      steps[stepCount] = column
      stepCount += 1
    }
    runs = ColumnRuns(columns: columns, runs: repeating)
  }

  /// The header row.
  func writeHeader(to out: inout ByteBuffer) {
    for (index, column) in columns.enumerated() {
      if index > 0 { out.append(",") }
      out.append(column.name)
    }
    out.append("\n")
  }

  /// Writes one row.
  mutating func write(_ row: RecordRow, of batch: borrowing RecordBatch, to out: inout ByteBuffer) {
    runs.select(row, of: batch)
    var run = 0
    var index = 0
    while index < stepCount {
      let column = steps[index]
      if index > 0, !ColumnRuns.isRepeating(column) { out.append(UInt8(ascii: ",")) }
      index &+= 1
      switch column {
      case .record, .type, .unit, .duration, .totalDistance, .totalEnergyBurned, .sourceName,
        .sourceVersion, .device:
        runs.append(run, to: &out)
        run &+= 1
      case .startDate:
        guard row.dates.contains(.start) else { continue }
        date(row.start, isDay: row.dates.contains(.startIsDay), to: &out)
      case .endDate:
        guard row.dates.contains(.end) else { continue }
        date(row.end, isDay: row.dates.contains(.endIsDay), to: &out)
      case .value: value(of: row, batch, to: &out)
      case .creationDate:
        guard row.dates.contains(.creation) else { continue }
        dates.append(row.creation, to: &out)
      case .uuid:
        guard !row.uuid.isEmpty else { continue }
        out.appendCSVField(batch.arena.span, row.uuid.range)
      case .metadata:
        guard !row.metadata.isEmpty else { continue }
        out.appendQuotedCSVField(batch.arena.span, row.metadata.range)
      case .details:
        guard !row.details.isEmpty else { continue }
        out.appendQuotedCSVField(batch.arena.span, row.details.range)
      }
    }
    out.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private mutating func value(
    of row: RecordRow,
    _ batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    switch row.valueKind {
    case .none: return
    case .decimal: out.append(row.value)
    case .longDecimal: out.append(longDecimal: batch.arena.span, row.valueText.range)
    case .text:
      values.append(
        row.text,
        of: batch.symbols.value,
        generation: batch.symbols.generation,
        to: &out
      ) { text, out in out.appendCSVField(text, 0..<text.count) }
    }
  }

  @inline(__always)
  private mutating func date(_ stamp: Timestamp, isDay: Bool, to out: inout ByteBuffer) {
    if isDay { out.append(day: stamp) } else { dates.append(stamp, to: &out) }
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
    // At worst every byte is a quote; words may be stored past the end.
    append(upTo: 2 &* range.count &+ 16) { target in
      let quote = UInt8(ascii: "\"")
      let quotes = UInt64(quote) &* 0x0101_0101_0101_0101
      target[0] = quote
      var at = 1
      var i = range.lowerBound
      while i < range.upperBound {
        guard i &+ 8 <= range.upperBound else {
          target[at] = bytes[unchecked: i]
          at &+= 1
          if bytes[unchecked: i] == quote {
            target[at] = quote
            at &+= 1
          }
          i &+= 1
          continue
        }
        let word = bytes.word(at: i)
        target.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
        let found = zeroByteMask(word ^ quotes)
        if found == 0 {
          i &+= 8
          at &+= 8
        } else {
          // Up to the first quote, and the same again.
          let count = found.trailingZeroBitCount &>> 3 &+ 1
          i &+= count
          at &+= count
          target[at] = quote
          at &+= 1
        }
      }
      target[at] = quote
      return at &+ 1
    }
  }
}
