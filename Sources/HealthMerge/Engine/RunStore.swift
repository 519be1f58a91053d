import ByteKit
import GzipCodec
import HealthFormats
import Synchronization

/// How much all collected inputs of a merge may keep in memory.
final class MemoryBudget: Sendable {
  let limit: Int
  private let used = Mutex(0)

  init(limit: Int) { self.limit = limit }

  func add(_ size: Int) { used.withLock { $0 += size } }
  var isExceeded: Bool { used.withLock { $0 > limit } }
}

/// The records of an input that is not sorted: sorted blocks in memory, and sorted runs in a
/// temporary file when memory does not hold them.
final class RunStore: BlockTaker, @unchecked Sendable {
  // Filled by the thread whose turn it is, read when all are done.
  private let budget: MemoryBudget
  private let folder: String?
  private var blocks: [RecordBlock] = []
  private var size = 0
  private var spill: TemporaryFile?
  private var runs: [[Range<Int>]] = []
  private var frames = FrameWriter()

  init(budget: MemoryBudget, beside folder: String?) {
    self.budget = budget
    self.folder = folder
  }

  func take(_ block: RecordBlock, isSorted: Bool) throws(ConversionError) {
    if block.entries.isEmpty { return }
    blocks.append(block)
    size += block.size
    budget.add(block.size)
    if budget.isExceeded { try spillRun() }
  }

  func cancel() {}

  /// Makes room for the next input when this one has filled half of the memory.
  func finish() throws(ConversionError) {
    if size > budget.limit / 2 || !runs.isEmpty { try spillRun() }
  }

  /// The sorted streams that hold the records; may be asked for again.
  var sources: [any BlockSource] {
    var sources: [any BlockSource] = chains.map { MemoryBlocks($0) }
    if let spill { sources += runs.map { SpilledRun(spill, $0) } }
    return sources
  }

  /// Blocks that follow each other without an overlap are one stream.
  private var chains: [[RecordBlock]] {
    var chains: [[RecordBlock]] = []
    for block in blocks {
      if let last = chains.last?.last?.entries.last, last.start < block.entries[0].start {
        chains[chains.count - 1].append(block)
      } else {
        chains.append([block])
      }
    }
    return chains
  }

  /// Writes what is in memory as one sorted run.
  private func spillRun() throws(ConversionError) {
    if blocks.isEmpty { return }
    do throws(FileError) {
      if spill == nil { spill = try TemporaryFile(beside: folder) }
    } catch {
      throw Self.error(error)
    }
    guard let spill else { return }
    var heap = StreamHeap()
    var ranges: [Range<Int>] = []
    do throws(MergeInterruption) {
      for chain in chains {
        if let stream = try RecordStream(MemoryBlocks(chain), input: 0, snapshot: 0) {
          heap.add(stream)
        }
      }
      while let top = heap.top {
        frames.add(heap.streams[top].entry, of: heap.streams[top].block)
        if frames.isFull { ranges.append(try write(spill)) }
        try heap.advanceTop()
      }
      if !frames.isEmpty { ranges.append(try write(spill)) }
    } catch {
      if case .failed(let failure) = error { throw failure }
      return
    }
    runs.append(ranges)
    blocks.removeAll()
    budget.add(-size)
    size = 0
  }

  private func write(_ spill: TemporaryFile) throws(MergeInterruption) -> Range<Int> {
    let frame = frames.take()
    do throws(FileError) {
      let start = try spill.append(frame.span)
      return start..<start + frame.count
    } catch {
      throw .failed(Self.error(error))
    }
  }

  /// How codes of failures of the temporary file begin; they say nothing of the input.
  static let failure = "spill."

  private static func error(_ error: FileError) -> ConversionError {
    var failure = ConversionError(error)
    failure.code = "\(Self.failure)\(error.operation)"
    return failure
  }
}

/// Packs records into compressed frames.
private struct FrameWriter: ~Copyable {
  private static let size = 1 << 18
  private var entries: [MergeEntry] = []
  private var bytes: [UInt8] = []
  private var deflater = Deflater(level: 1)

  var isFull: Bool { bytes.count >= Self.size }
  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ entry: MergeEntry, of block: RecordBlock) {
    var moved = entry
    moved.keyStart = UInt32(bytes.count)
    bytes.append(contentsOf: block.bytes[entry.key.lowerBound..<entry.line.upperBound])
    entries.append(moved)
  }

  /// The frame: counts of entries and bytes (4 bytes each), then both, compressed.
  mutating func take() -> [UInt8] {
    var plain: [UInt8] = []
    for count in [entries.count, bytes.count] {
      for i in 0..<4 { plain.append(UInt8(truncatingIfNeeded: count >> (8 * i))) }
    }
    entries.withUnsafeBytes { plain.append(contentsOf: $0) }
    plain.append(contentsOf: bytes)
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    var packed = [UInt8](repeating: 0, count: plain.count + plain.count / 1000 + 64)
    let count = packed.withUnsafeMutableBytes { room in
      plain.withUnsafeBytes { deflater.encode($0, into: room) }
    }
    var frame: [UInt8] = []
    let length = plain.count
    for i in 0..<4 { frame.append(UInt8(truncatingIfNeeded: length >> (8 * i))) }
    if let count {
      frame.append(1)
      frame.append(contentsOf: packed[..<count])
    } else {
      frame.append(0)
      frame.append(contentsOf: plain)
    }
    return frame
  }
}

/// Reads a sorted run back, frame by frame.
private final class SpilledRun: BlockSource {
  private let file: TemporaryFile
  private let frames: [Range<Int>]
  private var place = 0
  private var inflater = RawInflater()

  init(_ file: TemporaryFile, _ frames: [Range<Int>]) {
    self.file = file
    self.frames = frames
  }

  func next() throws(MergeInterruption) -> RecordBlock? {
    guard place < frames.count else { return nil }
    defer { place += 1 }
    let frame = try read(frames[place])
    guard let plain = inflate(frame) else {
      throw .failed(
        ConversionError("merge.spill", "the temporary file is not what was written to it")
      )
    }
    func number(_ at: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(plain[at + $1]) << (8 * $1) }
    }
    let count = number(0)
    let entriesEnd = 8 + count * MemoryLayout<MergeEntry>.stride
    let entries = [MergeEntry](unsafeUninitializedCapacity: count) { room, initialized in
      plain.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(room).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[8..<entriesEnd])
        )
      }
      initialized = count
    }
    return RecordBlock(entries: entries, bytes: Array(plain[entriesEnd...]))
  }

  private func read(_ range: Range<Int>) throws(MergeInterruption) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var failure: FileError?
    var done = 0
    bytes.withUnsafeMutableBytes { room in
      do throws(FileError) {
        while done < range.count {
          let count = try file.read(
            at: range.lowerBound + done,
            into: UnsafeMutableRawBufferPointer(rebasing: room[done...])
          )
          if count == 0 { break }
          done += count
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw .failed(ConversionError(failure)) }
    return bytes
  }

  private func inflate(_ frame: [UInt8]) -> [UInt8]? {
    guard frame.count > 5 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(frame[$1]) << (8 * $1) }
    if frame[4] == 0 { return Array(frame[5...]) }
    var plain = [UInt8](repeating: 0, count: length)
    inflater.reset()
    let step = plain.withUnsafeMutableBytes { room in
      frame.withUnsafeBytes { bytes in
        inflater.decode(
          UnsafeRawBufferPointer(rebasing: bytes[5...]),
          into: room,
          isWhole: true
        )
      }
    }
    return step.produced == length && step.state == .finished ? plain : nil
  }
}
