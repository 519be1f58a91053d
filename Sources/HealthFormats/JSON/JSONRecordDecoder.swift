import ByteKit
import HealthModel
import JSONCodec

/// Decodes JSON objects into rows: canonical records, and flat ones with the usual keys.
struct JSONRecordDecoder: RecordDecoder {
  /// How the objects are framed.
  enum Framing: Sendable {
    /// One a line.
    case lines
    /// Where the reader of the document found them.
    case elements
  }

  private let framing: Framing
  private var fields: FieldReader
  private var tape = JSONTape()
  private var keys = KeyTable()
  private var shapes = ShapeColumns()
  private var places = Places()
  private var scratch: [UInt8] = []
  private var base = 0

  init(framing: Framing, fields: FieldReader) {
    self.framing = framing
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
    switch framing {
    case .lines: return lines(bytes, isFinal: isFinal, state: state, into: &batch)
    case .elements:
      for element in elements { record(bytes, element, into: &batch) }
      return DecodeResult(consumed: bytes.count, state: state)
    }
  }

  private mutating func lines(
    _ bytes: Span<UInt8>,
    isFinal: Bool,
    state: DecoderState,
    into batch: inout RecordBatch
  ) -> DecodeResult {
    var i = base == 0 ? JSONLines.byteOrderMark(bytes) : 0
    var lineFeeds = 0
    while let line = JSONLines.line(in: bytes, from: i, isFinal: isFinal) {
      if line.recordSeparator != nil { batch.findings.note(.jsonSequence, at: base + i) }
      if !line.isBlank { record(bytes, line.content, into: &batch) }
      i = line.next
      if bytes[i &- 1] == UInt8(ascii: "\n") { lineFeeds &+= 1 }
    }
    return DecodeResult(consumed: i, state: state, lineFeeds: lineFeeds)
  }

  /// Decodes the object in `range`.
  private mutating func record(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    into batch: inout RecordBatch
  ) {
    do throws(JSONError) {
      try tape.parseAlike(bytes, range)
      try tape.requireObject()
    } catch {
      let code: FindingCode = error.code == .tooDeep ? .tooDeep : .malformed
      batch.rejects.append(
        Rejection(
          code,
          at: base + error.offset,
          record: base + range.lowerBound..<base + range.upperBound,
          error.code.rawValue
        )
      )
      return
    }
    let fieldsBefore = batch.unknownFields.count
    place(bytes, batch: &batch)
    var kind = RecordKind.sample
    if let index = places[.record] {
      let token = tape.tokens[index]
      guard let known = RecordKind(bytes, token.range) else {
        batch.rejects.append(
          Rejection(
            .wrongForm,
            at: base + token.offset,
            record: base + range.lowerBound..<base + range.upperBound,
            "record: \(bytes.text(token.range))"
          )
        )
        return
      }
      kind = known
    }
    // The archive's own facts were taken before the first chunk.
    if kind == .archive {
      batch.unknownFields.removeSubrange(fieldsBefore...)
      return
    }
    places.setAside(exceptOf: kind, tape.tokens)
    var text = TextRow(kind: kind, offset: base + range.lowerBound, length: range.count)
    fill(&text, bytes, batch: &batch)
    text.finish(into: &batch)
  }

  /// Finds the tokens of the columns; keys that are no column are kept aside.
  private mutating func place(_ bytes: Span<UInt8>, batch: inout RecordBatch) {
    places.removeAll()
    var i = 1
    let end = tape.tokens.count
    if let columns = shapes.columns(of: tape.shape) {
      for index in columns.indices {
        places[columns[index]] = i + 1
        i = Int(tape.tokens[i + 1].next)
      }
      return
    }
    var position = 0
    while i < end {
      let key = tape.tokens[i]
      let value = i + 1
      if let column = keys.column(key, at: position, of: bytes) {
        if places[column] == nil {
          places[column] = value
        } else if tape.tokens[value].kind != .null {
          let first = places[column] ?? value
          let isEqual = bytes.equalBytes(tape.tokens[first].range, tape.tokens[value].range)
          // Two keys may name one column (`time` and `start`): the first counts, none is lost.
          if isEqual || bytes.equalBytes(tape.tokens[first - 1].range, key.range) {
            batch.findings.note(.duplicateKey, at: base + key.offset, bytes.text(key.range))
          }
          if !isEqual { places.others.append(i) }
        }
      } else {
        if places.others.contains(where: { bytes.equalBytes(tape.tokens[$0].range, key.range) }) {
          batch.findings.note(.duplicateKey, at: base + key.offset, bytes.text(key.range))
        } else if batch.keepsPlaces {
          batch.note(unknownField: bytes.text(key.range), at: base + key.offset)
        }
        places.others.append(i)
      }
      position += 1
      i = Int(tape.tokens[value].next)
    }
    shapes.learn(tape.shape, places, tape.tokens)
  }

