import ByteKit
import HealthModel
import XMLCodec

extension AppleDecoder {
  /// How reading the children of a record went.
  enum ChildrenResult {
    case done(Int)
    case incomplete
    case malformed(Int, FindingCode)
  }

  /// What an unreadable child means for its parent.
  func failed(_ error: XMLElementError) -> ChildrenResult {
    switch error {
    case .incomplete: .incomplete
    case .malformed(let offset): .malformed(offset, .malformed)
    case .tooDeep(let offset): .malformed(offset, .tooDeep)
    }
  }

  /// Reads the children of a Record up to its end tag: metadata, beats, and anything else kept
  /// whole.
  mutating func children(
    _ bytes: Span<UInt8>,
    of name: StaticString,
    from start: Int,
    row: inout RecordRow,
    batch: inout RecordBatch
  ) -> ChildrenResult {
    var i = start
    var details = DetailWriter()
    while true {
      i = XMLScanner.afterBlanks(bytes, from: i, to: bytes.count)
      if let pair = AttributePair(bytes, at: i, "<MetadataEntry key=\"", "\" value=\""),
        !pair.first.isEmpty
      {
        metadataEntry(bytes, key: pair.first, value: pair.second, batch: &batch)
        i = pair.end
        continue
      }
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .startTag(let end):
        if bytes.equals("MetadataEntry", at: tag.name) {
          metadataEntry(bytes, batch: &batch)
          i = end
          if !tag.isSelfClosing {
            guard let after = closing(bytes, "MetadataEntry", from: end) else { return .incomplete }
            i = after
          }
        } else if bytes.equals("HeartRateVariabilityMetadataList", at: tag.name) {
          guard !tag.isSelfClosing else {
            i = end
            continue
          }
          switch beats(bytes, from: end, details: &details, batch: &batch) {
          case .done(let after): i = after
          case let other: return other
          }
        } else {
          if Self.isTopLevel(bytes, tag.name) { return .malformed(i, .malformed) }
          var position = end
          var flaws: XMLTextFlaws = []
          do {
            let element = try XMLElement.parse(
              bytes,
              tag: &tag,
              from: &position,
              flaws: &flaws,
              strangers: Self.topLevel
            )
            details.elements.append(element)
          } catch {
            return failed(error)
          }
          note(flaws.rawValue, at: i, log: &batch.findings)
          i = position
        }
      case .endTag(let tagName, let end):
        guard bytes.equals(name, at: tagName) else { return .malformed(i, .malformed) }
        row.details = details.finish(into: &batch)
        return .done(end)
      case .text(let end):
        if end == bytes.count { return .incomplete }
        i = end
      case .cdata(_, let end), .skipped(let end): i = end
      case .malformed(let offset): return .malformed(offset, .malformed)
      case .doctype: return .malformed(i, .malformed)
      case .incomplete, .end: return .incomplete
      }
    }
  }

  /// The offset after the end tag of an element that should have been empty.
  private mutating func closing(
    _ bytes: Span<UInt8>,
    _ name: StaticString,
    from start: Int
  ) -> Int? {
    var i = start
    while true {
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .endTag(let tagName, let end):
        if bytes.equals(name, at: tagName) { return end }
        i = end
      case .startTag(let end), .text(let end), .cdata(_, let end), .skipped(let end):
        if end == bytes.count { return nil }
        i = end
      case .malformed, .doctype: i += 1
      case .incomplete, .end: return nil
      }
    }
  }

  /// Reads the beats of a heart rate variability sample.
  private mutating func beats(
    _ bytes: Span<UInt8>,
    from start: Int,
    details: inout DetailWriter,
    batch: inout RecordBatch
  ) -> ChildrenResult {
    var i = start
    details.resumeBeats(in: &batch.arena)
    while true {
      i = XMLScanner.afterBlanks(bytes, from: i, to: bytes.count)
      if let pair = AttributePair(bytes, at: i, "<InstantaneousBeatsPerMinute bpm=\"", "\" time=\"")
      {
        beat(bytes, bpm: pair.first, time: pair.second, details: &details, batch: &batch)
        i = pair.end
        continue
      }
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .startTag(let end):
        i = end
        var bpm = 0..<0
        var time = 0..<0
        for index in 0..<tag.attributeCount {
          let attribute = tag.attribute(index)
          if bytes.equals("bpm", at: attribute.name) { bpm = attribute.value }
          if bytes.equals("time", at: attribute.name) { time = attribute.value }
        }
        beat(bytes, bpm: bpm, time: time, details: &details, batch: &batch)
      case .endTag(let name, let end):
        i = end
        if bytes.equals("HeartRateVariabilityMetadataList", at: name) { return .done(end) }
      case .text(let end), .cdata(_, let end), .skipped(let end):
        if end == bytes.count { return .incomplete }
        i = end
      case .malformed(let offset): return .malformed(offset, .malformed)
      case .doctype: return .malformed(i, .malformed)
      case .incomplete, .end: return .incomplete
      }
    }
  }

  /// Keeps one beat.
  private mutating func beat(
    _ bytes: Span<UInt8>,
    bpm: Range<Int>,
    time: Range<Int>,
    details: inout DetailWriter,
    batch: inout RecordBatch
  ) {
    let flaws = details.beat(bpm: bpm, time: time, of: bytes, arena: &batch.arena)
    note(flaws.bpm.rawValue, at: bpm.lowerBound, log: &batch.findings)
    note(flaws.time.rawValue, at: time.lowerBound, log: &batch.findings)
  }

  /// Takes attributes that a Record usually doesn't have: iOS 8's `source` and metadata as
  /// attributes, a `uuid`, and names given twice.
  @inline(never)
  mutating func takeExtraAttributes(
    _ bytes: Span<UInt8>,
    _ indices: [Int],
    row: inout RecordRow,
    batch: inout RecordBatch
  ) {
    for index in indices {
      let attribute = tag.attribute(index)
      let name = bytes.text(attribute.name)
      let value = decoded(bytes, attribute.value, batch: &batch)
      if name == "source", row.source.isNone {
        row.source = symbol(
          bytes,
          attribute.value,
          in: &batch.symbols.source,
          log: &batch.findings
        )
        continue
      }
      if name == "uuid", row.uuid.isEmpty {
        let start = batch.arena.count
        batch.arena.append(value)
        row.uuid = ArenaSlice(start: start, end: batch.arena.count)
        continue
      }
      if name.contains(where: \.isWhitespace) {
        batch.findings.note(.attributeNameBlank, at: base &+ Int(attribute.nameStart), name)
      }
      if let first = firstValue(named: attribute.name, before: index, bytes) {
        batch.findings.note(.duplicateAttribute, at: base &+ Int(attribute.nameStart), name)
        if bytes.text(first) == bytes.text(attribute.value) { continue }
      }
      addMetadata(
        name,
        value,
        at: base &+ Int(attribute.nameStart),
        notesRepetition: false,
        batch: &batch
      )
    }
  }

  private func firstValue(
    named name: Range<Int>,
    before index: Int,
    _ bytes: Span<UInt8>
  ) -> Range<Int>? {
    let wanted = bytes.text(name)
    for earlier in 0..<index where bytes.text(tag.attribute(earlier).name) == wanted {
      return tag.attribute(earlier).value
    }
    return nil
  }

  /// Adds a pair of metadata from decoded text; what is odd about its key is noted at the offset.
  mutating func addMetadata(
    _ key: String,
    _ value: String,
    at offset: Int,
    notesRepetition: Bool = true,
    batch: inout RecordBatch
  ) {
    let raw = XMLText.encoded(key)
    let symbol =
      batch.symbols.key.find(raw.span, 0..<raw.count)
      ?? addKey(raw.span, 0..<raw.count, batch: &batch)
    note(batch.symbols.key.flags(of: symbol), at: offset &- base, log: &batch.findings)
    let start = batch.arena.count
    batch.arena.appendJSON(value)
    if !metadata.add(symbol, valueStart: start, batch: &batch), notesRepetition {
      batch.findings.note(.metadataKeyRepeated, at: offset, key)
    }
  }

  /// Records in the metadata that a time's offset was assumed, and the text where it can't be told
  /// back.
  mutating func noteAssumption(_ text: [UInt8], _ which: DateSet, batch: inout RecordBatch) {
    let written = String(decoding: text, as: UTF8.self)
    for (key, value) in fields.assumptions(which, written: written) {
      addMetadata(key, value, at: base, notesRepetition: false, batch: &batch)
    }
  }
}
