import ByteKit
import HealthFormats
import HealthMerge

/// Entries of one type, brought into the order of their starts in bounded memory.
///
/// Blocks arrive in the order of the input and are put behind blocks that end before them; exports
/// are sorted or nearly so, and a few runs are all there is to merge.
final class EntryRuns: @unchecked Sendable {
  // Filled by the thread whose turn it is, read by one thread when all are done.
  private var runs: [[EntryBlock]] = []
  private var kept = 0
  private var spill: TemporaryFile?
  /// How many bytes of blocks stay in memory.
  private let memory: Int

  init(memory: Int) { self.memory = memory }

  /// Whether there are no entries.
  var isEmpty: Bool { runs.isEmpty }

  /// Adds a block.
  func add(_ block: EntryBlock) {
    var block = block
    if kept + block.size > memory, let offset = spilled(block.bytes) {
      block.offset = offset
      block.bytes = []
    } else {
      kept += block.size
    }
    // Behind the run that ends last before it.
    let place = runs.indices.filter { (runs[$0].last?.last ?? .max) <= block.first }
      .max { (runs[$0].last?.last ?? .min) < (runs[$1].last?.last ?? .min) }
    if let place { runs[place].append(block) } else { runs.append([block]) }
  }

  /// Where bytes lie in the temporary file; nil when there is no room for one, so that they stay.
  private func spilled(_ bytes: [UInt8]) -> Int? {
    if spill == nil { spill = try? TemporaryFile() }
    return try? spill?.append(bytes.span)
  }

  /// Calls `body` with each entry by its start; what starts at once comes in any order.
  func forEach(
    _ body: (Entry) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    var heap = RunHeap()
    for run in runs {
      var reader = RunCursor(run, spill)
      if let first = try reader.next() { heap.insert((first, reader)) }
    }
    runs = []
    while var (entry, reader) = heap.popFirst() {
      // As long as one run is ahead of the others nothing moves in the heap.
      let limit = heap.first?.start ?? .max
      while true {
        try body(entry)
        guard let next = try reader.next() else { break }
        entry = next
        if entry.start > limit {
          heap.insert((entry, reader))
          break
        }
      }
    }
  }
}

/// Reads the blocks of a run one after the other.
private struct RunCursor {
  private let blocks: [EntryBlock]
  private let spill: TemporaryFile?
  private var number = 0
  private var cursor: EntryCursor?

  init(_ blocks: [EntryBlock], _ spill: TemporaryFile?) {
    self.blocks = blocks
    self.spill = spill
  }

  mutating func next() throws(ConversionError) -> Entry? {
    while true {
      if let entry = cursor?.next() { return entry }
      guard number < blocks.count else { return nil }
      cursor = EntryCursor(blocks[number], try bytes(of: blocks[number]))
      number += 1
    }
  }

  private func bytes(of block: EntryBlock) throws(ConversionError) -> [UInt8] {
    guard block.bytes.isEmpty, let spill else { return block.bytes }
    var buffer = ByteBuffer(capacity: block.size)
    do throws(FileError) {
      while buffer.count < block.size {
        let before = buffer.count
        try buffer.append(upTo: block.size - before) { target throws(FileError) in
          try spill.read(at: block.offset + before, into: target)
        }
        guard buffer.count > before else { break }
      }
    } catch {
      throw ConversionError(error)
    }
    return buffer.bytes
  }
}

/// Runs by the start of their next entry.
private struct RunHeap {
  private var items: [(entry: Entry, reader: RunCursor)] = []

  var first: Entry? { items.first?.entry }

  mutating func insert(_ item: (Entry, RunCursor)) {
    items.append(item)
    items.siftUp(items.count - 1) { $0.entry.start < $1.entry.start }
  }

  mutating func popFirst() -> (Entry, RunCursor)? {
    items.popHeap { $0.entry.start < $1.entry.start }
  }
}
