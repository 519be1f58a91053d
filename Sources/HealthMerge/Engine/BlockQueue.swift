import Foundation
import HealthFormats

/// Gives blocks of one sorted stream, one after the other.
protocol BlockSource: AnyObject {
  func next() throws(MergeInterruption) -> RecordBlock?
}

/// Why a pass over the inputs ended early.
enum MergeInterruption: Error {
  /// An input, by its number, is not sorted after all: it must be collected first.
  case unsorted(Int)
  /// An input, by its number, is a table whose first rows gave a wrong idea of it.
  case misread(Int)
  /// An input, by its number, can't be read.
  case unreadable(Int, ConversionError)
  /// The job can't be done.
  case failed(ConversionError)
}

/// Blocks of a sorted input on their way from its pipeline to the merge.
final class BlockQueue: BlockTaker, BlockSource, @unchecked Sendable {
  // All state is guarded by the condition's lock.
  private let condition = NSCondition()
  private let limit: Int
  private var blocks: [RecordBlock] = []
  /// The last block that came; its last second may go on in the next one.
  private var held: RecordBlock?
  private var isOver = false
  private var isCancelled = false
  private var end: MergeInterruption?
  private let input: Int

  init(input: Int, limit: Int) {
    self.input = input
    self.limit = limit
  }

  /// Waits while the merge is behind.
  func take(_ block: RecordBlock, isSorted: Bool) throws(ConversionError) {
    condition.lock()
    defer { condition.unlock() }
    if block.entries.isEmpty { return }
    if !isSorted || (held?.entries.last?.start ?? 0) > (block.entries.first?.start ?? 0) {
      end = .unsorted(input)
      condition.broadcast()
      throw Self.stopped
    }
    if let held {
      held.moveTail(into: block)
      while blocks.count >= limit && !isCancelled { condition.wait() }
      if !held.entries.isEmpty { blocks.append(held) }
    }
    held = block
    condition.broadcast()
    if isCancelled { throw Self.stopped }
  }

  /// No more blocks come; `reason` when there should have been more.
  func finish(_ reason: MergeInterruption?) {
    condition.lock()
    isOver = true
    if end == nil { end = reason }
    if let held, !held.entries.isEmpty { blocks.append(held) }
    held = nil
    condition.broadcast()
    condition.unlock()
  }

  /// Nobody wants more.
  func cancel() {
    condition.lock()
    isCancelled = true
    condition.broadcast()
    condition.unlock()
  }

  func next() throws(MergeInterruption) -> RecordBlock? {
    condition.lock()
    defer { condition.unlock() }
    while blocks.isEmpty && !isOver && end == nil { condition.wait() }
    if let end { throw end }
    if blocks.isEmpty { return nil }
    let first = blocks.removeFirst()
    condition.broadcast()
    return first
  }

  /// Ends a pipeline whose blocks nobody wants.
  static let stopped = ConversionError("merge.stopped", "the merge was stopped")
}

/// Blocks that are in memory already.
final class MemoryBlocks: BlockSource {
  private var blocks: [RecordBlock]
  private var place = 0

  init(_ blocks: [RecordBlock]) { self.blocks = blocks }

  func next() throws(MergeInterruption) -> RecordBlock? {
    guard place < blocks.count else { return nil }
    defer { place += 1 }
    return blocks[place]
  }
}
