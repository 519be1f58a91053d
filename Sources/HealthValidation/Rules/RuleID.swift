/// The stable ids of the rules, in the order in which they are listed and reported.
///
/// An id is never given another meaning; a rule that is renamed keeps its old id as an alias.
public enum RuleID: String, Sendable, CaseIterable {
  // The file and its container.
  case fileUnreadable = "file.unreadable"
  case fileEmpty = "file.empty"
  case fileUnknownFormat = "file.unknown-format"
  case fileExtensionMismatch = "file.extension-mismatch"
  case fileUnsafePath = "file.unsafe-path"
  case gzipCorrupt = "gzip.corrupt"
  case gzipTruncated = "gzip.truncated"
  case gzipTrailingData = "gzip.trailing-data"
  case gzipRatio = "gzip.ratio"
  // The text.
  case textNotUTF8 = "text.not-utf8"
  case textBOMOrUTF16 = "text.bom-or-utf16"
  case textControl = "text.nul-or-control"
  case csvQuote = "csv.quote"
  case csvFieldCount = "csv.field-count"
  case csvEmptyField = "csv.extra-empty-field"
  case csvHeader = "csv.header"
  case csvBlankRow = "csv.blank-row"
  case jsonSyntax = "json.syntax"
  case jsonDuplicateKey = "json.duplicate-key"
  case jsonDepthOrSize = "json.depth-or-size"
  case xmlSyntax = "xml.syntax"
  case xmlTruncated = "xml.truncated"
  case xmlOddity = "xml.oddity"
  // The schema and the record's form.
  case schemaViolation = "schema.violation"
  case schemaVersion = "schema.version"
  case schemaUnknownField = "schema.unknown-field"
  case recordMissingField = "record.missing-field"
  case recordUnknownType = "record.unknown-type"
  case recordKindMismatch = "record.kind-mismatch"
  case recordCount = "record.count"
  // The unit and the value.
  case unitMissing = "unit.missing"
  case unitUnknown = "unit.unknown"
  case unitDimension = "unit.dimension"
  case unitUnusual = "unit.unusual"
  case unitPercentScale = "unit.percent-scale"
  case unitMixed = "unit.mixed"
  case valueNotANumber = "value.not-a-number"
  case valueRange = "value.range"
  case valuePlausible = "value.plausible"
  case valueZero = "value.zero"
  case valuePrecision = "value.precision"
  case valueCategory = "value.category"
  case valueJump = "value.jump"
  case valueStuck = "value.stuck"
  // Times.
  case timeSyntax = "time.syntax"
  case timeUnusualForm = "time.unusual-form"
  case timeMissingOffset = "time.missing-offset"
  case timeOffsetRange = "time.offset-range"
  case timeOffsetZero = "time.offset-zero"
  case timeFixedOffset = "time.fixed-offset"
  case timeGapOrFold = "time.gap-or-fold"
  case timeEndBeforeStart = "time.end-before-start"
  case timeUndeterminedEnd = "time.undetermined-end"
  case timeZeroDuration = "time.zero-duration"
  case timeTooLong = "time.too-long"
  case timeFuture = "time.future"
  case timeAncient = "time.ancient"
  case timeCreatedBeforeEnd = "time.created-before-end"
  case timeOrder = "time.order"
  case timeClockShift = "time.clock-shift"
  // Records beside each other.
  case duplicateExact = "dup.exact"
  case duplicateID = "dup.id"
  case duplicateNear = "dup.near"
  case duplicateCopy = "dup.copy"
  case overlapSameSource = "overlap.same-source"
  case overlapCrossSource = "overlap.cross-source"
  case sleepStageOverlap = "sleep.stage-overlap"
  // Workouts.
  case workoutDuration = "workout.duration"
  case workoutTotalMismatch = "workout.total-mismatch"
  case workoutSeriesOutside = "workout.series-outside"
  case workoutOverlap = "workout.overlap"
  case workoutActivityDistance = "workout.activity-distance"
  // References, sources, metadata, configuration.
  case refMissing = "ref.missing"
  case refUnused = "ref.unused"
  case sourceInconsistent = "source.inconsistent"
  case sourceBlank = "source.blank"
  case metaValue = "meta.value"
  case metaSyncPair = "meta.sync-pair"
  case configUnusedSuppression = "config.unused-suppression"
}

extension RuleID {
  private static let orders = Dictionary(
    allCases.enumerated().map { ($0.element, $0.offset) },
    uniquingKeysWith: { first, _ in first }
  )

  /// Its place in the table.
  var order: Int { Self.orders[self] ?? 0 }
}
