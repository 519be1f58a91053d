import HealthFormats
import HealthModel

/// One finding that is kept as an example of its rule.
public struct ValidationFinding: Sendable {
  /// The rule it breaks.
  public var rule: RuleID
  /// How much it matters here.
  public var severity: Severity
  /// Where it is.
  public var place: FindingPlace
  /// What was found, with the values at hand; no full stop.
  public var message: String
  /// The record's type, if it has one.
  public var type = ""
  /// The record's source, if it has one.
  public var source = ""
  /// The line it stands in.
  public var excerpt: Excerpt?
  /// What identifies the finding by content, whatever line it moves to.
  public var contentKey: UInt64 = 0
  /// The number of this finding among those with the same rule, file and content, from 1.
  public var occurrence = 1
  /// Whether no baseline knows it; true when there is none.
  public var isNew = true
  /// The fingerprint from before names were left out.
  var givenFingerprint: String?

  /// A finding at a place.
  public init(rule: RuleID, severity: Severity, place: FindingPlace, message: String) {
    self.rule = rule
    self.severity = severity
    self.place = place
    self.message = message
  }
}

/// What became of one rule.
public struct RuleOutcome: Sendable {
  /// The rule.
  public var rule: RuleID
  /// How much its findings matter here.
  public var severity: Severity
  /// How many findings count: exact, whatever is kept as an example.
  public var count = 0
  /// How many more a suppression or a tolerance takes back.
  public var suppressed = 0
  /// How many more the baseline knows.
  public var known = 0
  /// How many the baseline knows that are gone.
  public var fixed = 0
  /// The first findings, in the order of the input.
  public var examples: [ValidationFinding] = []
  /// How many findings by type; records without one are left out.
  public var byType: [String: Int] = [:]
  /// How many findings by source.
  public var bySource: [String: Int] = [:]
  /// How many of those that count are in each input, by its index; empty when that is not known.
  public var byInput: [Int] = []

  /// A rule without findings.
  public init(rule: RuleID, severity: Severity) {
    self.rule = rule
    self.severity = severity
  }
}

/// One input that was validated.
public struct ValidatedInput: Sendable {
  /// The file.
  public var path: String
  /// The entry of an archive, empty when there is none.
  public var entry = ""
  /// The form of its text; nil when it could not be told.
  public var format: InputFormat?
  /// How many of its records were checked, whatever is wrong with them.
  public var records = 0
  /// How many bytes of decoded text.
  public var bytes = 0

  /// An input of which nothing is known yet.
  public init(path: String) { self.path = path }
}

/// The verdict on a set of files.
public struct ValidationReport: Sendable {
  /// The inputs in order.
  public var inputs: [ValidatedInput] = []
  /// The rules that were checked, in the order of the table.
  public var rules: [RuleOutcome] = []
  /// Whether the run stopped at `--max-errors`.
  public var isStoppedEarly = false
  /// Whether a baseline was given.
  public var hasBaseline = false
  /// The name of the profile in force.
  public var profile = "default"

  /// An empty report.
  public init() {}

  /// How many records were looked at.
  public var recordCount: Int { inputs.reduce(0) { $0 + $1.records } }

  /// How many findings of one severity count.
  public func count(_ severity: Severity) -> Int {
    rules.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
  }

  /// The rules with findings that count, the gravest first and then in the order of the table.
  public var broken: [RuleOutcome] {
    let indexed = rules.enumerated().filter { $0.element.count > 0 }
    return indexed.sorted {
      ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
    }.map(\.element)
  }
}
