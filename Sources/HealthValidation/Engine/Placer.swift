import ByteKit
import HealthFormats
import HealthModel

/// Works out the places of a chunk's findings, one after the other by offset.
struct Placer {
  private let input: ValidatedInput
  private let locator: FieldLocator?
  private let base: Int
  /// Where the chunk begins.
  private let place: LinePlace
  private var lines: LineCounter

  /// How many bytes of a line an excerpt shows on each side.
  private static let margin = 60

  init(_ input: ValidatedInput, _ locator: FieldLocator?, _ place: LinePlace, _ base: Int) {
    self.input = input
    self.locator = locator
    self.base = base
    self.place = place
    lines = LineCounter(from: place.line)
  }

  /// A finding of a draft; drafts come about in the order of their offsets.
  mutating func finding(
    _ draft: Draft,
    record number: Int,
    type: String,
    source: String,
    in bytes: Span<UInt8>
  ) -> ValidationFinding {
    let record = draft.record.lowerBound - base..<draft.record.upperBound - base
    var (range, field) = Self.part(draft, base, record, locator, bytes)
    range = min(max(range.lowerBound, 0), bytes.count)..<min(max(range.upperBound, 0), bytes.count)
    var result = FindingPlace(path: input.path)
    result.entry = input.entry
    result.record = number
    result.byteOffset = base + range.lowerBound
    result.byteLength = range.count
    result.line = lines.line(of: range.lowerBound, in: bytes)
    let lineStart = bytes.lastOffset(of: 0x0A, before: range.lowerBound).map { $0 + 1 }
    result.column = base + range.lowerBound - (lineStart.map { base + $0 } ?? place.lineStart) + 1
    let continuations =
      bytes.countContinuations((lineStart ?? 0)..<range.lowerBound)
      + (lineStart == nil ? place.continuations : 0)
    result.characterColumn = result.column - continuations
    result.field = field
    var finding = ValidationFinding(
      rule: draft.rule,
      severity: Rule.of(draft.rule).severity,
      place: result,
      message: draft.message
    )
    finding.type = type
    finding.source = source
    finding.contentKey = draft.contentKey
    let start = max(record.lowerBound, lineStart ?? 0)
    let end = min(record.upperBound, bytes.count)
    if start < end { finding.excerpt = excerpt(around: range, within: start..<end, bytes) }
    return finding
  }

  /// The part of a record that a draft is about, and its name.
  private static func part(
    _ draft: Draft,
    _ base: Int,
    _ record: Range<Int>,
    _ locator: FieldLocator?,
    _ bytes: Span<UInt8>
  ) -> (Range<Int>, FieldPath?) {
    let offset = draft.offset - base
    if let field = draft.field { return (offset..<offset + draft.length, field) }
    let found: LocatedField?
    if draft.isAtField || offset > record.lowerBound {
      found = locator?.locate(at: offset, in: bytes, record: record)
    } else {
      found = draft.column.flatMap {
        locator?.locate($0, key: draft.key, in: bytes, record: record)
      }
    }
    if let found {
      let field: FieldPath =
        switch found.kind {
        case .pointer: .pointer(found.name)
        case .column: .column(found.name)
        case .element: .element(found.name)
        }
      return (draft.length > 0 ? offset..<offset + draft.length : found.range, field)
    }
    if draft.length > 0 || offset != record.lowerBound {
      return (offset..<offset + draft.length, nil)
    }
    // A row ends with its line end, a finding about it before.
    var end = min(record.upperBound, bytes.count)
    while end > record.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return (record.lowerBound..<end, nil)
  }

  /// The line around a part, as far as it belongs to the record: what else is in the chunk depends
  /// on how the input was cut.
  private func excerpt(
    around range: Range<Int>,
    within record: Range<Int>,
    _ bytes: Span<UInt8>
  ) -> Excerpt? {
    guard range.lowerBound >= record.lowerBound, range.lowerBound <= record.upperBound else {
      return nil
    }
    let lineEnd = min(
      bytes.firstOffset(of: 0x0A, from: min(range.lowerBound, bytes.count)) ?? bytes.count,
      record.upperBound
    )
    var start = max(record.lowerBound, range.lowerBound - Self.margin)
    var end = min(
      lineEnd,
      max(range.lowerBound + 1, min(range.upperBound, range.lowerBound + 40)) + Self.margin
    )
    // Not within a character.
    while start > record.lowerBound, start < bytes.count, bytes[start] & 0xC0 == 0x80 {
      start -= 1
    }
    while end < lineEnd, bytes[end] & 0xC0 == 0x80 { end += 1 }
    end = max(end, start)
    func shown(_ range: Range<Int>) -> String {
      String(
        String.UnicodeScalarView(
          bytes.text(range).unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        )
      )
    }
    let caret = max(start, min(range.lowerBound, end))
    let head = (start > record.lowerBound ? "…" : "") + shown(start..<caret)
    let marked = shown(caret..<max(start, min(range.upperBound, end)))
    let tail =
      shown(max(start, min(range.upperBound, end))..<end) + (end < lineEnd ? "…" : "")
    return Excerpt(
      text: head + marked + tail,
      caretStart: head.unicodeScalars.count,
      caretLength: max(marked.unicodeScalars.count, 1)
    )
  }
}
