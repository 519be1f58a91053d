/// How much a finding matters.
public enum Severity: UInt8, Sendable, Comparable, CaseIterable {
  /// Worth knowing, nothing to do.
  case note
  /// Tolerated, but somebody should look.
  case warning
  /// Data was lost or could not be used.
  case error

  /// The word used in reports.
  public var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Orders note, warning, error.
  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// The stable codes of what readers find odd and of why records are rejected.
///
/// This is the one table of them: reports, documentation and tests read it.
public enum FindingCode: String, Sendable, CaseIterable {
  // The container and the text.
  case truncated = "truncated"
  case contentAfterRoot = "content-after-root"
  case noRoot = "no-root"
  case dtdMalformed = "dtd-malformed"
  case controlCharacter = "control-character-replaced"
  case invalidUTF8 = "invalid-utf8-replaced"
  case unknownEntity = "unknown-entity"
  case duplicateAttribute = "duplicate-attribute"
  case attributeNameBlank = "attribute-name-with-blank"
  case strayText = "stray-text"
  case encodingUTF16 = "encoding-utf16"
  case trailingData = "trailing-data"
  case unsafePath = "unsafe-entry-path"
  case headerOddity = "header-oddity"
  case rowOddity = "row-oddity"
  case repeatedHeader = "repeated-header"
  case jsonSequence = "json-record-separator"
  case duplicateKey = "duplicate-key"
  // The record.
  case malformed = "malformed"
  case tooLong = "record-too-long"
  case tooDeep = "too-deep"
  case missingType = "missing-type"
  case missingStart = "missing-start"
  case invalidDate = "invalid-date"
  case dateOddity = "date-oddity"
  case missingOffset = "missing-offset"
  case assumedZone = "assumed-zone"
  case localTimeGap = "nonexistent-local-time"
  case localTimeFold = "ambiguous-local-time"
  case endBeforeStart = "end-before-start"
  case invalidNumber = "invalid-number"
  case unknownUnit = "unknown-unit"
  case assumedUnit = "assumed-unit"
  case missingUnit = "missing-unit"
  case wrongDimension = "wrong-dimension"
  case percentOutOfRange = "percent-out-of-range"
  case unknownCategoryValue = "unknown-category-value"
  case metadataKeyRepeated = "metadata-key-repeated"
  case wrongForm = "wrong-form"
  case futureVersion = "future-version"
  case memberPromoted = "correlation-member-promoted"
  case duplicateWorkout = "duplicate-workout"
  case differentFacts = "different-archive-facts"

  /// How much it matters by default.
  public var severity: Severity {
    switch self {
    case .truncated, .malformed, .tooLong, .tooDeep, .missingType, .missingStart, .invalidDate,
      .missingOffset, .invalidNumber, .wrongDimension, .wrongForm:
      .error
    case .attributeNameBlank, .dateOddity, .assumedZone, .assumedUnit, .encodingUTF16,
      .headerOddity, .rowOddity, .duplicateWorkout, .memberPromoted, .differentFacts, .noRoot,
      .jsonSequence,
      .repeatedHeader:
      .note
    default: .warning
    }
  }

  /// What it is, in a few words.
  public var title: String {
    switch self {
    case .truncated: "the input ends inside a record"
    case .contentAfterRoot: "content after the root element"
    case .noRoot: "no root element around the records"
    case .dtdMalformed: "the document type definition is malformed"
    case .controlCharacter: "control character replaced by a blank"
    case .invalidUTF8: "bytes that are no UTF-8 replaced by U+FFFD"
    case .unknownEntity: "reference to an unknown entity kept as written"
    case .duplicateAttribute: "attribute given twice, the first one counts"
    case .attributeNameBlank: "attribute name with a blank"
    case .strayText: "text between records"
    case .encodingUTF16: "text is UTF-16, decoded"
    case .trailingData: "data after the end of the compressed stream, not read"
    case .unsafePath: "archive entry with a path outside the archive, ignored"
    case .headerOddity: "oddity in the header row"
    case .rowOddity: "oddity in a row"
    case .repeatedHeader: "header row repeated"
    case .jsonSequence: "record separators of RFC 7464"
    case .duplicateKey: "key given twice in an object, the first one counts"
    case .malformed: "record is malformed"
    case .tooLong: "record is longer than the limit"
    case .tooDeep: "nesting is deeper than the limit"
    case .missingType: "record without a type"
    case .missingStart: "record without a start date"
    case .invalidDate: "date that cannot be read or does not exist"
    case .dateOddity: "date in an unusual form"
    case .missingOffset: "time without a UTC offset; give --assume-zone"
    case .assumedZone: "time zone assumed"
    case .localTimeGap: "local time that the zone skips"
    case .localTimeFold: "local time that the zone has twice, the first one taken"
    case .endBeforeStart: "end before the start"
    case .invalidNumber: "value that is not a number"
    case .unknownUnit: "unknown unit, kept as written"
    case .assumedUnit: "unit assumed"
    case .missingUnit: "quantity without a unit"
    case .wrongDimension: "unit of the wrong dimension"
    case .percentOutOfRange: "percentage above 1 (the unit % is a fraction)"
    case .unknownCategoryValue: "category value that is not in the catalogue, kept"
    case .metadataKeyRepeated: "metadata key repeated with another value, both kept"
    case .wrongForm: "field of the wrong form"
    case .futureVersion: "format version newer than this program"
    case .memberPromoted: "correlation member without a sample of its own, written as one"
    case .differentFacts: "another input's archive facts differ and were not written"
    case .duplicateWorkout: "workout that is an exact duplicate of another, kept"
    }
  }
}
