import ByteKit
import HealthModel

/// Sorts records that need not fit in memory: runs are sorted, spilled to a temporary file and
/// merged.
///
/// Records are kept as canonical NDJSON lines, which hold all of them; the merged lines are read
/// again by the ordinary reader. Equal keys keep the order of the input, so the result is one,
/// whatever the memory.
package final class Sorter: @unchecked Sendable {
  // Filled by the thread whose turn it is, read when all are done.
  fileprivate let order: SortOrder
  private let memory: Int
  private let folder: String?
  private var lines: [UInt8] = []
  private var entries: [(key: SortKey, start: Int, length: Int)] = []
  private var nextNumber = 0
  private var spill: TemporaryFile?
  private var runs: [Range<Int>] = []

  /// A sorter that keeps about `memory` bytes of records at a time and spills beside `path`.
  package init(_ order: SortOrder, memory: Int, beside path: String?) {
    self.order = order
    self.memory = max(memory, 1 << 16)
    // Once and for all: growing would hold the lines twice for a moment.
    lines.reserveCapacity(self.memory)
    folder = path
  }

  /// What a worker encodes with.
  package func makeConsumer() -> any BatchConsumer { SortConsumer(self) }

  fileprivate func add(
    _ text: borrowing ByteBuffer,
    _ keys: [(key: SortKey, length: Int)]
  ) throws(ConversionError) {
    var start = lines.count
    lines.append(contentsOf: text.span, from: 0)
    for (key, length) in keys {
      var key = key
      key.number = nextNumber
      nextNumber += 1
      entries.append((key, start, length))
      start += length
    }
    if lines.count + entries.count * MemoryLayout<(SortKey, Int, Int)>.stride > memory {
      try spillRun()
    }
  }

  /// Sorts what is in memory and writes it to the temporary file: each line with its key before it.
  private func spillRun() throws(ConversionError) {
    if entries.isEmpty { return }
    entries.sort { $0.key < $1.key }
    do throws(FileError) {
      let file: TemporaryFile
      if let spill { file = spill } else { file = try TemporaryFile(beside: folder) }
      spill = file
      let start = file.size
      var block = ByteBuffer(capacity: 1 << 20)
      let lines = lines
      for (key, lineStart, length) in entries {
        RunReader.append(key, length: length, to: &block)
        block.append(lines.span, lineStart..<lineStart + length)
        if block.count >= 1 << 20 {
          try file.append(block.span)
          block.removeAll()
        }
      }
      try file.append(block.span)
      runs.append(start..<file.size)
    } catch {
      throw ConversionError(error)
    }
    lines.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  /// The sorted records as NDJSON; call once, when all were added.
  package func sorted() throws(ConversionError) -> any ByteSource {
    guard let spill else {
      entries.sort { $0.key < $1.key }
      var out: [UInt8] = []
      out.reserveCapacity(lines.count)
      for (_, start, length) in entries { out.append(contentsOf: lines[start..<start + length]) }
      entries = []
      lines = []
      return MemorySource(out)
    }
    try spillRun()
    entries = []
    lines = []
    return try RunMerge(spill, runs, memory: memory)
  }
}

/// Encodes the rows of a worker as lines with their keys.
private final class SortConsumer: BatchConsumer {
  private let sorter: Sorter
  private var encoder = JSONRowEncoder(columns: JSONRowEncoder.allColumns)
  private var keys: [(key: SortKey, length: Int)] = []
  private var text = ByteBuffer(capacity: 1 << 16)

  init(_ sorter: Sorter) { self.sorter = sorter }

  func prepare(_ batch: borrowing RecordBatch) {
    keys.removeAll(keepingCapacity: true)
    text.removeAll()
    for index in 0..<batch.rows.count {
      let before = text.count
      encoder.write(batch.rows[index], of: batch, to: &text)
      text.append("\n")
      keys.append((SortKey(batch.rows[index], sorter.order, number: 0), text.count - before))
    }
  }

  func commit() throws(ConversionError) { try sorter.add(text, keys) }
}

/// Delivers bytes that are in memory.
package final class MemorySource: ByteSource, @unchecked Sendable {
  // Only one thread reads at a time.
  private let bytes: [UInt8]
  private var used = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var containerNotes: [ContainerNote] { [] }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    let count = min(buffer.count, bytes.count - used)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[used..<used + count]))
    }
    used += count
    return count
  }
}
