import ByteKit
import Foundation
import GzipCodec

/// Writes rows that are encoded already, in order, and compresses them on threads of its own.
package final class LineWriter: @unchecked Sendable {
  // `queue`, `isOver` and `failure` are guarded by the condition's lock; the rest belongs to the
  // thread that calls `write`.
  private let writer: ArchiveWriter
  private let sink: TableSink
  private let condition = NSCondition()
  private var queue: [(number: Int, blocks: [UInt8])] = []
  private var isOver = false
  private var failure: ConversionError?
  private let workers = DispatchGroup()
  private let limit: Int

  /// Starts threads for an output that is one file.
  package init(_ writer: ArchiveWriter, threads: Int) {
    self.writer = writer
    sink = writer.sinks[0]
    limit = threads + 1
    guard sink.isCompressed else { return }
    for _ in 0..<max(1, threads) {
      workers.enter()
      let thread = Thread { [self] in
        work()
        workers.leave()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// Takes whole rows; in JSON each with the comma before it.
  package func write(_ rows: borrowing ByteBuffer, records: Int) throws(ConversionError) {
    writer.recordCount += records
    let blocks = try sink.take(rows)
    if blocks.isEmpty { return }
    condition.lock()
    defer { condition.unlock() }
    while queue.count >= limit && failure == nil { condition.wait() }
    if let failure { throw failure }
    queue.append((writer.nextBlockNumber, blocks))
    writer.nextBlockNumber += 1
    condition.broadcast()
  }

  /// Waits until everything is written.
  package func finish() throws(ConversionError) {
    end()
    if let failure { throw failure }
  }

  /// Ends without writing what is left.
  package func cancel() {
    condition.lock()
    queue.removeAll()
    condition.unlock()
    writer.blockTurns.close()
    end()
  }

  private func end() {
    condition.lock()
    isOver = true
    condition.broadcast()
    condition.unlock()
    workers.wait()
  }

  private func work() {
    var encoder = BGZFEncoder()
    var compressed: [UInt8] = []
    while let (number, blocks) = next() {
      compressed.removeAll(keepingCapacity: true)
      var start = 0
      while start < blocks.count {
        let end = start + BGZF.maximumDataSize
        encoder.encode(blocks.span.extracting(start..<end), to: &compressed)
        start = end
      }
      guard writer.blockTurns.wait(for: number) else { return }
      do throws(ConversionError) {
        try sink.write(compressed.span)
      } catch {
        condition.lock()
        failure = error
        condition.broadcast()
        condition.unlock()
        writer.blockTurns.close()
        return
      }
      writer.blockTurns.advance()
    }
  }

  private func next() -> (number: Int, blocks: [UInt8])? {
    condition.lock()
    defer { condition.unlock() }
    while queue.isEmpty && !isOver { condition.wait() }
    if queue.isEmpty { return nil }
    let first = queue.removeFirst()
    condition.broadcast()
    return first
  }
}