  private mutating func fill(
    _ text: inout TextRow,
    _ bytes: Span<UInt8>,
    batch: inout RecordBatch
  ) {
    withText(places[.type], bytes, &text, &batch) { bytes, range, _, text, batch, _ in
      text.setType(bytes, range, batch: &batch)
    }
    withText(places[.startDate], bytes, &text, &batch) {
      bytes,
      range,
      offset,
      text,
      batch,
      fields in
      text.setDate(.start, bytes, range, at: offset, fields: &fields, batch: &batch)
    }
    withText(places[.endDate], bytes, &text, &batch) { bytes, range, offset, text, batch, fields in
      text.setDate(.end, bytes, range, at: offset, fields: &fields, batch: &batch)
    }
    withText(places[.creationDate], bytes, &text, &batch) {
      bytes,
      range,
      offset,
      text,
      batch,
      fields in
      text.setDate(.creation, bytes, range, at: offset, fields: &fields, batch: &batch)
    }
    withText(places[.unit], bytes, &text, &batch) { bytes, range, _, text, batch, _ in
      text.row.unit = TextRow.symbol(bytes, range, in: &batch.symbols.unit)
    }
    withText(places[.value], bytes, &text, &batch) { bytes, range, offset, text, batch, _ in
      text.setValue(bytes, range, at: offset, batch: &batch)
    }
    withText(places[.sourceName], bytes, &text, &batch) { bytes, range, _, text, batch, _ in
      text.row.source = TextRow.symbol(bytes, range, in: &batch.symbols.source)
    }
    withText(places[.sourceVersion], bytes, &text, &batch) { bytes, range, _, text, batch, _ in
      text.row.version = TextRow.symbol(bytes, range, in: &batch.symbols.version)
    }
    withText(places[.uuid], bytes, &text, &batch) { bytes, range, _, text, batch, _ in
      let start = batch.arena.count
      batch.arena.append(bytes, range)
      text.row.uuid = ArenaSlice(start: start, end: batch.arena.count)
    }
    if places.hasTotals {
      for (column, field) in Self.totals {
        withText(places[column], bytes, &text, &batch) { bytes, range, offset, text, _, _ in
          text.setTotal(field, bytes, range, at: offset)
        }
      }
    }
    fillObjects(&text, bytes, batch: &batch)
  }

  private static let totals:
    [(column: Column, field: any WritableKeyPath<WorkoutTotals, ExactDecimal?> & Sendable)] = [
      (.duration, \.duration), (.totalDistance, \.distance), (.totalEnergyBurned, \.energy),
    ]

  /// Takes device, details and metadata, which may be objects, and the keys nobody knows.
  private mutating func fillObjects(
    _ text: inout TextRow,
    _ bytes: Span<UInt8>,
    batch: inout RecordBatch
  ) {
    if let index = places[.device] {
      let token = tape.tokens[index]
      if token.kind == .objectStart {
        text.setDevice(bytes, token.range, batch: &batch)
      } else {
        withText(index, bytes, &text, &batch) { bytes, range, _, text, batch, _ in
          text.setDevice(bytes, range, batch: &batch)
        }
      }
    }
    if let index = places[.details], tape.tokens[index].kind != .null {
      let token = tape.tokens[index]
      if token.kind == .objectStart {
        let start = batch.arena.count
        CompactJSON.append(tape.tokens, at: index, of: bytes, to: &batch.arena)
        if batch.arena.count - start > 2 {
          text.row.details = ArenaSlice(start: start, end: batch.arena.count)
        }
      } else {
        text.fail(.wrongForm, at: base + token.offset, "details")
      }
    }
    for key in places.others {
      var json = ByteBuffer(capacity: 64)
      CompactJSON.append(tape.tokens, at: key + 1, of: bytes, to: &json)
      text.addMetadata(tape.text(at: key, in: bytes), json: json.span.text(0..<json.count))
    }
    guard let index = places[.metadata], tape.tokens[index].kind != .null else { return }
    let token = tape.tokens[index]
    let start = batch.arena.count
    if token.kind == .objectStart {
      CompactJSON.append(tape.tokens, at: index, of: bytes, to: &batch.arena)
    } else {
      // Metadata that is no object is kept under its own name.
      batch.arena.append("{\"metadata\":")
      CompactJSON.append(tape.tokens, at: index, of: bytes, to: &batch.arena)
      batch.arena.append("}")
    }
    text.setMetadata(from: start, batch: &batch)
  }

  /// Hands the text of a scalar value on: decoded, with its offset.
  ///
  /// `null` and absent values are skipped.
  @inline(__always)
  private mutating func withText(
    _ index: Int?,
    _ bytes: Span<UInt8>,
    _ text: inout TextRow,
    _ batch: inout RecordBatch,
    _ body: (
      Span<UInt8>, Range<Int>, Int, inout TextRow, inout RecordBatch, inout FieldReader
    ) -> Void
  ) {
    guard let index else { return }
    let token = tape.tokens[index]
    switch token.kind {
    case .null: return
    case .objectStart, .arrayStart: text.fail(.wrongForm, at: base + token.offset)
    case .string where token.hasEscapes:
      var plain: [UInt8] = []
      unescapeJSON(bytes, token.range, into: &plain)
      body(plain.span, 0..<plain.count, base + token.offset, &text, &batch, &fields)
    default: body(bytes, token.range, base + token.offset, &text, &batch, &fields)
    }
  }
}

