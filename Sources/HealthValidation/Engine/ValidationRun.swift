import ByteKit
import HealthFormats
import HealthModel
import Synchronization

/// What a validation knows, over all its inputs; filled in the order of the input.
package final class ValidationRun: @unchecked Sendable {
  /// The error that ends a run at the greatest number of errors.
  package static let stopCode = "validate.enough-errors"

  // `outcomes`, `neighbours`, `input` and the counters are only touched by the thread whose turn it
  // is; `wanted` is behind its lock.
  let settings: RuleSettings
  private let names = Names()
  private let catalogue = Catalogue.standard
  private var now: Int64
  private var outcomes: [RuleID: RuleOutcome] = [:]
  private var neighbours: NeighbourChecks
  private var input = ValidatedInput(path: "")
  private var locator: FieldLocator?
  private var keys: [String: [ContentKey: Int]] = [:]
  private var occurrences: [String: Int] = [:]
  /// How many findings each suppression covered.
  private var used: [Int: Int] = [:]
  private let wanted: Mutex<[RuleID: Int]>
  /// The inputs that were read.
  private var inputs: [ValidatedInput] = []

  /// A run that has read nothing.
  package init(_ settings: RuleSettings, now: Int64) {
    self.settings = settings
    self.now = now
    neighbours = NeighbourChecks(settings, inBed: names.id("InBed"))
    wanted = Mutex(
      Dictionary(
        uniqueKeysWithValues: RuleID.allCases.map { ($0, settings.exampleLimit) }
      )
    )
    for rule in RuleID.allCases where settings.isOn(rule) {
      outcomes[rule] = RuleOutcome(rule: rule, severity: settings.severity(rule))
    }
  }

  /// Turns to an input.
  package func begin(_ input: ValidatedInput, locator: FieldLocator?, exportDate: Timestamp?) {
    self.input = input
    self.locator = locator
    if settings.now == nil, let exportDate { now = exportDate.seconds }
  }

  /// Ends an input.
  package func end(bytes: Int) {
    input.bytes = bytes
    inputs.append(input)
  }

  /// How many drafts of each rule are still wanted.
  var wantedDrafts: [RuleID: Int] { wanted.withLock { $0 } }

  func makeChecker() -> RowChecker {
    RowChecker(settings: settings, catalogue: catalogue, names: names, now: now)
  }

  // MARK: - Chunks

  /// Takes over what the readers found odd or rejected.
  func takeReaderFindings(
    _ batch: borrowing RecordBatch,
    limits: [RuleID: Int],
    notes: inout ChunkNotes
  ) {
    let format = input.format ?? .ndjson
    var examples: [FindingCode: Int] = [:]
    for finding in batch.findings.examples {
      guard
        let (rule, column) = RuleMapping.rule(finding.code, finding.detail, format),
        settings.isOn(rule)
      else { continue }
      examples[finding.code, default: 0] += 1
      let index = batch.rowIndex(around: finding.offset)
      let isWanted = notes.count(rule, limit: limits[rule] ?? .max)
      if settings.identifiesContent {
        let key = index.map { batch.rows[$0].contentKey(batch) }
        notes.add(ContentKey(rule: rule, key: key ?? Self.key(finding.code, finding.detail)))
      }
      guard isWanted else { continue }
      let message = Self.message(finding.code, finding.detail)
      if let index {
        var draft = batch.rows[index].draft(rule, column, message, batch)
        draft.offset = finding.offset
        notes.add(draft)
      } else {
        notes.add(
          Draft(
            rule: rule,
            offset: finding.offset,
            record: finding.offset..<finding.offset,
            message: message,
            contentKey: Self.key(finding.code, finding.detail)
          )
        )
      }
    }
    for (code, count) in batch.findings.counts {
      let left = count - (examples[code] ?? 0)
      guard left > 0, let (rule, _) = RuleMapping.rule(code, "", format), settings.isOn(rule) else {
        continue
      }
      _ = notes.count(rule, left, limit: 0)
    }
    for reject in batch.rejects {
      guard
        let (rule, column) = RuleMapping.rule(reject.code, reject.detail, format),
        settings.isOn(rule)
      else { continue }
      let key = Self.key(reject.code, reject.detail)
      if settings.identifiesContent { notes.add(ContentKey(rule: rule, key: key)) }
      guard notes.count(rule, limit: limits[rule] ?? .max) else { continue }
      notes.add(
        Draft(
          rule: rule,
          offset: reject.offset,
          record: reject.record,
          column: column,
          message: Self.message(reject.code, reject.detail),
          contentKey: key
        )
      )
    }
  }

  /// What identifies a finding that is about no row.
  private static func key(_ code: FindingCode, _ detail: String) -> UInt64 {
    var hash = StableHash()
    hash.add(code.rawValue)
    hash.add(detail)
    return hash.value
  }

  private static func message(_ code: FindingCode, _ detail: String) -> String {
    detail.isEmpty ? code.title : "\(code.title): \(detail)"
  }

  func checkNeighbours(
    _ facts: [RowFact],
    _ batch: borrowing RecordBatch,
    notes: inout ChunkNotes
  ) {
    var found: [NeighbourChecks.Result] = []
    neighbours.check(facts, &found)
    let limits = wantedDrafts
    for result in found where settings.isOn(result.rule) {
      let row = batch.rows[Int(result.row)]
      if settings.identifiesContent {
        notes.add(ContentKey(rule: result.rule, key: row.contentKey(batch)))
      }
      guard
        notes.count(
          result.rule,
          type: row.type,
          source: row.source,
          limit: limits[result.rule] ?? .max
        )
      else { continue }
      notes.add(row.draft(result.rule, result.column, result.message, batch))
    }
  }

  /// Enters the notes of a chunk that begins at `place`.
  func enter(
    _ notes: ChunkNotes,
    _ batch: borrowing RecordBatch,
    _ chunk: borrowing Chunk,
    _ place: LinePlace
  ) throws(ConversionError) {
    for (cell, count) in notes.cells {
      guard var outcome = outcomes[cell.rule] else { continue }
      let type = batch.symbols.type.text(cell.type)
      let source = batch.symbols.source.text(cell.source)
      if isSuppressed(cell.rule, type, source, count) {
        outcome.suppressed += count
        outcomes[cell.rule] = outcome
        continue
      }
      outcome.count += count
      if !type.isEmpty { outcome.byType[type, default: 0] += count }
      if !source.isEmpty { outcome.bySource[source, default: 0] += count }
      outcomes[cell.rule] = outcome
    }
    if settings.identifiesContent {
      for (key, count) in notes.keys { keys[input.path, default: [:]][key, default: 0] += count }
    }
    if !notes.drafts.isEmpty { locate(notes.drafts, batch, chunk, place) }
    input.records += batch.rows.count + batch.rejects.count
    if let limit = settings.maximumErrors {
      let errors = outcomes.values.reduce(0) { $0 + ($1.severity == .error ? $1.count : 0) }
      if errors >= limit {
        throw ConversionError(Self.stopCode, path: input.path, "there are \(errors) errors")
      }
    }
  }

  private func locate(
    _ drafts: [Draft],
    _ batch: borrowing RecordBatch,
    _ chunk: borrowing Chunk,
    _ place: LinePlace
  ) {
    var placer = Placer(input, locator, place, chunk.base)
    for draft in drafts.sorted(by: { $0.offset < $1.offset }) {
      guard let outcome = outcomes[draft.rule], outcome.examples.count < settings.exampleLimit,
        !isSuppressed(draft.rule, draft.type, draft.source, 0)
      else { continue }
      let key = ContentKey(rule: draft.rule, key: draft.contentKey)
      if settings.baseline?.knows(key, path: input.path) == true { continue }
      let number = input.records + batch.recordNumber(at: draft.record.lowerBound)
      var finding = placer.finding(
        draft,
        severity: outcome.severity,
        record: number,
        in: chunk.bytes.span
      )
      finding.occurrence = nextOccurrence(finding)
      outcomes[draft.rule]?.examples.append(finding)
    }
    wanted.withLock { wanted in
      for draft in drafts {
        wanted[draft.rule] = settings.exampleLimit - (outcomes[draft.rule]?.examples.count ?? 0)
      }
    }
  }

  /// Whether a suppression that still holds covers such findings; `count` of them are booked on it.
  private func isSuppressed(
    _ rule: RuleID,
    _ type: String,
    _ source: String,
    _ count: Int
  ) -> Bool {
    for (index, suppression) in settings.suppressions.enumerated()
    where suppression.holds(at: now)
      && suppression.covers(rule, path: input.path, type: type, source: source)
    {
      used[index, default: 0] += count
      return true
    }
    return false
  }

  private func nextOccurrence(_ finding: ValidationFinding) -> Int {
    let key = "\(finding.rule.rawValue)\n\(finding.place.path)\n\(finding.contentKey)"
    occurrences[key, default: 0] += 1
    return occurrences[key] ?? 1
  }

  // MARK: - Findings outside the records

  /// The rule of what a reader noted; nil when no rule is about it.
  package static func rule(
    _ code: FindingCode,
    _ detail: String,
    _ format: InputFormat
  ) -> RuleID? {
    RuleMapping.rule(code, detail, format)?.rule
  }

  /// Notes a finding about a whole file, or at a place that is known already.
  package func note(_ rule: RuleID, _ message: String, at place: FindingPlace) {
    guard settings.isOn(rule), var outcome = outcomes[rule] else { return }
    if isSuppressed(rule, "", "", 1) {
      outcomes[rule]?.suppressed += 1
      return
    }
    outcome.count += 1
    if outcome.examples.count < settings.exampleLimit {
      var finding = ValidationFinding(
        rule: rule,
        severity: outcome.severity,
        place: place,
        message: message
      )
      var hash = StableHash()
      hash.add(message)
      finding.contentKey = hash.value
      finding.occurrence = nextOccurrence(finding)
      outcome.examples.append(finding)
    }
    outcomes[rule] = outcome
    if settings.identifiesContent {
      var hash = StableHash()
      hash.add(message)
      keys[place.path, default: [:]][ContentKey(rule: rule, key: hash.value), default: 0] += 1
    }
  }

  /// The report, when all inputs are read.
  package func report(isStoppedEarly: Bool) -> ValidationReport {
    for copy in neighbours.copies() {
      let sources = [names.name(copy.first), names.name(copy.second)].sorted()
      let path = inputs.last?.path ?? input.path
      note(
        copy.rule,
        "\(copy.count) records of \(names.name(copy.type)) from \(sources[0]) and \(sources[1])",
        at: FindingPlace(path: path)
      )
    }
    for (index, suppression) in settings.suppressions.enumerated() where used[index] == nil {
      let state =
        suppression.holds(at: now) ? "covers nothing" : "ended on \(suppression.until ?? "")"
      note(
        .configUnusedSuppression,
        "the suppression of \(suppression.rule) (\(suppression.reason)) \(state)",
        at: FindingPlace(path: inputs.last?.path ?? input.path)
      )
    }
    if let baseline = settings.baseline { compare(with: baseline) }
    for (rule, tolerance) in settings.tolerances {
      let records = inputs.reduce(0) { $0 + $1.records }
      guard let count = outcomes[rule]?.count, count > 0, tolerance.allows(count, of: records)
      else {
        continue
      }
      outcomes[rule]?.suppressed += count
      outcomes[rule]?.count = 0
      outcomes[rule]?.examples = []
    }
    var report = ValidationReport()
    report.profile = settings.profile.rawValue
    report.hasBaseline = settings.baseline != nil
    report.inputs = inputs
    report.rules = RuleID.allCases.compactMap { outcomes[$0] }
    report.isStoppedEarly = isStoppedEarly
    return report
  }
}

