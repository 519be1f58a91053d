import ByteKit
import HealthModel
import XMLCodec

/// What stands before the records of an export: declaration, DTD, root, export date.
struct ApplePrologue {
  /// The archive's own facts.
  var facts = ArchiveFacts()
  /// Where the first child of the root begins.
  var contentStart = 0
  /// Blanks before the root's first child, which tell top-level elements from nested ones.
  var indent: [UInt8] = []
  /// Whether there is no root around the records.
  var isFragment = false
  /// What was odd.
  var findings: [Finding] = []

  /// Reads the beginning of an XML text; nil when more bytes are needed to see the root.
  ///
  /// The DTD is skipped as text up to the root's start tag: that of iOS 16.0 is malformed, and
  /// later files don't keep to theirs. An entity declaration is refused, whatever it says: nothing
  /// is ever expanded.
  static func read(
    _ bytes: Span<UInt8>,
    isWhole: Bool,
    path: String
  ) throws(ConversionError) -> ApplePrologue? {
    var prologue = ApplePrologue()
    var tag = XMLTag()
    var i = bytes.starts(with: "\u{FEFF}", at: 0) ? 3 : 0
    while true {
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .text(let end):
        if end == bytes.count {
          if isWhole { throw notAnExport(path) }
          return nil
        }
        i = end
      case .skipped(let end): i = end
      case .doctype:
        guard let root = try prologue.skipDoctype(bytes, from: i, path: path) else {
          if isWhole { throw notAnExport(path) }
          return nil
        }
        i = root
      case .startTag(let end):
        if bytes.equals("HealthData", at: tag.name) {
          prologue.readRoot(bytes, tag)
          if tag.isSelfClosing { prologue.isEmptyRoot = true }
          prologue.contentStart = end
        } else if Self.recordElements.contains(bytes.text(tag.name)) {
          prologue.isFragment = true
          prologue.contentStart = i
          prologue.findings.append(Finding(.noRoot, at: i, bytes.text(tag.name)))
        } else {
          throw notAnExport(path)
        }
        guard prologue.readFirstChildren(bytes) || isWhole else { return nil }
        return prologue
      case .incomplete:
        if isWhole { throw notAnExport(path) }
        return nil
      case .endTag, .cdata, .malformed, .end: throw notAnExport(path)
      }
    }
  }

  /// The root has no content at all.
  var isEmptyRoot = false

  /// Elements that stand directly under the root.
  static let recordElements: Set<String> = [
    "Record", "Workout", "Correlation", "ActivitySummary", "ClinicalRecord", "Audiogram",
    "VisionPrescription", "Me", "ExportDate",
  ]

  private static func notAnExport(_ path: String) -> ConversionError {
    ConversionError(
      "xml.not-an-export",
      path: path,
      "this XML is not an Apple Health export: no <HealthData>",
      advice: "give the export.zip or export.xml that the Health app writes"
    )
  }

  /// Skips the DTD as text; returns the offset of the root's `<`, nil when it is not in sight.
  private mutating func skipDoctype(
    _ bytes: Span<UInt8>,
    from start: Int,
    path: String
  ) throws(ConversionError) -> Int? {
    let root = XMLScanner.find("<HealthData", in: bytes, from: start + 9)
    let end = root.map { $0 - 11 } ?? bytes.count
    if let entity = XMLScanner.find("<!ENTITY", in: bytes, from: start), entity <= end {
      throw ConversionError(
        "xml.entity-declaration",
        path: path,
        byteOffset: entity - 8,
        "entity declaration in the DTD: refused, nothing was expanded",
        advice: "exports of the Health app declare no entities; do not trust this file"
      )
    }
    guard let root else { return nil }
    if let comment = XMLScanner.find("HealthKit Export Version:", in: bytes, from: start),
      comment < root
    {
      facts.exportVersion = Int(
        bytes.text(comment..<min(comment + 8, root)).drop { $0 == " " }.prefix { $0.isNumber }
      )
    }
    if isMalformed(bytes, start..<end) {
      let version = facts.exportVersion.map { "export version \($0)" } ?? ""
      findings.append(Finding(.dtdMalformed, at: start, version))
    }
    return root - 11
  }

  /// Whether declarations of the DTD do not close before the next one opens.
  private func isMalformed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var depth = 0
    var i = range.lowerBound
    while i < range.upperBound {
      if bytes.starts(with: "<!--", at: i) {
        i = XMLScanner.find("-->", in: bytes, from: i) ?? range.upperBound
        continue
      }
      switch bytes[i] {
      case UInt8(ascii: "<"):
        depth += 1
        if depth > 2 { return true }
      case UInt8(ascii: ">"):
        depth -= 1
        if depth < 0 { return true }
      default: break
      }
      i += 1
    }
    return depth != 0
  }

  private mutating func readRoot(_ bytes: Span<UInt8>, _ tag: XMLTag) {
    for index in 0..<tag.attributeCount
    where bytes.equals("locale", at: tag.attribute(index).name) {
      var flaws: XMLTextFlaws = []
      facts.locale = XMLText.string(bytes, tag.attribute(index).value, flaws: &flaws)
    }
  }

  /// Reads the indent of the root's children and the export date among the first of them; false
  /// when they are not in sight yet.
  private mutating func readFirstChildren(_ bytes: Span<UInt8>) -> Bool {
    var tag = XMLTag()
    var i = contentStart
    var isFirst = true
    while true {
      switch XMLScanner.next(bytes, at: i, into: &tag) {
      case .text(let end):
        if end == bytes.count { return false }
        if isFirst, let line = bytes.lastOffset(of: 0x0A, before: end), line >= contentStart {
          indent = bytes.extracting(line..<end).withUnsafeBufferPointer { [UInt8]($0) }
        }
        i = end
      case .skipped(let end): i = end
      case .startTag(let end):
        isFirst = false
        guard bytes.equals("ExportDate", at: tag.name) else { return true }
        for index in 0..<tag.attributeCount
        where bytes.equals("value", at: tag.attribute(index).name) {
          let range = tag.attribute(index).value
          facts.exportDate =
            Timestamp.parseApple(bytes, range)
            ?? (try? Timestamp.parse(bytes, range))?.0
        }
        i = end
        return true
      case .endTag, .malformed, .cdata, .doctype, .end: return true
      case .incomplete: return false
      }
    }
  }
}
