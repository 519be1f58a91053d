import HealthFormats
import HealthModel

/// Which rule a finding of the readers belongs to.
enum RuleMapping {
  /// The rule of a code, and the column it is about when it is about one.
  static func rule(
    _ code: FindingCode,
    _ detail: String,
    _ format: InputFormat
  ) -> (rule: RuleID, column: Column?)? {
    switch code {
    case .truncated: (format == .xml ? .xmlTruncated : .jsonSyntax, nil)
    case .contentAfterRoot, .noRoot, .dtdMalformed, .unknownEntity, .duplicateAttribute,
      .attributeNameBlank, .strayText:
      (format == .xml ? .xmlOddity : .jsonSyntax, nil)
    case .controlCharacter: (.textControl, nil)
    case .invalidUTF8: (.textNotUTF8, nil)
    case .encodingUTF16: (.textBOMOrUTF16, nil)
    case .trailingData: (.gzipTrailingData, nil)
    case .unsafePath: (.fileUnsafePath, nil)
    case .headerOddity: (headerOddity(detail), nil)
    case .repeatedHeader: (.csvHeader, nil)
    case .rowOddity: (oddity(detail), nil)
    case .jsonSequence: nil
    case .duplicateKey, .metadataKeyRepeated: (.jsonDuplicateKey, nil)
    case .malformed: (malformed(detail, format), nil)
    case .tooLong, .tooDeep: (.jsonDepthOrSize, nil)
    case .missingType: (.recordMissingField, nil)
    case .missingStart: (.recordMissingField, nil)
    case .invalidDate: (.timeSyntax, nil)
    case .dateOddity: (.timeUnusualForm, nil)
    case .missingOffset: (.timeMissingOffset, nil)
    case .assumedZone: nil
    case .localTimeGap, .localTimeFold: (.timeGapOrFold, nil)
    case .endBeforeStart: (.timeEndBeforeStart, .endDate)
    case .invalidNumber: (.valueNotANumber, .value)
    case .unknownUnit: (.unitUnknown, .unit)
    case .assumedUnit: (.unitUnusual, .unit)
    case .missingUnit: (.unitMissing, .value)
    case .wrongDimension: (.unitDimension, .unit)
    // The rule looks at all fractions itself, with or without the sign.
    case .percentOutOfRange: nil
    case .unknownCategoryValue:
      (Double(detail) == nil ? .valueCategory : .recordKindMismatch, .value)
    case .wrongForm: (.schemaViolation, nil)
    case .futureVersion: (.schemaVersion, nil)
    // Told of at the end, when no sample can come any more.
    case .memberPromoted: nil
    case .duplicateWorkout: nil
    case .differentFacts: nil
    }
  }

  private static func headerOddity(_ detail: String) -> RuleID {
    switch detail {
    case "blank-row": .csvBlankRow
    case "not-utf8": .textNotUTF8
    case "nul-byte": .textControl
    default: .csvHeader
    }
  }

  private static func oddity(_ detail: String) -> RuleID {
    if detail == "blank-row" { return .csvBlankRow }
    if detail == "extra-empty-field" { return .csvEmptyField }
    return detail.hasPrefix("number-grouping") ? .valueNotANumber : .csvFieldCount
  }

  private static func malformed(_ detail: String, _ format: InputFormat) -> RuleID {
    switch format {
    case .xml: .xmlSyntax
    case .csv: detail.contains("fields") ? .csvFieldCount : .csvQuote
    case .json, .ndjson: detail == "not-utf8" ? .textNotUTF8 : .jsonSyntax
    }
  }

  /// Whether the offset of such a finding is that of a field, not of the record.
  static func isAboutField(_ code: FindingCode) -> Bool {
    switch code {
    case .invalidDate, .dateOddity, .missingOffset, .localTimeGap, .localTimeFold, .invalidNumber,
      .unknownCategoryValue, .wrongForm:
      true
    default: false
    }
  }
}
