import ByteKit
import HealthModel
import XMLCodec

/// The first eight letters of the attribute names of a Record, as words.
private struct RecordNames {
  let type = name("type")
  let unit = name("unit")
  let value = name("value")
  let device = name("device")
  let sourceName = name("sourceName")
  let source = name("source")
  let sourceVersion = name("sourceVersion")
  let creationDate = name("creationDate")
  let startDate = name("startDate")
  let endDate = name("endDate")

  @inline(__always)
  private static func name(_ text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for i in 0..<min(8, text.utf8CodeUnitCount) {
      word |= UInt64(text.utf8Start[i]) << UInt64(8 * i)
    }
    return word
  }
}

extension AppleDecoder {
  /// Reads a Record whose start tag is in `tag`, and its children; returns the offset after it, or
  /// nil when it is cut off.
  ///
  /// Appends a row, or a rejection.
  mutating func record(
    _ bytes: Span<UInt8>,
    start: Int,
    contentStart: Int,
    into batch: inout RecordBatch
  ) -> Int? {
    let names = RecordNames()
    var row = RecordRow(kind: .sample)
    row.offset = base &+ start
    var unitRange = 0..<0
    var valueRange = 0..<0
    var typeRange = 0..<0
    var hasValue = false
    var hasUnit = false
    var problem: (FindingCode, Int, String)?
    var extras: [Int] = []
    for index in 0..<tag.attributeCount {
      let attribute = tag.attribute(index)
      let nameLength = Int(attribute.nameEnd &- attribute.nameStart)
      let word = bytes.word(at: Int(attribute.nameStart), length: nameLength)
      let range = attribute.value
      if word == names.type, nameLength == 4 {
        if !row.type.isNone {
          extras.append(index)
        } else {
          typeRange = range
          row.type = symbolOfType(bytes, range, kind: .sample, batch: &batch)
        }
      } else if word == names.sourceName, nameLength == 10 {
        if !row.source.isNone {
          extras.append(index)
        } else {
          row.source = symbol(bytes, range, in: &batch.symbols.source, log: &batch.findings)
        }
      } else if word == names.sourceVersion, nameLength == 13 {
        if !row.version.isNone {
          extras.append(index)
        } else {
          row.version = symbol(bytes, range, in: &batch.symbols.version, log: &batch.findings)
        }
      } else if word == names.device, nameLength == 6 {
        if !row.device.isNone {
          extras.append(index)
        } else {
          row.device = symbolOfDevice(bytes, range, batch: &batch)
        }
      } else if word == names.unit, nameLength == 4 {
        if hasUnit {
          extras.append(index)
        } else {
          hasUnit = true
          unitRange = range
        }
      } else if word == names.creationDate, nameLength == 12 {
        date(bytes, range, .creation, row: &row, problem: &problem, extras: &extras, index, &batch)
      } else if word == names.startDate, nameLength == 9 {
        date(bytes, range, .start, row: &row, problem: &problem, extras: &extras, index, &batch)
      } else if word == names.endDate, nameLength == 7 {
        date(bytes, range, .end, row: &row, problem: &problem, extras: &extras, index, &batch)
      } else if word == names.value, nameLength == 5 {
        if hasValue {
          extras.append(index)
        } else {
          hasValue = true
          valueRange = range
        }
      } else {
        extras.append(index)
      }
    }
    metadata.begin()
    let isUsual = extras.isEmpty && problem == nil
    if !extras.isEmpty { takeExtraAttributes(bytes, extras, row: &row, batch: &batch) }
    if hasUnit, !unitRange.isEmpty {
      row.unit = symbol(bytes, unitRange, in: &batch.symbols.unit, log: &batch.findings)
    }
    if isUsual, isLearnable(row, batch.symbols) {
      shapes.learn(bytes, start: start, tag: tag, row: row)
    }
    var end = contentStart
    if !tag.isSelfClosing {
      switch children(bytes, of: "Record", from: contentStart, row: &row, batch: &batch) {
      case .done(let after): end = after
      case .incomplete: return nil
      case .malformed(let at, let code):
        problem = (code, at, "")
        end = resume(bytes, after: start)
      }
    }
    row.length = Int32(truncatingIfNeeded: end &- start)
    if problem == nil {
      if row.type.isNone || typeRange.isEmpty {
        problem = (.missingType, start, "")
      } else if !row.dates.contains(.start) {
        problem = (.missingStart, start, "")
      }
    }
    if let (code, at, detail) = problem {
      batch.rejects.append(
        Rejection(code, at: base &+ at, record: base &+ start..<base &+ end, detail)
      )
      return end
    }
    append(&row, value: hasValue ? valueRange : nil, of: bytes, to: &batch)
    return end
  }

  /// How reading a record by the shape of one before it went.
  enum ShapeResult {
    case read(end: Int)
    /// It has another shape, or something in it needs a closer look.
    case unknown
    case cutOff
  }

