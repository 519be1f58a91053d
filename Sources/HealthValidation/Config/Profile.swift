import HealthModel

/// A set of severities for a purpose.
public enum Profile: String, Sendable, CaseIterable {
  /// What the table of rules says.
  case `default`
  /// Warnings are errors, notes are warnings.
  case strict
  /// Only the file and the form of its records; nothing about values.
  case structureOnly = "structure-only"
  /// For data of studies: whatever distorts a sum or a mean is an error.
  case research

  /// What it is for, in a few words.
  public var title: String {
    switch self {
    case .default: "what the table of rules says"
    case .strict: "warnings are errors, notes are warnings"
    case .structureOnly: "the file and the form of its records, nothing about values"
    case .research: "what distorts a sum or a mean is an error"
    }
  }

  /// Puts its severities into settings.
  public func apply(to settings: inout RuleSettings) {
    switch self {
    case .default: break
    case .strict:
      for rule in Rule.all {
        settings.severities[rule.id] = rule.severity == .note ? .warning : .error
      }
    case .structureOnly:
      let kept = [
        "file.", "gzip.", "text.", "csv.", "json.", "xml.", "schema.", "record.", "config.",
      ]
      for rule in Rule.all where !kept.contains(where: { rule.id.rawValue.hasPrefix($0) }) {
        settings.off.insert(rule.id)
      }
    case .research:
      let graver: [RuleID] = [
        .duplicateExact, .duplicateNear, .duplicateCopy, .overlapSameSource, .overlapCrossSource,
        .sleepStageOverlap, .unitPercentScale, .unitMixed, .valueZero, .timeFixedOffset,
        .timeOffsetZero, .timeClockShift, .workoutTotalMismatch,
      ]
      for rule in graver { settings.severities[rule] = .error }
    }
  }
}
