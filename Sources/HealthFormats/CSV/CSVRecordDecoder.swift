import ByteKit
import CSVCodec
import HealthModel
import JSONCodec

/// Decodes the rows of a table: canonical ones, flat ones of samples, and tables with a column a
/// measurement.
struct CSVRecordDecoder: RecordDecoder {
  /// A row longer than this is malformed, so that an unclosed quote ends somewhere.
  static let recordLimit = 16 << 20

  private let layout: CSVLayout
  private let dialect: CSVDialect
  private let mark: DecimalMark?
  /// Whether no row can contradict the mark.
  private let isMarkCertain: Bool
  private var fields: FieldReader
  private var record = CSVRecord()
  private var tape = JSONTape()
  private var base = 0

  init(
    layout: CSVLayout,
    dialect: CSVDialect,
    mark: DecimalMark?,
    isMarkCertain: Bool,
    fields: FieldReader
  ) {
    self.layout = layout
    self.dialect = dialect
    self.mark = mark
    self.isMarkCertain = isMarkCertain
    self.fields = fields
  }

  mutating func decode(
    _ bytes: Span<UInt8>,
    elements: [Range<Int>],
    base: Int,
    isFinal: Bool,
    state: DecoderState,
    into batch: inout RecordBatch
  ) -> DecodeResult {
    self.base = base
    let isValid = firstInvalidUTF8(bytes, 0..<bytes.count) == nil
    var i = 0
    while true {
      switch CSVTokenizer.next(
        bytes,
        from: i,
        isFinal: isFinal,
        dialect: dialect,
        recordLimit: Self.recordLimit,
        into: &record
      )
      {
      case .record(let end):
        if isValid || firstInvalidUTF8(bytes, i..<end) == nil {
          row(bytes, i..<end, origin: RowOrigin(base), into: &batch)
        } else {
          repairedRow(bytes, i..<end, into: &batch)
        }
        i = end
      case .failure(let error, let resume):
        batch.rejects.append(
          Rejection(
            error.kind == .recordTooLong ? .tooLong : .malformed,
            at: base + error.offset,
            record: base + i..<base + resume,
            error.kind.rawValue
          )
        )
        i = resume
      case .needMore, .end: return DecodeResult(consumed: i, state: state)
      }
    }
  }

  /// Reads a row whose bytes are no UTF-8 with U+FFFD for what can't be read.
  private mutating func repairedRow(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    into batch: inout RecordBatch
  ) {
    let first = firstInvalidUTF8(bytes, range) ?? range.lowerBound
    batch.findings.note(.invalidUTF8, at: base + first)
    let text = [UInt8](bytes.text(range).utf8)
    guard
      case .record = CSVTokenizer.next(
        text.span,
        from: 0,
        isFinal: true,
        dialect: dialect,
        into: &record
      )
    else { return }
    row(
      text.span,
      0..<text.count,
      origin: RowOrigin(base + range.lowerBound, isExact: false),
      length: range.count,
      into: &batch
    )
  }

  /// Turns the fields of `record` into rows.
  private mutating func row(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    origin: RowOrigin,
    length: Int? = nil,
    into batch: inout RecordBatch
  ) {
    let start = origin[range.lowerBound]
    let place = start..<start + (length ?? range.count)
    let shape = record.fit(columns: layout.names.count)
    switch shape {
    case .row: break
    case .blank:
      batch.findings.note(.rowOddity, at: place.lowerBound, "blank-row")
      return
    case .emptyCell: batch.findings.note(.rowOddity, at: place.lowerBound, "blank-row")
    case .trimmed(let offset):
      batch.findings.note(.rowOddity, at: origin[offset], "extra-empty-field")
    case .failure(let error, let found):
      batch.rejects.append(
        Rejection(
          .malformed,
          at: origin[error.offset],
          record: place,
          "\(error.kind.rawValue): \(found) fields, the header has \(layout.names.count)"
        )
      )
      return
    }
    if isHeader(bytes) {
      batch.findings.note(.repeatedHeader, at: place.lowerBound)
      return
    }
    if layout.measures.isEmpty {
      sample(bytes, place, origin: origin, measure: nil, into: &batch)
    } else {
      for measure in layout.measures where !record.fields[measure.column].isEmpty {
        sample(bytes, place, origin: origin, measure: measure, into: &batch)
      }
    }
  }

  /// Whether the row is the header once more, as when tables were put together with `cat`.
  private func isHeader(_ bytes: Span<UInt8>) -> Bool {
    let first = record.fields[0]
    let name = layout.names[0]
    guard first.range.count == name.utf8.count, record.text(0, bytes) == name else { return false }
    return layout.names.indices.allSatisfy { record.text($0, bytes) == layout.names[$0] }
  }

