import ByteKit
import HealthModel

/// Which rules are checked, and how much they matter.
public struct RuleSettings: Sendable {
  /// Rules that are not checked.
  public var off: Set<RuleID> = []
  /// Severities other than the table's.
  public var severities: [RuleID: Severity] = [:]
  /// How many findings of a rule are kept as examples; 0 keeps all.
  public var examples = 20
  /// The instant that counts as now; nil takes the export's own date, or else the clock.
  public var now: Timestamp?
  /// The profile they started from.
  public var profile = Profile.default
  /// How many findings of a rule are put up with.
  public var tolerances: [RuleID: Tolerance] = [:]
  /// Findings somebody decided to live with.
  public var suppressions: [Suppression] = []
  /// The findings that are known; nil without a baseline.
  public var baseline: Baseline?
  /// Whether every finding is identified by content, as a baseline needs it.
  public var identifiesContent = false
  /// Stop after this many errors.
  public var maximumErrors: Int?
  /// How many records are remembered in memory to find repeats; from there on they go to a temporary file.
  public var fingerprintLimit = 1_500_000

  /// The table's own settings.
  public init() {}

  /// Whether a rule is checked.
  public func isOn(_ rule: RuleID) -> Bool { !off.contains(rule) }

  /// How much findings of a rule matter.
  public func severity(_ rule: RuleID) -> Severity { severities[rule] ?? Rule.of(rule).severity }

  /// How many examples are kept at most.
  var exampleLimit: Int { examples == 0 ? .max : examples }
}
