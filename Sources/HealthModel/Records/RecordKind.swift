/// The kinds of record an archive holds, in the order the tidy tables are listed.
public enum RecordKind: UInt8, Sendable, CaseIterable {
  /// The archive's own facts: export date, locale, version.
  case archive
  /// A quantity or category sample.
  case sample
  /// Samples that belong together: blood pressure, food.
  case correlation
  /// A workout with its events, statistics, activities and routes.
  case workout
  /// One day of activity rings.
  case activitySummary
  /// Date of birth, sex, blood type and other facts about the person.
  case characteristics
  /// An element that is not modelled yet, kept whole.
  case other

  /// The text of the `record` column.
  public var literal: StaticString {
    switch self {
    case .archive: "archive"
    case .sample: "sample"
    case .correlation: "correlation"
    case .workout: "workout"
    case .activitySummary: "activitySummary"
    case .characteristics: "characteristics"
    case .other: "other"
    }
  }

  /// The text of the `record` column.
  public var name: String { "\(literal)" }

  /// The name of its table in a folder, and of its choice in `--records`.
  public var tableName: String {
    switch self {
    case .archive: "archive"
    case .sample: "samples"
    case .correlation: "correlations"
    case .workout: "workouts"
    case .activitySummary: "activity_summaries"
    case .characteristics: "characteristics"
    case .other: "other"
    }
  }

  /// How many records of the kind, in words: `1 sample`, `2 activity summaries`.
  public func counted(_ text: String, isOne: Bool) -> String {
    switch self {
    case .sample, .correlation, .workout: "\(text) \(isOne ? name : tableName)"
    case .activitySummary: "\(text) \(isOne ? "activity summary" : "activity summaries")"
    case .archive, .characteristics, .other: "\(text) \(tableName)"
    }
  }

  /// The kind whose `record` text this is.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The kind whose table this is; the singular names and kebab-case are understood too.
  public init?(tableName: String) {
    let wanted = tableName.lowercased().replacing("-", with: "_")
    guard
      let kind = Self.allCases.first(where: {
        $0.tableName == wanted || $0.name.lowercased() == wanted.replacing("_", with: "")
      })
    else { return nil }
    self = kind
  }

  /// The kinds that come from elements of the input, which is all but the archive's own facts.
  public static let data: [RecordKind] = allCases.filter { $0 != .archive }
}
