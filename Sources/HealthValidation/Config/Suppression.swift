import ByteKit
import HealthFormats
import HealthModel

/// Findings that somebody decided to live with, and why.
///
/// Suppressions stand in the configuration only: data files carry no marks.
public struct Suppression: Sendable {
  /// Ids of rules, where `*` stands for any text.
  public var rule: String
  /// Paths it is about, where `*` stands for any text.
  public var path = "*"
  /// Types it is about.
  public var type = "*"
  /// Sources it is about.
  public var source = "*"
  /// Why the findings are no problem.
  public var reason: String
  /// The day from which on it no longer holds; nil when it holds for ever.
  public var until: String?

  /// A suppression of rules everywhere and for ever.
  public init(rule: String, reason: String) {
    self.rule = rule
    self.reason = reason
  }

  /// Whether it still holds at an instant, in s since 1970.
  func holds(at now: Int64) -> Bool {
    guard let until else { return true }
    return Timestamp(seconds: now, offsetMinutes: 0).localDate.text < until
  }

  func covers(_ rule: RuleID, path: String, type: String, source: String) -> Bool {
    Glob.matches(rule.rawValue, pattern: self.rule) && Glob.matches(path, pattern: self.path)
      && Glob.matches(type, pattern: self.type) && Glob.matches(source, pattern: self.source)
  }
}

/// How many findings of a rule are put up with.
public struct Tolerance: Sendable, Equatable {
  /// At most this many.
  public var maxCount: Int?
  /// At most this share of the records, from 0 to 1.
  public var maxShare: Double?

  /// Whether so many findings among so many records are within it.
  func allows(_ count: Int, of records: Int) -> Bool {
    if let maxCount, count > maxCount { return false }
    if let maxShare, Double(count) > maxShare * Double(records) { return false }
    return maxCount != nil || maxShare != nil
  }
}