  private mutating func sample(
    _ bytes: Span<UInt8>,
    _ place: Range<Int>,
    origin: RowOrigin,
    measure: CSVLayout.Measure?,
    into batch: inout RecordBatch
  ) {
    var kind = RecordKind.sample
    if let index = layout.place(.record) {
      let range = record.fields[index].range
      guard let known = RecordKind(bytes, range) else {
        batch.rejects.append(
          Rejection(
            .wrongForm,
            at: origin[range.lowerBound],
            record: place,
            "record: \(bytes.text(range))"
          )
        )
        return
      }
      kind = known
    } else if layout.place(.value) == nil, measure == nil, layout.place(.duration) != nil {
      kind = .workout
    }
    // The archive's own facts were taken before the first chunk.
    if kind == .archive { return }
    var text = TextRow(kind: kind, offset: place.lowerBound, length: place.count)
    fillText(&text, bytes, origin: origin, measure: measure, into: &batch)
    fillObjects(&text, bytes, origin: origin, into: &batch)
    text.finish(into: &batch)
  }

  private mutating func fillText(
    _ text: inout TextRow,
    _ bytes: Span<UInt8>,
    origin: RowOrigin,
    measure: CSVLayout.Measure?,
    into batch: inout RecordBatch
  ) {
    if let measure {
      let type = Array(measure.type.utf8)
      text.setType(type.span, 0..<type.count, batch: &batch)
      let unit = Array(measure.unit.utf8)
      text.row.unit = TextRow.symbol(unit.span, 0..<unit.count, in: &batch.symbols.unit)
    }
    withCell(.type, bytes, origin, &text, &batch) { bytes, range, _, text, batch, _ in
      if text.row.type.isNone { text.setType(bytes, range, batch: &batch) }
    }
    withCell(.startDate, bytes, origin, &text, &batch) {
      bytes,
      range,
      offset,
      text,
      batch,
      fields in
      text.setDate(.start, bytes, range, at: offset, fields: &fields, batch: &batch)
    }
    withCell(.endDate, bytes, origin, &text, &batch) { bytes, range, offset, text, batch, fields in
      text.setDate(.end, bytes, range, at: offset, fields: &fields, batch: &batch)
    }
    withCell(.creationDate, bytes, origin, &text, &batch) {
      bytes,
      range,
      offset,
      text,
      batch,
      fields in
      text.setDate(.creation, bytes, range, at: offset, fields: &fields, batch: &batch)
    }
    withCell(.unit, bytes, origin, &text, &batch) { bytes, range, _, text, batch, _ in
      if text.row.unit.isNone {
        text.row.unit = TextRow.symbol(bytes, range, in: &batch.symbols.unit)
      }
    }
    if let index = measure?.column ?? layout.place(.value, of: text.row.kind) {
      value(record.fields[index], bytes, origin: origin, &text, &batch)
    }
    withCell(.sourceName, bytes, origin, &text, &batch) { bytes, range, _, text, batch, _ in
      text.row.source = TextRow.symbol(bytes, range, in: &batch.symbols.source)
    }
    withCell(.sourceVersion, bytes, origin, &text, &batch) { bytes, range, _, text, batch, _ in
      text.row.version = TextRow.symbol(bytes, range, in: &batch.symbols.version)
    }
    withCell(.uuid, bytes, origin, &text, &batch) { bytes, range, _, text, batch, _ in
      let start = batch.arena.count
      batch.arena.append(bytes, range)
      text.row.uuid = ArenaSlice(start: start, end: batch.arena.count)
    }
    withCell(.device, bytes, origin, &text, &batch) { bytes, range, _, text, batch, _ in
      text.setDevice(bytes, range, batch: &batch)
    }
    withCell(.duration, bytes, origin, &text, &batch) { bytes, range, offset, text, _, _ in
      text.setTotal(\.duration, bytes, range, at: offset)
    }
    withCell(.totalDistance, bytes, origin, &text, &batch) { bytes, range, offset, text, _, _ in
      text.setTotal(\.distance, bytes, range, at: offset)
    }
    withCell(.totalEnergyBurned, bytes, origin, &text, &batch) { bytes, range, offset, text, _, _ in
      text.setTotal(\.energy, bytes, range, at: offset)
    }
  }

  /// Takes a value: as it is when the file's decimal mark is the point, else through the rules for
  /// marks.
  @inline(__always)
  private mutating func value(
    _ field: CSVField,
    _ bytes: Span<UInt8>,
    origin: RowOrigin,
    _ text: inout TextRow,
    _ batch: inout RecordBatch
  ) {
    if field.isEmpty { return }
    if mark == nil, layout.isCanonical {
      // In our own tables a number has no other mark, and "1,234" is text.
      withCell(.value, bytes, origin, &text, &batch) { bytes, range, offset, text, batch, _ in
        text.setValue(bytes, range, at: offset, batch: &batch)
      }
    } else if mark != .comma, !field.isQuoted, !text.row.type.isNone {
      text.setValue(bytes, field.range, at: origin[field.start], batch: &batch)
    } else {
      markedValue(field, bytes, origin: origin, &text, &batch)
    }
  }

