import ByteKit
import HealthModel
import JSONCodec

/// A row in the making from fields whose text is already decoded: CSV cells and JSON values.
///
/// It holds what all flat and canonical formats share; the decoders only find the fields.
struct TextRow {
  var row: RecordRow
  /// Why the record is rejected, with the offset of the field.
  private(set) var problem: (code: FindingCode, offset: Int, detail: String)?
  /// Metadata that the record's own has to be joined with.
  private(set) var extras: [(key: String, json: String)] = []
  private(set) var totals = WorkoutTotals()
  private(set) var hasTotals = false

  init(kind: RecordKind, offset: Int, length: Int) {
    row = RecordRow(kind: kind)
    row.offset = offset
    row.length = Int32(truncatingIfNeeded: length)
  }

  /// Rejects the record, unless it is rejected already.
  mutating func fail(_ code: FindingCode, at offset: Int, _ detail: String = "") {
    if problem == nil { problem = (code, offset, detail) }
  }

  /// Takes the type or activity.
  @inline(__always)
  mutating func setType(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    batch: inout RecordBatch
  ) {
    if range.isEmpty { return }
    guard row.kind == .sample else {
      row.type = batch.symbols.internType(bytes.text(range), kind: row.kind)
      return
    }
    row.type =
      batch.symbols.type.find(bytes, range)
      ?? batch.symbols.addType(bytes, range, text: bytes.text(range), kind: row.kind)
  }

  /// Takes a text that is its own symbol; an empty one is absent.
  @inline(__always)
  static func symbol(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    in table: inout SymbolTable
  ) -> Symbol {
    if range.isEmpty { return .none }
    return table.find(bytes, range) ?? table.add(bytes, range, text: bytes.extracting(range))
  }

  /// Takes one of the three dates.
  @inline(__always)
  mutating func setDate(
    _ which: DateSet,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    at offset: Int,
    fields: inout FieldReader,
    batch: inout RecordBatch
  ) {
    if range.isEmpty { return }
    let isApple = range.count == RecentDate.length && bytes[range.lowerBound + 10] == 0x20
    let stamp =
      (isApple ? fields.recentDate.parse(bytes, range) : Timestamp.parseRFC3339(bytes, range))
      ?? slowDate(which, bytes, range, at: offset, fields: &fields, batch: &batch)
    guard let stamp else { return }
    if row.kind == .activitySummary, which == .start, !row.dates.contains(.startIsDay) {
      fail(.invalidDate, at: offset, "\(bytes.text(range)): no day")
      return
    }
    row.dates.insert(which)
    switch which {
    case .start: row.start = stamp
    case .end: row.end = stamp
    default: row.creation = stamp
    }
  }

  @inline(never)
  private mutating func slowDate(
    _ which: DateSet,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    at offset: Int,
    fields: inout FieldReader,
    batch: inout RecordBatch
  ) -> Timestamp? {
    if row.kind == .activitySummary, let day = CivilDate.parse(bytes, range) {
      row.dates.insert(.startIsDay)
      return Timestamp(seconds: day.daysSince1970 * 86_400)
    }
    if let stamp = fields.epoch(bytes, range, at: offset, log: &batch.findings) { return stamp }
    guard
      let stamp = fields.date(
        bytes,
        range,
        at: offset,
        keepsDays: which != .creation,
        log: &batch.findings
      )
    else {
      fail(fields.failure, at: offset, fields.failureDetail)
      return nil
    }
    if fields.isDay { row.dates.insert(which == .start ? .startIsDay : .endIsDay) }
    for (key, value) in fields.assumptions(which, written: bytes.text(range))
    where !extras.contains(where: { $0.key == key }) {
      addMetadata(key, text: value)
    }
    return stamp
  }

  /// Takes the value's text, once type and unit are known.
  @inline(__always)
  mutating func setValue(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    at offset: Int,
    batch: inout RecordBatch
  ) {
    if range.isEmpty || row.type.isNone { return }
    let form = batch.symbols.form(of: row.type)
    if form == .quantity || form == .unknown && !row.unit.isNone {
      switch ExactDecimal.parse(bytes, range) {
      case .exact(let decimal):
        row.valueKind = .decimal
        row.value = decimal
        return
      case .long:
        let start = batch.arena.count
        batch.arena.append(bytes, range)
        row.valueKind = .longDecimal
        row.valueText = ArenaSlice(start: start, end: batch.arena.count)
        return
      case .notANumber:
        if form == .quantity {
          fail(
            .invalidNumber,
            at: offset,
            "\(batch.symbols.type.text(row.type)): \"\(bytes.text(range))\""
          )
          return
        }
      }
    }
    row.valueKind = .text
    let (symbol, flags) =
      batch.symbols.knownValue(bytes, range, type: row.type)
      ?? batch.symbols.addValue(
        bytes,
        range,
        text: bytes.text(range),
        type: row.type,
        flags: 0
      )
    row.text = symbol
    if flags & SymbolTables.unknownValueFlag != 0 {
      batch.findings.note(.unknownCategoryValue, at: offset, bytes.text(range))
    }
  }

