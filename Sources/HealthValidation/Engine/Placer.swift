import ByteKit
import HealthFormats
import HealthModel

/// Works out the places of a chunk's findings, one after the other by offset.
struct Placer {
  private let input: ValidatedInput
  private let locator: FieldLocator?
  private let base: Int
  /// How far lines were counted, in the chunk.
  private var counted = 0
  private var line: Int
  private var lineStart: Int

  /// How many bytes of a line an excerpt shows on each side.
  private static let margin = 60

  init(_ input: ValidatedInput, _ locator: FieldLocator?, _ place: LinePlace, _ base: Int) {
    self.input = input
    self.locator = locator
    self.base = base
    line = place.line
    lineStart = place.lineStart
  }

  /// A finding of a draft; drafts must come in the order of their offsets.
  mutating func finding(
    _ draft: Draft,
    severity: Severity,
    record number: Int,
    in bytes: Span<UInt8>
  ) -> ValidationFinding {
    let local = draft.record.lowerBound - base..<draft.record.upperBound - base
    var range = draft.offset - base..<draft.offset - base
    var field: FieldPath?
    if let column = draft.column, let found = locator?.locate(column, in: bytes, record: local) {
      if draft.offset == draft.record.lowerBound || found.range.contains(range.lowerBound) {
        range = found.range
      }
      field =
        switch found.kind {
        case .pointer: .pointer(found.name)
        case .column: .column(found.name)
        case .element: .element(found.name)
        }
    }
    if range.isEmpty, draft.offset == draft.record.lowerBound { range = local }
    range = min(max(range.lowerBound, 0), bytes.count)..<min(max(range.upperBound, 0), bytes.count)
    // A field may stand before what was found last.
    if range.lowerBound >= counted {
      count(to: range.lowerBound, bytes)
      return make(draft, severity, number, range, field, line, lineStart, bytes)
    }
    let back = bytes.countLineFeeds(range.lowerBound..<counted)
    let start = bytes.lastOffset(of: 0x0A, before: range.lowerBound).map { base + $0 + 1 }
    return make(draft, severity, number, range, field, line - back, start ?? lineStart, bytes)
  }

  private mutating func count(to offset: Int, _ bytes: Span<UInt8>) {
    let found = bytes.countLineFeeds(counted..<offset)
    if found > 0, let last = bytes.lastOffset(of: 0x0A, before: offset) {
      line += found
      lineStart = base + last + 1
    }
    counted = offset
  }

  private func make(
    _ draft: Draft,
    _ severity: Severity,
    _ number: Int,
    _ range: Range<Int>,
    _ field: FieldPath?,
    _ line: Int,
    _ lineStart: Int,
    _ bytes: Span<UInt8>
  ) -> ValidationFinding {
    var place = FindingPlace(path: input.path)
    place.entry = input.entry
    place.record = number
    place.byteOffset = base + range.lowerBound
    place.byteLength = range.count
    place.line = line
    place.column = base + range.lowerBound - lineStart + 1
    let before = bytes.text(max(lineStart - base, 0)..<range.lowerBound)
    place.characterColumn = before.unicodeScalars.count + 1
    place.field = field
    var finding = ValidationFinding(
      rule: draft.rule,
      severity: severity,
      place: place,
      message: draft.message
    )
    finding.type = draft.type
    finding.source = draft.source
    finding.contentKey = draft.contentKey
    finding.excerpt = excerpt(around: range, from: max(lineStart - base, 0), bytes)
    return finding
  }

  private func excerpt(
    around range: Range<Int>,
    from lineStart: Int,
    _ bytes: Span<UInt8>
  ) -> Excerpt {
    let lineEnd =
      bytes.firstOffset(of: 0x0A, from: min(range.lowerBound, bytes.count)) ?? bytes.count
    var start = max(lineStart, range.lowerBound - Self.margin)
    var end = min(
      lineEnd,
      max(range.lowerBound + 1, min(range.upperBound, range.lowerBound + 40)) + Self.margin
    )
    // Not within a character.
    while start > lineStart, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < lineEnd, bytes[end] & 0xC0 == 0x80 { end += 1 }
    end = max(end, start)
    func shown(_ range: Range<Int>) -> String {
      String(
        bytes.text(range).unicodeScalars.map {
          $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0)
        }
      )
    }
    let head =
      (start > lineStart ? "…" : "") + shown(start..<max(start, min(range.lowerBound, end)))
    let marked = shown(
      max(start, min(range.lowerBound, end))..<max(start, min(range.upperBound, end))
    )
    let tail = shown(max(start, min(range.upperBound, end))..<end) + (end < lineEnd ? "…" : "")
    return Excerpt(
      text: head + marked + tail,
      caretStart: head.count,
      caretLength: max(marked.count, 1)
    )
  }
}
