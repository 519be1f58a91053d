import ByteKit
import HealthFormats
import HealthModel

/// Checks a worker's chunks: rows one by one in parallel, then against each other in order.
package final class ValidationConsumer: BatchConsumer {
  private let run: ValidationRun
  private var checker: RowChecker
  private var notes = ChunkNotes()
  private var facts: [RowFact] = []

  /// A consumer of one worker.
  package init(_ run: ValidationRun) {
    self.run = run
    checker = run.makeChecker()
  }

  package func prepare(_ batch: borrowing RecordBatch) {
    notes.removeAll()
    facts.removeAll(keepingCapacity: true)
    let limits = run.wantedDrafts
    run.takeReaderFindings(batch, limits: limits, notes: &notes)
    checker.check(batch, limits: limits, notes: &notes, facts: &facts)
  }

  package func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError) {
    run.checkNeighbours(facts, batch, notes: &notes)
    try run.enter(notes, batch, chunk, place)
  }
}