/// The tokens of a record's columns.
private struct Places {
  private var indices: [16 of Int32] = .init(repeating: -1)
  /// The columns that have a token, a bit each.
  private var present: UInt16 = 0
  /// Tokens of keys that are no column.
  var others: [Int] = []

  subscript(column: Column) -> Int? {
    @inline(__always) get {
      let index = indices[Int(column.rawValue)]
      return index < 0 ? nil : Int(index)
    }
    @inline(__always) set {
      indices[Int(column.rawValue)] = Int32(newValue ?? -1)
      present |= 1 << column.rawValue
    }
  }

  mutating func removeAll() {
    indices = .init(repeating: -1)
    present = 0
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
  }

  /// Keeps what a kind of record has no column for with the keys that are no column.
  @inline(__always)
  mutating func setAside(exceptOf kind: RecordKind, _ tokens: [JSONToken]) {
    var foreign = present & ~Column.bits(of: kind)
    while foreign != 0 {
      let column = foreign.trailingZeroBitCount
      let value = Int(indices[column])
      if tokens[value].kind != .null { others.append(value - 1) }
      indices[column] = -1
      foreign &= foreign - 1
    }
  }

  var hasTotals: Bool {
    self[.duration] != nil || self[.totalDistance] != nil || self[.totalEnergyBurned] != nil
  }
}

/// The columns of objects whose names are known, each a different column, by the number of their shape.
private struct ShapeColumns {
  private var known: [(shape: Int, columns: [Column])] = []
  private var last = 0

  private static let limit = 8

  /// The columns of a shape in the order of its names; nil when they have to be looked up.
  @inline(__always)
  mutating func columns(of shape: Int?) -> [Column]? {
    guard let shape else { return nil }
    if last < known.count, known[last].shape == shape { return known[last].columns }
    return find(shape)
  }

  @inline(never)
  private mutating func find(_ shape: Int) -> [Column]? {
    guard let index = known.firstIndex(where: { $0.shape == shape }) else { return nil }
    last = index
    return known[index].columns
  }

  /// Remembers the columns that were found in an object.
  mutating func learn(_ shape: Int?, _ places: Places, _ tokens: [JSONToken]) {
    guard let shape, places.others.isEmpty else { return }
    var columns: [Column] = []
    var value = 2
    while value < tokens.count {
      // A second key of a column is kept nowhere else when both say the same.
      guard let column = Column.allCases.first(where: { places[$0] == value }) else { return }
      columns.append(column)
      value = Int(tokens[value].next) + 1
    }
    if known.count == Self.limit { known.removeFirst() }
    known.append((shape, columns))
    last = known.count - 1
  }
}

/// Columns by key; records of one file have their keys in one order, so the last record's is tried
/// first.
private struct KeyTable {
  private var known: [(name: [UInt8], column: Column?)] = []
  private var order: [Int] = []

  @inline(__always)
  mutating func column(_ key: JSONToken, at position: Int, of bytes: Span<UInt8>) -> Column? {
    if position < order.count {
      let guess = known[order[position]]
      if matches(guess.name, key, bytes) { return guess.column }
    }
    return find(key, at: position, of: bytes)
  }

  @inline(__always)
  private func matches(_ name: [UInt8], _ key: JSONToken, _ bytes: Span<UInt8>) -> Bool {
    let start = Int(key.start)
    let count = Int(key.end &- key.start)
    guard name.count == count, !key.hasEscapes else { return false }
    let name = name.span
    var i = 0
    while i < count {
      if name[unchecked: i] != bytes[unchecked: start &+ i] { return false }
      i &+= 1
    }
    return true
  }

  @inline(never)
  private mutating func find(
    _ key: JSONToken,
    at position: Int,
    of bytes: Span<UInt8>
  ) -> Column? {
    var index = known.firstIndex { matches($0.name, key, bytes) }
    if index == nil {
      var text: [UInt8] = []
      unescapeJSON(bytes, key.range, into: &text)
      let column = ColumnNames.column(String(decoding: text, as: UTF8.self))
      // Files with endless different keys must not make the table endless.
      if key.hasEscapes || known.count >= 256 { return column }
      known.append((text, column))
      index = known.count - 1
    }
    guard let index else { return nil }
    while order.count <= position, order.count < 64 { order.append(index) }
    if position < order.count { order[position] = index }
    return known[index].column
  }
}

extension RecordKind {
  /// The kind whose `record` text these bytes are.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for kind in RecordKind.allCases where bytes.equals(kind.literal, at: range) {
      self = kind
      return
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether two ranges hold the same bytes.
  func equalBytes(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    for i in 0..<a.count where self[a.lowerBound + i] != self[b.lowerBound + i] { return false }
    return true
  }
}