extension ValidationRun {
  /// The findings of this run, as the baseline of later ones.
  package var baseline: Baseline { Baseline(keys) }

  /// The given baseline without what is fixed.
  package var prunedBaseline: Baseline {
    settings.baseline?.pruned(to: keys) ?? Baseline()
  }

  /// Takes away what a baseline knows, and counts what is gone.
  private func compare(with baseline: Baseline) {
    for path in Set(baseline.counts.keys).union(keys.keys) {
      let known = baseline.counts[path] ?? [:]
      let found = keys[path] ?? [:]
      for (key, count) in found {
        let old = min(count, known[key] ?? 0)
        outcomes[key.rule]?.count -= old
        outcomes[key.rule]?.known += old
      }
      for (key, count) in known {
        outcomes[key.rule]?.fixed += max(0, count - (found[key] ?? 0))
      }
    }
  }
}

extension RecordBatch {
  /// The row whose bytes hold an offset.
  func rowIndex(around offset: Int) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    let index = low - 1
    guard index >= 0, offset < rows[index].offset + max(Int(rows[index].length), 1) else {
      return nil
    }
    return index
  }

  /// The number of the record that begins at an offset, from 1 in the chunk.
  func recordNumber(at offset: Int) -> Int {
    let rowsBefore = rows.count { $0.offset < offset }
    return rowsBefore + rejects.count { $0.record.lowerBound < offset } + 1
  }
}
