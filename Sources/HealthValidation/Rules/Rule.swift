import HealthModel

/// One rule: what it finds, how much that matters, and why.
///
///     let rule = Rule.named("time.end-before-start")
///     print(rule?.title ?? "no such rule")
public struct Rule: Sendable {
  /// Its stable id.
  public let id: RuleID
  /// How much a finding matters unless a configuration says otherwise.
  public let severity: Severity
  /// What is found, in a few words, without a full stop.
  public let title: String
  /// One sentence: why it matters.
  public let why: String
  /// One sentence: what to do about it.
  public let advice: String

  /// All rules, in the order of `RuleID`.
  public static let all: [Rule] =
    file + text + record + unit + value + time + neighbours + workout + reference

  /// The rule of an id.
  public static func of(_ id: RuleID) -> Rule { byID[id] ?? all[0] }

  /// The rule whose id a text is.
  public static func named(_ text: String) -> Rule? { RuleID(rawValue: text).map(of) }

  private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })

  init(
    _ id: RuleID,
    _ severity: Severity,
    _ title: String,
    why: String,
    advice: String
  ) {
    self.id = id
    self.severity = severity
    self.title = title
    self.why = why
    self.advice = advice
  }
}
