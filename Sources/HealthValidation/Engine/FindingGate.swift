import HealthModel

/// Decides in every worker which findings are put up with and which are worth a draft.
struct FindingGate: Sendable {
  /// The suppressions that hold now, with their places in the settings.
  private let suppressions: [(index: Int, suppression: Suppression)]
  private let baseline: Baseline?
  private let path: String
  /// Whether findings are identified by content.
  let identifiesContent: Bool
  /// Whether every finding needs a draft, since the run may have to stop within a chunk.
  let keepsAll: Bool

  init(_ settings: RuleSettings, path: String, now: Int64) {
    suppressions = settings.suppressions.enumerated().filter { $0.element.holds(at: now) }
      .map { ($0.offset, $0.element) }
    baseline = settings.baseline
    self.path = path
    identifiesContent = settings.identifiesContent
    keepsAll = settings.maximumErrors != nil
  }

  /// Whether there is any suppression to ask about.
  var suppresses: Bool { !suppressions.isEmpty }

  /// The place of the suppression that covers such findings.
  func suppression(of rule: RuleID, type: String, source: String) -> Int? {
    suppressions.first {
      $0.suppression.covers(rule, path: path, type: type, source: source)
    }?.index
  }

  /// Whether a baseline knows findings of this content.
  func knows(_ key: ContentKey) -> Bool { baseline?.knows(key, path: path) == true }
}