  private mutating func markedValue(
    _ field: CSVField,
    _ bytes: Span<UInt8>,
    origin: RowOrigin,
    _ text: inout TextRow,
    _ batch: inout RecordBatch
  ) {
    if text.row.type.isNone { return }
    var plain: [UInt8] = []
    record.unescape(field, bytes, into: &plain)
    let offset = origin[field.start]
    guard batch.symbols.form(of: text.row.type) != .category else {
      text.setValue(plain.span, 0..<plain.count, at: offset, batch: &batch)
      return
    }
    if !isMarkCertain {
      var votes = DecimalMarkVote()
      votes.look(at: plain.span, 0..<plain.count)
      if votes.commas > 0 { batch.contradictsSurvey = true }
    }
    var number: [UInt8] = []
    let hasComma = plain.contains(UInt8(ascii: ","))
    switch parseDecimalText(
      plain.span,
      0..<plain.count,
      mark: mark ?? (hasComma ? nil : .point),
      into: &number
    )
    {
    case .number: text.setValue(number.span, 0..<number.count, at: offset, batch: &batch)
    case .grouped:
      batch.findings.note(
        .rowOddity,
        at: offset,
        "number-grouping: \(String(decoding: plain, as: UTF8.self))"
      )
      text.setValue(number.span, 0..<number.count, at: offset, batch: &batch)
    case .ambiguous, .badGrouping:
      text.fail(
        .invalidNumber,
        at: offset,
        "\(String(decoding: plain, as: UTF8.self)): decimal or grouping mark? give --decimal-mark"
      )
    case .notANumber: text.setValue(plain.span, 0..<plain.count, at: offset, batch: &batch)
    }
  }

  /// Takes metadata and details, which are JSON, and the columns nobody knows.
  private mutating func fillObjects(
    _ text: inout TextRow,
    _ bytes: Span<UInt8>,
    origin: RowOrigin,
    into batch: inout RecordBatch
  ) {
    if let index = layout.place(.details), !record.fields[index].isEmpty {
      let start = batch.arena.count
      if appendObject(record.fields[index], bytes, to: &batch) {
        if batch.arena.count - start > 2 {
          text.row.details = ArenaSlice(start: start, end: batch.arena.count)
        }
      } else {
        text.fail(.wrongForm, at: origin[record.fields[index].start], "details: no JSON object")
      }
    }
    for other in layout.others where !record.fields[other.column].isEmpty {
      text.addMetadata(other.name, text: record.text(other.column, bytes))
    }
    for index in layout.foreignPlaces(of: text.row.kind) where !record.fields[index].isEmpty {
      text.addMetadata(layout.names[index], text: record.text(index, bytes))
    }
    guard let index = layout.place(.metadata), !record.fields[index].isEmpty else { return }
    let start = batch.arena.count
    if !appendObject(record.fields[index], bytes, to: &batch) {
      // Metadata that is no object is kept under its own name.
      batch.arena.append("{\"metadata\":")
      batch.arena.appendJSON(record.text(index, bytes))
      batch.arena.append("}")
    }
    text.setMetadata(from: start, batch: &batch)
  }

  /// Appends a cell's JSON object in compact form; false when it holds none.
  private mutating func appendObject(
    _ field: CSVField,
    _ bytes: Span<UInt8>,
    to batch: inout RecordBatch
  ) -> Bool {
    var plain: [UInt8] = []
    record.unescape(field, bytes, into: &plain)
    guard plain.first == UInt8(ascii: "{") else { return false }
    do { try tape.parse(plain.span, 0..<plain.count) } catch { return false }
    CompactJSON.append(tape.tokens, at: 0, of: plain.span, to: &batch.arena)
    return true
  }

  /// Hands the text of a cell on: unescaped, with its offset.
  ///
  /// Empty cells are skipped.
  @inline(__always)
  private mutating func withCell(
    _ column: Column,
    _ bytes: Span<UInt8>,
    _ origin: RowOrigin,
    _ text: inout TextRow,
    _ batch: inout RecordBatch,
    _ body: (
      Span<UInt8>, Range<Int>, Int, inout TextRow, inout RecordBatch, inout FieldReader
    ) -> Void
  ) {
    guard let index = layout.place(column, of: text.row.kind) else { return }
    let field = record.fields[index]
    if field.isEmpty { return }
    if field.hasEscapes {
      var plain: [UInt8] = []
      record.unescape(field, bytes, into: &plain)
      body(plain.span, 0..<plain.count, origin[field.start], &text, &batch, &fields)
    } else {
      body(bytes, field.range, origin[field.start], &text, &batch, &fields)
    }
  }
}

/// Guesses row borders: the last line end outside quotes, if the chunk begins at a row.
struct CSVSplitter: ChunkSplitter {
  let dialect: CSVDialect

  func lastBorder(in bytes: Span<UInt8>) -> Int? {
    let end = CSVTokenizer.endOfCompleteRecords(
      bytes,
      from: 0,
      dialect: dialect,
      recordLimit: CSVRecordDecoder.recordLimit
    )
    return end > 0 ? end : nil
  }
}

/// Cuts at line feeds.
struct LineSplitter: ChunkSplitter {
  func lastBorder(in bytes: Span<UInt8>) -> Int? {
    guard let last = bytes.lastOffset(of: 0x0A, before: bytes.count) else { return nil }
    return last + 1
  }
}
