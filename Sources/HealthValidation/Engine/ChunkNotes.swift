import HealthModel

/// What a worker noted about one chunk: exact counts, and the first drafts of each rule.
struct ChunkNotes {
  /// Counts by rule, type and source, as names.
  struct Cell: Hashable {
    var rule: RuleID
    var type: Symbol
    var source: Symbol
  }

  private(set) var cells: [Cell: Int] = [:]
  private(set) var drafts: [Draft] = []
  private(set) var keys: [ContentKey: Int] = [:]
  private var draftCounts: [RuleID: Int] = [:]

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    drafts.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    draftCounts.removeAll(keepingCapacity: true)
  }

  /// Counts findings; true when a draft of this one is wanted.
  mutating func count(
    _ rule: RuleID,
    type: Symbol = .none,
    source: Symbol = .none,
    _ number: Int = 1,
    limit: Int
  ) -> Bool {
    cells[Cell(rule: rule, type: type, source: source), default: 0] += number
    return limit > 0 && draftCounts[rule, default: 0] < limit
  }

  mutating func add(_ draft: Draft) {
    draftCounts[draft.rule, default: 0] += 1
    drafts.append(draft)
  }

  mutating func add(_ key: ContentKey) { keys[key, default: 0] += 1 }
}
