import HealthFormats
import HealthModel

extension ValidationRun {
  /// Takes over what the readers found odd or rejected.
  func takeReaderFindings(_ batch: borrowing RecordBatch, notes: inout ChunkNotes) {
    let format = input.format ?? .ndjson
    for finding in batch.findings.examples {
      guard let (rule, column) = RuleMapping.rule(finding.code, finding.detail, format),
        settings.isOn(rule)
      else { continue }
      take(finding, rule, column, batch, &notes)
    }
    notes.beginPass()
    // Decoding and refining both reject.
    for reject in batch.rejects.sorted(by: { $0.offset < $1.offset }) {
      guard let (rule, column) = RuleMapping.rule(reject.code, reject.detail, format),
        settings.isOn(rule)
      else { continue }
      let key = Self.key(reject.code, reject.detail)
      guard notes.count(rule, key: key) else { continue }
      var draft = Draft(
        rule: rule,
        offset: reject.offset,
        record: reject.record,
        column: column,
        message: Self.message(reject.code, reject.detail),
        contentKey: key
      )
      draft.isAtField = RuleMapping.isAboutField(reject.code)
      notes.add(draft)
    }
  }

  private func take(
    _ finding: Finding,
    _ rule: RuleID,
    _ column: Column?,
    _ batch: borrowing RecordBatch,
    _ notes: inout ChunkNotes
  ) {
    if let index = batch.rowIndex(around: finding.offset) {
      let row = batch.rows[index]
      guard notes.count(rule, row, batch) else { return }
      var draft = row.draft(rule, column, Self.message(finding.code, finding.detail), batch)
      draft.offset = finding.offset
      draft.isAtField = RuleMapping.isAboutField(finding.code)
      notes.add(draft)
    } else {
      let key = Self.key(finding.code, finding.detail)
      guard notes.count(rule, key: key) else { return }
      notes.add(
        Draft(
          rule: rule,
          offset: finding.offset,
          record: finding.offset..<finding.offset,
          message: Self.message(finding.code, finding.detail),
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

  static func message(_ code: FindingCode, _ detail: String) -> String {
    detail.isEmpty ? code.title : "\(code.title): \(detail)"
  }

  /// The rule of what a reader noted; nil when no rule is about it.
  package static func rule(
    _ code: FindingCode,
    _ detail: String,
    _ format: InputFormat
  ) -> RuleID? {
    RuleMapping.rule(code, detail, format)?.rule
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

  /// The number of the record that begins at an offset, from 1 in the chunk; those that a filter
  /// passes over count as well.
  func recordNumber(at offset: Int) -> Int {
    checkedCount(before: offset) + passedOver.count { $0 < offset } + 1
  }

  /// How many records before an offset were checked.
  func checkedCount(before offset: Int) -> Int {
    rows.count { $0.offset < offset } + rejects.count { $0.record.lowerBound < offset }
  }
}
