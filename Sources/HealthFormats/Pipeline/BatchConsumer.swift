import HealthModel

/// What a worker does with the rows of its chunks.
///
/// `prepare` runs in parallel, `commit` in the order of the input, one worker at a time, and
/// `complete` in parallel again, after its commit.
package protocol BatchConsumer: AnyObject {
  /// Works on the rows of a chunk; a second call before `commit` replaces the first.
  func prepare(_ batch: borrowing RecordBatch)
  /// Hands the result over, in order.
  func commit() throws(ConversionError)
  /// Does what is left, out of order.
  func complete() throws(ConversionError)
  /// The run ends early: wake whoever waits.
  func cancel()
}

extension BatchConsumer {
  package func complete() throws(ConversionError) {}
  package func cancel() {}
}
