import ByteKit
import HealthModel
import XMLCodec

/// Decodes the elements of an Apple Health export into rows.
///
/// A chunk begins between the children of the root; the hot path is `Record`, everything else is
/// read as a whole element first.
struct AppleDecoder: RecordDecoder {
  var tag = XMLTag()
  var fields: FieldReader
  var metadata = MetadataWriter()
  /// The last date in Apple's form; a record's dates are often equal, and so are neighbours'.
  var recentDate = RecentDate()
  var shapes = RecordShapes()
  /// The offset of the chunk's first byte in the decoded input.
  var base = 0
  var normalizer: UnitNormalizer
  var memberEncoder = JSONRowEncoder(columns: JSONRowEncoder.memberColumns)

  /// Elements that stand in no other of these, except for the members of a correlation.
  static let topLevel: [StaticString] = ["Record", "Workout", "Correlation", "ActivitySummary"]

  static func isTopLevel(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    topLevel.contains { bytes.equals($0, at: name) }
  }

  init(fields: FieldReader, normalizer: UnitNormalizer) {
    self.fields = fields
    self.normalizer = normalizer
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
    shapes.begin(generation: batch.symbols.generation)
    var state = state
    var i = 0
    while true {
      if state != .afterRoot {
        // An element that is cut off is read again with the next chunk, and found odd again.
        batch.findings.mark()
        switch recordOfKnownShape(bytes, at: i, into: &batch) {
        case .read(let end):
          i = end
          continue
        case .cutOff:
          batch.findings.rollBack(to: base + i)
          return cut(bytes, at: i, isFinal: isFinal, state: state, batch: &batch)
        case .unknown: break
        }
      }
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .startTag(let contentStart):
        batch.findings.mark()
        let strayName = state == .afterRoot ? bytes.text(tag.name) : nil
        guard let end = element(bytes, start: i, contentStart: contentStart, into: &batch) else {
          batch.findings.rollBack(to: base + i)
          return cut(bytes, at: i, isFinal: isFinal, state: state, batch: &batch)
        }
        if let strayName { batch.findings.note(.contentAfterRoot, at: base + i, strayName) }
        i = end
      case .text(let end):
        let text = XMLScanner.afterBlanks(bytes, from: i, to: end)
        if text < end {
          batch.findings.note(
            .strayText,
            at: base &+ text,
            bytes.text(text..<min(end, text + 40))
          )
        }
        i = end
      case .endTag(let name, let end):
        if bytes.equals("HealthData", at: name) {
          state = .afterRoot
        } else {
          batch.findings.note(.strayText, at: base + i, "</\(bytes.text(name))>")
        }
        i = end
      case .skipped(let end): i = end
      case .cdata(_, let end):
        batch.findings.note(.strayText, at: base &+ i, "CDATA")
        i = end
      case .incomplete:
        return cut(bytes, at: i, isFinal: isFinal, state: state, batch: &batch)
      case .malformed(let offset):
        // Go on at the next `<`; what could not be read is kept as a reject.
        let end = resume(bytes, after: i)
        if end >= bytes.count, !isFinal { return DecodeResult(consumed: i, state: state) }
        batch.rejects.append(
          Rejection(.malformed, at: base + offset, record: base + i..<base + end)
        )
        i = end
      case .doctype:
        batch.findings.note(.strayText, at: base + i, "<!DOCTYPE")
        i += 9
      case .end:
        if isFinal, state != .afterRoot, state != .fragment {
          batch.findings.note(.truncated, at: base + bytes.count, "no </HealthData>")
        }
        return DecodeResult(consumed: i, state: state)
      }
    }
  }

  /// What to do with an element that the input cuts off at `i`.
  private mutating func cut(
    _ bytes: Span<UInt8>,
    at i: Int,
    isFinal: Bool,
    state: DecoderState,
    batch: inout RecordBatch
  ) -> DecodeResult {
    guard isFinal else { return DecodeResult(consumed: i, state: state) }
    batch.findings.note(.truncated, at: base + bytes.count, "inside an element")
    batch.rejects.append(
      Rejection(.truncated, at: base + bytes.count, record: base + i..<base + bytes.count)
    )
    return DecodeResult(consumed: bytes.count, state: .afterRoot)
  }

  /// The offset of the next `<` after the one at `start`: where reading goes on after nonsense.
  func resume(_ bytes: Span<UInt8>, after start: Int) -> Int {
    bytes.firstOffset(of: UInt8(ascii: "<"), from: start + 1) ?? bytes.count
  }
}
