import ByteKit
import HealthModel
import XMLCodec

extension AppleDecoder {
  /// Reads the top-level element whose start tag is in `tag`; returns the offset after it, nil when
  /// it is cut off.
  mutating func element(
    _ bytes: Span<UInt8>,
    start: Int,
    contentStart: Int,
    into batch: inout RecordBatch
  ) -> Int? {
    if bytes.equals("Record", at: tag.name) {
      return record(bytes, start: start, contentStart: contentStart, into: &batch)
    }
    if bytes.equals("HealthData", at: tag.name) {
      batch.findings.note(.strayText, at: base + start, "<HealthData>")
      return contentStart
    }
    var end = contentStart
    var flaws: XMLTextFlaws = []
    let element: XMLElement
    let isRecordBearing = bytes.equals("Correlation", at: tag.name)
    if isRecordBearing {
      return correlation(bytes, start: start, contentStart: contentStart, into: &batch)
    }
    do {
      element = try XMLElement.parse(
        bytes,
        tag: &tag,
        from: &end,
        flaws: &flaws,
        strangers: Self.isTopLevel(bytes, tag.name) ? Self.topLevel : []
      )
    } catch {
      switch error {
      case .incomplete: return nil
      case .malformed(let offset):
        return reject(.malformed, at: offset, bytes, start: start, batch: &batch)
      case .tooDeep(let offset):
        return reject(.tooDeep, at: offset, bytes, start: start, batch: &batch)
      }
    }
    note(flaws.rawValue, at: start, log: &batch.findings)
    if element.name == "ExportDate" { return end }
    metadata.begin()
    let problem: ElementProblem?
    let context = ElementContext(start: base + start, end: base + end)
    switch element.name {
    case "Workout": problem = workout(element, context, into: &batch)
    case "ActivitySummary": problem = activitySummary(element, context, into: &batch)
    case "Me": problem = characteristics(element, context, into: &batch)
    default: problem = other(element, context, into: &batch)
    }
    if let problem {
      batch.rejects.append(
        Rejection(
          problem.code,
          at: base + start,
          record: base + start..<base + end,
          problem.detail
        )
      )
    }
    return end
  }

  /// Rejects what starts at `start` and goes on at the next `<`.
  func reject(
    _ code: FindingCode,
    at offset: Int,
    _ bytes: Span<UInt8>,
    start: Int,
    batch: inout RecordBatch
  ) -> Int {
    let end = resume(bytes, after: start)
    batch.rejects.append(Rejection(code, at: base + offset, record: base + start..<base + end))
    return end
  }
}

/// Where a whole element stands in the decoded input.
struct ElementContext {
  var start: Int
  var end: Int
}

/// Why a whole element can't become a record.
struct ElementProblem: Error {
  var code: FindingCode
  var detail: String
}

// MARK: - Fields of whole elements

extension AppleDecoder {
  /// A row with the fields every element may have: type, dates, source, device, metadata children.
  mutating func row(
    of element: XMLElement,
    kind: RecordKind,
    typeAttribute: String,
    _ context: ElementContext,
    batch: inout RecordBatch
  ) throws(ElementProblem) -> RecordRow {
    var row = RecordRow(kind: kind)
    row.offset = context.start
    row.length = Int32(truncatingIfNeeded: context.end - context.start)
    if let type = element[typeAttribute], !type.isEmpty {
      row.type = batch.symbols.internType(type, kind: kind)
    }
    if let stamp = try date(element, "startDate", .start, context, batch: &batch) {
      row.start = stamp
      row.dates.insert(.start)
    }
    if let stamp = try date(element, "endDate", .end, context, batch: &batch) {
      row.end = stamp
      row.dates.insert(.end)
    }
    if let stamp = try date(element, "creationDate", .creation, context, batch: &batch) {
      row.creation = stamp
      row.dates.insert(.creation)
    }
    if let name = element["sourceName"] ?? element["source"], !name.isEmpty {
      row.source = Self.symbol(of: name, in: &batch.symbols.source)
    }
    if let version = element["sourceVersion"], !version.isEmpty {
      row.version = Self.symbol(of: version, in: &batch.symbols.version)
    }
    if let device = element["device"], !device.isEmpty {
      row.device = batch.symbols.internDevice(device)
    }
    if let uuid = element["uuid"], !uuid.isEmpty {
      let start = batch.arena.count
      batch.arena.append(uuid)
      row.uuid = ArenaSlice(start: start, end: batch.arena.count)
    }
    for child in element.children where child.name == "MetadataEntry" {
      addMetadata(child["key"] ?? "", child["value"] ?? "", at: context.start, batch: &batch)
    }
    return row
  }

  /// The symbol of a decoded text; the tables know texts by what is written for them.
  private static func symbol(of text: String, in table: inout SymbolTable) -> Symbol {
    let raw = XMLText.encoded(text)
    return table.find(raw.span, 0..<raw.count)
      ?? table.add(raw.span, 0..<raw.count, text: [UInt8](text.utf8).span)
  }

  /// The date of an attribute; nil when it is absent or empty.
  mutating func date(
    _ element: XMLElement,
    _ name: String,
    _ which: DateSet,
    _ context: ElementContext,
    batch: inout RecordBatch
  ) throws(ElementProblem) -> Timestamp? {
    guard let text = element[name], !text.isEmpty else { return nil }
    let bytes = [UInt8](text.utf8)
    if let stamp = Timestamp.parseApple(bytes.span, 0..<bytes.count) { return stamp }
    guard
      let stamp = fields.date(
        bytes.span,
        0..<bytes.count,
        at: context.start,
        log: &batch.findings
      )
    else { throw ElementProblem(code: fields.failure, detail: fields.failureDetail) }
    if fields.usedAssumedZone { noteAssumption(bytes, which, batch: &batch) }
    return stamp
  }

  /// The number of an attribute; nil when it is absent or empty.
  func number(
    _ element: XMLElement,
    _ name: String
  ) throws(ElementProblem) -> ExactDecimal? {
    guard let text = element[name], !text.isEmpty else { return nil }
    let bytes = [UInt8](text.utf8)
    switch ExactDecimal.parse(bytes.span, 0..<bytes.count) {
    case .exact(let decimal): return decimal
    case .long:
      return correctlyRoundedDouble(bytes.span, 0..<bytes.count)
        .flatMap { ExactDecimal(shortest: $0) }
    case .notANumber:
      throw ElementProblem(code: .invalidNumber, detail: "\(name)=\"\(text)\"")
    }
  }
}