  /// Reads the record at `start` when it begins as a recent one did; the same as `record`.
  @inline(__always)
  mutating func recordOfKnownShape(
    _ bytes: Span<UInt8>,
    at start: Int,
    into batch: inout RecordBatch
  ) -> ShapeResult {
    guard let shape = shapes.match(bytes, at: start) else { return .unknown }
    var i = start &+ shapes[shape].length
    let dateLength = RecentDate.length
    // The dates, what stands between them, and the end of the tag.
    guard i &+ 3 &* dateLength &+ 40 <= bytes.count else { return .unknown }
    let dates = shapes[shape].dates
    var creationDate: Timestamp?
    if dates.contains(.creation) {
      creationDate = recentDate.parse(bytes, i..<i &+ dateLength)
      i &+= dateLength
      guard creationDate != nil, bytes.starts(with: "\" startDate=\"", at: i) else {
        return .unknown
      }
      i &+= 13
    }
    guard let startDate = recentDate.parse(bytes, i..<i &+ dateLength),
      bytes.starts(with: "\" endDate=\"", at: i &+ dateLength)
    else { return .unknown }
    i &+= dateLength &+ 11
    guard let endDate = recentDate.parse(bytes, i..<i &+ dateLength) else { return .unknown }
    i &+= dateLength
    var value: Range<Int>?
    if shapes[shape].hasValue {
      guard bytes.starts(with: "\" value=\"", at: i),
        let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: i &+ 9)
      else { return .unknown }
      value = i &+ 9..<quote
      i = quote
    }
    let isSelfClosing = bytes.starts(with: "\"/>", at: i)
    guard isSelfClosing || bytes.starts(with: "\">", at: i) else { return .unknown }
    i &+= isSelfClosing ? 3 : 2
    var row = shapes[shape].row
    row.offset = base &+ start
    row.dates = dates
    row.start = startDate
    row.end = endDate
    if let creationDate { row.creation = creationDate }
    metadata.begin()
    if !isSelfClosing {
      switch children(bytes, of: "Record", from: i, row: &row, batch: &batch) {
      case .done(let after): i = after
      case .incomplete: return .cutOff
      case .malformed(let at, let code):
        return .read(end: reject(code, at: at, bytes, start: start, batch: &batch))
      }
    }
    row.length = Int32(truncatingIfNeeded: i &- start)
    append(&row, value: value, of: bytes, to: &batch)
    return .read(end: i)
  }

  /// Whether nothing has to be noted each time the row's texts occur.
  private func isLearnable(_ row: RecordRow, _ symbols: borrowing SymbolTables) -> Bool {
    !row.type.isNone
      && symbols.type.isPlain(row.type) && symbols.source.isPlain(row.source)
      && symbols.version.isPlain(row.version) && symbols.device.isPlain(row.device)
      && symbols.unit.isPlain(row.unit)
  }

  /// Completes a row by its value and metadata and appends it, or rejects it for its value.
  @inline(__always)
  private mutating func append(
    _ row: inout RecordRow,
    value range: Range<Int>?,
    of bytes: Span<UInt8>,
    to batch: inout RecordBatch
  ) {
    if let range {
      guard
        let value = value(
          bytes,
          range,
          type: row.type,
          hasUnit: !row.unit.isNone,
          batch: &batch
        )
      else {
        batch.rejects.append(
          Rejection(
            .invalidNumber,
            at: base &+ range.lowerBound,
            record: row.offset..<row.offset &+ Int(row.length),
            "\(batch.symbols.type.text(row.type)): \"\(bytes.text(range))\""
          )
        )
        return
      }
      row.take(value)
    }
    row.metadata = metadata.finish(into: &batch)
    batch.rows.append(row)
  }

  /// Reads one of the three dates of a record into its row.
  @inline(__always)
  private mutating func date(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ which: DateSet,
    row: inout RecordRow,
    problem: inout (FindingCode, Int, String)?,
    extras: inout [Int],
    _ index: Int,
    _ batch: inout RecordBatch
  ) {
    if row.dates.contains(which) {
      extras.append(index)
      return
    }
    // An empty creation date says nothing; an empty start or end is caught as missing.
    guard !range.isEmpty else { return }
    guard
      let stamp = recentDate.parse(bytes, range)
        ?? slowDate(bytes, range, which, batch: &batch)
    else {
      if problem == nil {
        problem = (fields.failure, range.lowerBound, fields.failureDetail)
      }
      return
    }
    row.dates.insert(which)
    switch which {
    case .start: row.start = stamp
    case .end: row.end = stamp
    default: row.creation = stamp
    }
  }

  /// Reads a value by the form of its type; nil when it should be a number and is none.
  ///
  /// Mutating, because a call that may not change the decoder would be given a copy of all of it.
  @inline(__always)
  private mutating func value(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    type: Symbol,
    hasUnit: Bool,
    batch: inout RecordBatch
  ) -> WrittenValue? {
    let form = batch.symbols.form(of: type)
    if form == .quantity || form == .unknown && hasUnit {
      switch ExactDecimal.parse(bytes, range) {
      case .exact(let decimal): return .decimal(decimal)
      case .long:
        let start = batch.arena.count
        batch.arena.append(bytes, range)
        return .longDecimal(ArenaSlice(start: start, end: batch.arena.count))
      case .notANumber:
        if form == .quantity { return nil }
      }
    }
    guard !range.isEmpty else { return WrittenValue.none }
    return .text(symbolOfValue(bytes, range, type: type, batch: &batch))
  }
}

/// A value as a row holds it.
private enum WrittenValue {
  case none
  case decimal(ExactDecimal)
  case longDecimal(ArenaSlice)
  case text(Symbol)
}

extension RecordRow {
  @inline(__always)
  fileprivate mutating func take(_ value: WrittenValue) {
    switch value {
    case .none: break
    case .decimal(let decimal):
      valueKind = .decimal
      self.value = decimal
    case .longDecimal(let digits):
      valueKind = .longDecimal
      valueText = digits
    case .text(let symbol):
      valueKind = .text
      text = symbol
    }
  }
}
