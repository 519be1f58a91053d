import ByteKit
import HealthFormats
import HealthModel

/// Checks a worker's chunks: rows one by one in parallel, then against each other in order.
package final class ValidationConsumer: BatchConsumer {
  private let run: ValidationRun
  private var checker: RowChecker
  private var notes: ChunkNotes
  private let format: InputFormat?
  private var facts: [RowFact] = []

  /// A consumer of one worker.
  package init(_ run: ValidationRun) {
    self.run = run
    checker = run.makeChecker()
    notes = run.makeNotes()
    format = run.input.format
  }

  package func prepare(_ batch: borrowing RecordBatch, of chunk: borrowing Chunk) {
    facts.removeAll(keepingCapacity: true)
    notes.begin(limits: run.wantedDrafts)
    run.takeReaderFindings(batch, notes: &notes)
    checker.check(batch, notes: &notes, facts: &facts)
    if format == .csv { noteControls(batch, chunk) }
  }

  package func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError) {
    run.checkNeighbours(facts, batch, notes: &notes)
    try run.enter(notes, batch, chunk, place)
  }

  /// Tables may hold any byte; other formats' readers find control characters themselves.
  private func noteControls(_ batch: borrowing RecordBatch, _ chunk: borrowing Chunk) {
    let bytes = chunk.bytes.span
    guard run.settings.isOn(.textControl),
      bytes.firstControl(in: 0..<bytes.count) != nil
    else { return }
    notes.beginPass()
    var end = 0
    for index in 0..<batch.rows.count {
      let row = batch.rows[index]
      // One line may make several rows.
      guard row.offset >= end else { continue }
      end = row.offset + Int(row.length)
      let range = row.offset - chunk.base..<min(end - chunk.base, bytes.count)
      guard let place = bytes.firstControl(in: range), notes.count(.textControl, row, batch) else {
        continue
      }
      let code = String(bytes[place], radix: 16, uppercase: true)
      var draft = row.draft(.textControl, nil, "U+\(code.count < 2 ? "000" : "00")\(code)", batch)
      draft.offset = chunk.base + place
      draft.length = 1
      draft.isAtField = true
      notes.add(draft)
    }
  }
}

extension Span<UInt8> {
  /// The first control character of a range, besides tab and line ends.
  func firstControl(in range: Range<Int>) -> Int? {
    for index in range {
      let byte = self[index]
      if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F {
        return index
      }
    }
    return nil
  }
}

/// Finds records again that became known late, and says of them what is to be said.
package final class LateConsumer: BatchConsumer {
  private let run: ValidationRun
  private let findings: [LateFinding]
  private var notes: ChunkNotes

  /// A consumer for findings of one input, in the order of their offsets.
  package init(_ run: ValidationRun, _ findings: [LateFinding]) {
    self.run = run
    self.findings = findings
    notes = run.makeNotes()
  }

  package func prepare(_ batch: borrowing RecordBatch) {
    notes.begin(limits: run.wantedDrafts)
    guard let first = batch.rows.first, let last = batch.rows.last else { return }
    var low = 0
    var high = findings.count
    while low < high {
      let middle = (low + high) / 2
      if findings[middle].offset < first.offset { low = middle + 1 } else { high = middle }
    }
    while low < findings.count, findings[low].offset <= last.offset {
      let finding = findings[low]
      low += 1
      guard let index = batch.rowIndex(around: finding.offset) else { continue }
      let row = batch.rows[index]
      if notes.count(finding.rule, row, batch) {
        notes.add(row.draft(finding.rule, finding.column, finding.message, batch))
      }
    }
  }

  package func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError) {
    try run.enter(notes, batch, chunk, place)
  }
}
