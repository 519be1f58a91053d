import ByteKit
import HealthFormats
import HealthModel

/// Takes down what is wrong with one row after the other.
struct RowReport {
  let settings: RuleSettings
  var notes: ChunkNotes
  private var row = RecordRow(kind: .sample)

  init(settings: RuleSettings, notes: ChunkNotes) {
    self.settings = settings
    self.notes = notes
  }

  /// Turns to a row.
  @inline(__always)
  mutating func begin(_ row: RecordRow) { self.row = row }

  /// Notes that the row breaks a rule in one of its columns.
  @inline(never)
  mutating func note(
    _ rule: RuleID,
    _ column: Column?,
    key: String? = nil,
    _ batch: borrowing RecordBatch,
    _ message: () -> String
  ) {
    guard settings.isOn(rule), notes.count(rule, row, batch) else { return }
    var draft = row.draft(rule, column, message(), batch)
    draft.key = key
    notes.add(draft)
  }
}

extension RecordRow {
  /// A draft of a finding about this row.
  func draft(
    _ rule: RuleID,
    _ column: Column?,
    _ message: String,
    _ batch: borrowing RecordBatch
  ) -> Draft {
    Draft(
      rule: rule,
      offset: offset,
      record: offset..<offset + Int(length),
      column: column,
      message: message,
      type: type,
      source: source,
      contentKey: contentKey(batch)
    )
  }

  /// What identifies the record by content: type, times, value, unit and source.
  func contentKey(_ batch: borrowing RecordBatch) -> UInt64 {
    var hash = StableHash()
    hash.add(byte: kind.rawValue)
    hash.add(batch.symbols.type.text(type))
    hash.add(batch.symbols.source.text(source))
    hash.add(batch.symbols.unit.text(unit))
    hash.add(start.seconds)
    hash.add(Int64(start.nanoseconds))
    hash.add(end.seconds)
    switch valueKind {
    case .none: break
    case .decimal:
      hash.add(Int64(bitPattern: value.significand))
      hash.add(Int64(value.exponent))
      hash.add(byte: value.isNegative ? 1 : 0)
    case .longDecimal: hash.add(batch.arena.span, valueText.range)
    case .text: hash.add(batch.symbols.value.text(text))
    }
    return hash.value
  }
}

extension Double {
  /// The number as messages show it: a whole one without a fraction.
  var figure: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
