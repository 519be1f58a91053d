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
    case .unsafePath: (.xmlOddity, nil)
    case .headerOddity, .repeatedHeader: (.csvHeader, nil)
    case .rowOddity:
      detail.hasPrefix("blank") ? (.csvBlankRow, nil) : (.csvFieldCount, nil)
    case .jsonSequence: nil
    case .duplicateKey, .metadataKeyRepeated: (.jsonDuplicateKey, nil)
    case .malformed:
      switch format {
      case .xml: (.xmlSyntax, nil)
      case .csv: detail.contains("fields") ? (.csvFieldCount, nil) : (.csvQuote, nil)
      case .json, .ndjson: (.jsonSyntax, nil)
      }
    case .tooLong, .tooDeep: (.jsonDepthOrSize, nil)
    case .missingType: (.recordMissingField, nil)
    case .missingStart: (.recordMissingField, nil)
    case .invalidDate, .dateOddity: (.timeSyntax, nil)
    case .missingOffset: (.timeMissingOffset, nil)
    case .assumedZone: nil
    case .localTimeGap, .localTimeFold: (.timeGapOrFold, nil)
    case .endBeforeStart: (.timeEndBeforeStart, .endDate)
    case .invalidNumber: (.valueNotANumber, .value)
    case .unknownUnit: (.unitUnknown, .unit)
    case .assumedUnit: (.unitUnusual, .unit)
    case .missingUnit: (.unitMissing, .value)
    case .wrongDimension: (.unitDimension, .unit)
    case .percentOutOfRange: (.unitPercentScale, .value)
    case .unknownCategoryValue: (.valueCategory, .value)
    case .wrongForm: (.schemaViolation, nil)
    case .futureVersion: (.schemaVersion, nil)
    case .memberPromoted: (.refMissing, nil)
    case .duplicateWorkout: nil
    case .differentFacts: nil
    }
  }
}