  /// Takes one of a workout's totals, already in its fixed unit.
  mutating func setTotal(
    _ field: WritableKeyPath<WorkoutTotals, ExactDecimal?>,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    at offset: Int
  ) {
    if range.isEmpty { return }
    switch ExactDecimal.parse(bytes, range) {
    case .exact(let value): totals[keyPath: field] = value
    case .long:
      totals[keyPath: field] = correctlyRoundedDouble(bytes, range)
        .flatMap { ExactDecimal(shortest: $0) }
    case .notANumber: fail(.invalidNumber, at: offset, bytes.text(range))
    }
    hasTotals = true
  }

  /// Takes the device: a JSON object, Apple's description, or a name.
  @inline(__always)
  mutating func setDevice(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    batch: inout RecordBatch
  ) {
    if range.isEmpty { return }
    row.device = batch.symbols.internDevice(bytes, range, meaning: Self.device)
  }

  private static func device(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> (json: [UInt8], flags: UInt8) {
    guard let object = CompactJSON.object(bytes, range) else {
      return (AppleDevice.json(bytes.text(range)), 0)
    }
    // `{}` says nothing.
    return (object.count > 2 ? object : [], 0)
  }

  /// Adds a pair of metadata whose value is text.
  mutating func addMetadata(_ key: String, text: String) {
    var json = ByteBuffer(capacity: text.utf8.count + 16)
    json.appendJSON(text)
    extras.append((key, json.span.text(0..<json.count)))
  }

  /// Adds a pair of metadata whose value is JSON.
  mutating func addMetadata(_ key: String, json: String) { extras.append((key, json)) }

  /// Takes the metadata object, which is compact JSON at the end of the arena from `start` on, and
  /// joins the extra pairs to it.
  mutating func setMetadata(from start: Int, batch: inout RecordBatch) {
    row.metadata = joined(ArenaSlice(start: start, end: batch.arena.count), batch: &batch)
  }

  /// Joins the extra pairs to the record's own metadata; a key with several values has an array of them.
  private func joined(_ own: ArenaSlice, batch: inout RecordBatch) -> ArenaSlice {
    // `{}` says nothing.
    let isEmpty = own.length <= 2
    if extras.isEmpty { return isEmpty ? .none : own }
    var pairs: [(key: String, values: [String])] = []
    if !isEmpty, let value = try? JSONValue.parse(batch.arena.span, own.range) {
      pairs = (value.members ?? []).map { ($0.key, [$0.value.compact()]) }
    }
    for (key, json) in extras {
      if let index = pairs.firstIndex(where: { $0.key == key }) {
        if !pairs[index].values.contains(json) { pairs[index].values.append(json) }
      } else {
        pairs.append((key, [json]))
      }
    }
    let start = batch.arena.count
    for (index, pair) in pairs.enumerated() {
      batch.arena.append(index == 0 ? "{" : ",")
      batch.arena.appendJSON(pair.key)
      batch.arena.append(":")
      let list = pair.values.joined(separator: ",")
      batch.arena.append(pair.values.count == 1 ? list : "[\(list)]")
    }
    batch.arena.append("}")
    return ArenaSlice(start: start, end: batch.arena.count)
  }

  /// Whether the record could not be read again: what came in a cell, or became metadata, is
  /// nested deeper in the record than it was before.
  @inline(__always)
  private func isTooDeep(_ batch: borrowing RecordBatch) -> Bool {
    CompactJSON.isTooDeep(batch.arena.span, row.details.range)
      || CompactJSON.isTooDeep(batch.arena.span, row.metadata.range)
  }

  /// Appends the finished row, or its rejection.
  @inline(__always)
  mutating func finish(into batch: inout RecordBatch) {
    if row.metadata.isEmpty, !extras.isEmpty {
      row.metadata = joined(.none, batch: &batch)
    }
    if row.kind != .characteristics, row.kind != .activitySummary, row.kind != .other,
      row.type.isNone
    {
      fail(.missingType, at: row.offset)
    }
    if row.kind != .characteristics, row.kind != .other, !row.dates.contains(.start) {
      fail(.missingStart, at: row.offset)
    }
    if isTooDeep(batch) { fail(.tooDeep, at: row.offset) }
    if let problem {
      batch.rejects.append(
        Rejection(
          problem.code,
          at: problem.offset,
          record: row.offset..<row.offset + Int(row.length),
          problem.detail
        )
      )
      return
    }
    if hasTotals {
      row.totals = Int32(batch.totals.count)
      batch.totals.append(totals)
    }
    batch.rows.append(row)
  }
}
