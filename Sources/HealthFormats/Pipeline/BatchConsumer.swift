import HealthModel

/// What a worker does with the rows of its chunks.
///
/// `prepare` runs in parallel, `commit` in the order of the input, one worker at a time, and
/// `complete` in parallel again, after its commit.
package protocol BatchConsumer: AnyObject {
  /// Works on the rows of a chunk; a second call before `commit` replaces the first.
  func prepare(_ batch: borrowing RecordBatch)
  /// The same, for who needs the text of the chunk.
  func prepare(_ batch: borrowing RecordBatch, of chunk: borrowing Chunk)
  /// Hands the result over, in order.
  func commit() throws(ConversionError)
  /// The same, for who needs the text of the chunk and the line on which it begins.
  func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError)
  /// Does what is left, out of order.
  func complete() throws(ConversionError)
  /// The run ends early: wake whoever waits.
  func cancel()
}

extension BatchConsumer {
  package func prepare(_ batch: borrowing RecordBatch) {}
  package func prepare(_ batch: borrowing RecordBatch, of chunk: borrowing Chunk) {
    prepare(batch)
  }
  package func commit() throws(ConversionError) {}
  package func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError) { try commit() }
  package func complete() throws(ConversionError) {}
  package func cancel() {}
}

/// Where a chunk begins, in lines.
package struct LinePlace: Sendable {
  /// The line of its first byte, from 1.
  package var line = 1
  /// The offset at which that line begins.
  package var lineStart = 0
  /// How many bytes of that line, before the chunk, are no first byte of a character.
  package var continuations = 0

  /// The beginning of a text, unless said otherwise.
  package init(line: Int = 1, lineStart: Int = 0, continuations: Int = 0) {
    self.line = line
    self.lineStart = lineStart
    self.continuations = continuations
  }
}
