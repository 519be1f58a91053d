import ByteKit
import HealthModel
import XMLCodec

// Interning: the meaning of raw bytes is worked out once a worker, what is odd about them is noted
// each time they occur, so that counts don't depend on how the work was shared out.
//
// All of it is mutating: a call that may not change the decoder would be given a copy of it.

extension AppleDecoder {
  /// The symbol of a plain text attribute; none for an empty one.
  @inline(__always)
  mutating func symbol(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    in table: inout SymbolTable,
    log: inout FindingLog
  ) -> Symbol {
    if range.isEmpty { return .none }
    let symbol = table.find(bytes, range) ?? addText(bytes, range, to: &table)
    if table.hasFlags { note(table.flags(of: symbol), at: range.lowerBound, log: &log) }
    return symbol
  }

  @inline(never)
  private mutating func addText(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to table: inout SymbolTable
  ) -> Symbol {
    var text = ByteBuffer(capacity: range.count + 16)
    let flaws = XMLText.decode(bytes, range, into: &text)
    return table.add(bytes, range, text: text.span, flags: flaws.rawValue)
  }

  /// The symbol of a type or activity by its canonical name.
  @inline(__always)
  mutating func symbolOfType(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    kind: RecordKind,
    batch: inout RecordBatch
  ) -> Symbol {
    if range.isEmpty { return .none }
    let symbol =
      batch.symbols.type.find(bytes, range) ?? addType(bytes, range, kind: kind, batch: &batch)
    if batch.symbols.type.hasFlags {
      note(batch.symbols.type.flags(of: symbol), at: range.lowerBound, log: &batch.findings)
    }
    return symbol
  }

  @inline(never)
  private mutating func addType(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    kind: RecordKind,
    batch: inout RecordBatch
  ) -> Symbol {
    var flaws: XMLTextFlaws = []
    let text = XMLText.string(bytes, range, flaws: &flaws)
    return batch.symbols.addType(bytes, range, text: text, kind: kind, flags: flaws.rawValue)
  }

  /// The symbol of a device.
  @inline(__always)
  mutating func symbolOfDevice(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    batch: inout RecordBatch
  ) -> Symbol {
    if range.isEmpty { return .none }
    let symbol = batch.symbols.internDevice(bytes, range, meaning: Self.device)
    if batch.symbols.device.hasFlags {
      note(batch.symbols.device.flags(of: symbol), at: range.lowerBound, log: &batch.findings)
    }
    return symbol
  }

  private static func device(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> (json: [UInt8], flags: UInt8) {
    var flaws: XMLTextFlaws = []
    let json = AppleDevice.json(XMLText.string(bytes, range, flaws: &flaws))
    return (json, flaws.rawValue)
  }

  /// The symbol of a metadata key, whose text is its JSON string and a colon.
  @inline(__always)
  mutating func symbolOfKey(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    batch: inout RecordBatch
  ) -> Symbol {
    let symbol = batch.symbols.key.find(bytes, range) ?? addKey(bytes, range, batch: &batch)
    if batch.symbols.key.hasFlags {
      note(batch.symbols.key.flags(of: symbol), at: range.lowerBound, log: &batch.findings)
    }
    return symbol
  }

  @inline(never)
  mutating func addKey(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    batch: inout RecordBatch
  ) -> Symbol {
    var flaws: XMLTextFlaws = []
    var text = ByteBuffer(capacity: range.count + 16)
    text.appendJSON(XMLText.string(bytes, range, flaws: &flaws))
    text.append(UInt8(ascii: ":"))
    return batch.symbols.key.add(bytes, range, text: text.span, flags: flaws.rawValue)
  }

  /// The symbol of a text value by its short name.
  @inline(__always)
  mutating func symbolOfValue(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    type: Symbol,
    batch: inout RecordBatch
  ) -> Symbol {
    let (symbol, flags) =
      batch.symbols.knownValue(bytes, range, type: type)
      ?? addValue(bytes, range, type: type, batch: &batch)
    if flags != 0 {
      note(flags, at: range.lowerBound, log: &batch.findings)
      if flags & SymbolTables.unknownValueFlag != 0 {
        batch.findings.note(
          .unknownCategoryValue,
          at: base &+ range.lowerBound,
          bytes.text(range)
        )
      }
    }
    return symbol
  }

  @inline(never)
  private mutating func addValue(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    type: Symbol,
    batch: inout RecordBatch
  ) -> (value: Symbol, flags: UInt8) {
    var flaws: XMLTextFlaws = []
    let text = XMLText.string(bytes, range, flaws: &flaws)
    return batch.symbols.addValue(bytes, range, text: text, type: type, flags: flaws.rawValue)
  }

  /// The decoded text of an attribute value, its flaws noted.
  mutating func decoded(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    batch: inout RecordBatch
  ) -> String {
    var flaws: XMLTextFlaws = []
    let text = XMLText.string(bytes, range, flaws: &flaws)
    note(flaws.rawValue, at: range.lowerBound, log: &batch.findings)
    return text
  }

  /// Notes what was mended in a text.
  mutating func note(_ flags: UInt8, at offset: Int, log: inout FindingLog) {
    if flags == 0 { return }
    let flaws = XMLTextFlaws(rawValue: flags)
    if flaws.contains(.controlCharacter) { log.note(.controlCharacter, at: base &+ offset) }
    if flaws.contains(.invalidUTF8) { log.note(.invalidUTF8, at: base &+ offset) }
    if flaws.contains(.unknownEntity) { log.note(.unknownEntity, at: base &+ offset) }
  }

  /// Reads a date that is not in Apple's usual form.
  @inline(never)
  mutating func slowDate(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ which: DateSet,
    batch: inout RecordBatch
  ) -> Timestamp? {
    let text = [UInt8](decoded(bytes, range, batch: &batch).utf8)
    let stamp = fields.date(
      text.span,
      0..<text.count,
      at: base &+ range.lowerBound,
      log: &batch.findings
    )
    if stamp != nil, fields.usedAssumedZone { noteAssumption(text, which, batch: &batch) }
    return stamp
  }
}
