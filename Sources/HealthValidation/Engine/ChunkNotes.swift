import HealthModel

/// What a worker noted about one chunk: exact counts, and the first drafts of each rule.
struct ChunkNotes {
  /// Counts by rule, type and source, as names.
  struct Cell: Hashable {
    var rule: RuleID
    var type = Symbol.none
    var source = Symbol.none
  }

  /// Findings of one content.
  struct Content {
    var cell: Cell
    var count = 0
  }

  private(set) var cells: [Cell: Int] = [:]
  private(set) var drafts: [Draft] = []
  private(set) var contents: [ContentKey: Content] = [:]
  private let gate: FindingGate
  private var limits: [RuleID: Int] = [:]
  private var draftCounts: [RuleID: Int] = [:]
  private var suppressed: [Cell: Bool] = [:]

  init(_ gate: FindingGate) { self.gate = gate }

  /// Forgets everything; of each rule so many drafts are wanted, without a limit all.
  mutating func begin(limits: [RuleID: Int]) {
    self.limits = limits
    cells.removeAll(keepingCapacity: true)
    drafts.removeAll(keepingCapacity: true)
    contents.removeAll(keepingCapacity: true)
    suppressed.removeAll(keepingCapacity: true)
    beginPass()
  }

  /// Begins to go through the chunk once more: of each pass the first drafts are wanted, since only
  /// sorting tells which of them all come first.
  mutating func beginPass() { draftCounts.removeAll(keepingCapacity: true) }

  /// Counts a finding about no record; true when a draft of it is wanted.
  mutating func count(_ rule: RuleID, key: @autoclosure () -> UInt64) -> Bool {
    let cell = Cell(rule: rule)
    cells[cell, default: 0] += 1
    if gate.suppresses, isSuppressed(cell, { ("", "") }) { return gate.keepsAll }
    return wants(cell, key)
  }

  /// Counts a finding about a row; true when a draft of it is wanted.
  mutating func count(
    _ rule: RuleID,
    _ row: RecordRow,
    _ batch: borrowing RecordBatch
  ) -> Bool {
    let cell = Cell(rule: rule, type: row.type, source: row.source)
    cells[cell, default: 0] += 1
    if gate.suppresses,
      isSuppressed(
        cell,
        { (batch.symbols.type.text(cell.type), batch.symbols.source.text(cell.source)) }
      )
    {
      return gate.keepsAll
    }
    return wants(cell) { row.contentKey(batch) }
  }

  /// Counts findings of which no more than their number is known.
  mutating func count(_ rule: RuleID, unlisted number: Int) {
    cells[Cell(rule: rule), default: 0] += number
  }

  mutating func add(_ draft: Draft) { drafts.append(draft) }

  /// The same notes as if the chunk had ended after the given drafts.
  func cut(to drafts: [Draft]) -> ChunkNotes {
    var result = ChunkNotes(gate)
    result.drafts = drafts
    for draft in drafts {
      result.cells[draft.cell, default: 0] += 1
      if gate.identifiesContent, suppressed[draft.cell] != true {
        result.contents[draft.content, default: Content(cell: draft.cell)].count += 1
      }
    }
    return result
  }

  /// Whether a suppression covers a draft's kind of finding.
  func isSuppressed(_ draft: Draft) -> Bool { suppressed[draft.cell] == true }

  private mutating func isSuppressed(_ cell: Cell, _ names: () -> (String, String)) -> Bool {
    if let known = suppressed[cell] { return known }
    let (type, source) = names()
    let answer = gate.suppression(of: cell.rule, type: type, source: source) != nil
    suppressed[cell] = answer
    return answer
  }

  private mutating func wants(_ cell: Cell, _ key: () -> UInt64) -> Bool {
    if gate.identifiesContent {
      let content = ContentKey(rule: cell.rule, key: key())
      contents[content, default: Content(cell: cell)].count += 1
      // Which of several equal findings are the known ones is decided in order.
      if gate.knows(content) { return true }
    }
    if gate.keepsAll { return true }
    let drafted = draftCounts[cell.rule, default: 0]
    guard drafted < limits[cell.rule] ?? .max else { return false }
    draftCounts[cell.rule] = drafted + 1
    return true
  }
}
