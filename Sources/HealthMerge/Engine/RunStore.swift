import ByteKit
import Foundation
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
  // Filled by the thread whose turn it is, read when all are done; `runs` and `failure` belong to
  // the thread that spills until `spilling` has been waited for.
  private let budget: MemoryBudget
  private let folder: String?
  private var blocks: [RecordBlock] = []
  private var size = 0
  private var spill: TemporaryFile?
  private var runs: [[Range<Int>]] = []
  private var spilling = DispatchGroup()
  private var failure: ConversionError?

  init(budget: MemoryBudget, beside folder: String?) {
    self.budget = budget
    self.folder = folder
  }

  func take(_ block: RecordBlock, isSorted: Bool) throws(ConversionError) {
    if block.entries.isEmpty { return }
    blocks.append(block)
    size += block.size
    budget.add(block.size)
    // Half of the memory is written while the other half is filled.
    if size > budget.limit / 2 || budget.isExceeded { try startSpilling() }
  }

  func cancel() {}

  /// Makes room for the next input when this one has filled half of the memory.
  func finish() throws(ConversionError) {
    if size > budget.limit / 2 || spill != nil { try startSpilling() }
    try waitForSpill()
  }

  private func waitForSpill() throws(ConversionError) {
    spilling.wait()
    if let failure { throw failure }
  }

  /// The sorted streams that hold the records; may be asked for again.
  var sources: [any BlockSource] {
    var sources: [any BlockSource] = Self.chains(of: blocks).map { MemoryBlocks($0) }
    if let spill { sources += runs.map { SpilledRun(spill, $0) } }
    return sources
  }

  /// Blocks that follow each other without an overlap are one stream.
  private static func chains(of blocks: [RecordBlock]) -> [[RecordBlock]] {
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

  /// Has what is in memory written as one sorted run, on a thread of its own.
  private func startSpilling() throws(ConversionError) {
    try waitForSpill()
    if blocks.isEmpty { return }
    do throws(FileError) {
      if spill == nil { spill = try TemporaryFile(beside: folder) }
    } catch {
      throw Self.error(error)
    }
    guard let spill else { return }
    let full = blocks
    let freed = size
    blocks = []
    size = 0
    spilling.enter()
    let thread = Thread { [self] in
      do throws(MergeInterruption) {
        runs.append(try write(full, to: spill))
      } catch {
        if case .failed(let error) = error { failure = error }
      }
      budget.add(-freed)
      spilling.leave()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func write(
    _ blocks: [RecordBlock],
    to spill: TemporaryFile
  ) throws(MergeInterruption) -> [Range<Int>] {
    var heap = StreamHeap()
    var frames = FrameWriter()
    var ranges: [Range<Int>] = []
    for chain in Self.chains(of: blocks) {
      if let stream = try RecordStream(MemoryBlocks(chain), input: 0, snapshot: 0) {
        heap.add(stream)
      }
    }
    while let top = heap.top {
      let stream = heap.streams[top]
      if !frames.hasRoom(for: stream.entry) { ranges.append(try write(&frames, to: spill)) }
      frames.add(stream.entry, of: stream.block)
      try heap.advanceTop()
    }
    if !frames.isEmpty { ranges.append(try write(&frames, to: spill)) }
    return ranges
  }

  private func write(
    _ frames: inout FrameWriter,
    to spill: TemporaryFile
  ) throws(MergeInterruption) -> Range<Int> {
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
  /// Frames hold as much as the encoder takes; a longer record has a frame of its own, not packed.
  private static let size = 60_000
  private var entries: [MergeEntry] = []
  private var bytes = ByteBuffer(capacity: FrameWriter.size)
  private var deflater = BlockDeflater()
  private var packed = [UInt8](repeating: 0, count: 1 << 16)

  var isEmpty: Bool { entries.isEmpty }

  func hasRoom(for entry: MergeEntry) -> Bool {
    let next = Int(entry.keyLength) + Int(entry.lineLength) + MemoryLayout<MergeEntry>.stride
    return isEmpty
      || bytes.count + entries.count * MemoryLayout<MergeEntry>.stride + next <= Self.size
  }

  mutating func add(_ entry: MergeEntry, of block: RecordBlock) {
    var moved = entry
    moved.keyStart = UInt32(bytes.count)
    let source = block.bytes
    bytes.append(source.span, entry.key.lowerBound..<entry.line.upperBound)
    entries.append(moved)
  }

  /// The frame: how long it is unpacked (4 bytes), whether it is packed (1 byte), and then counts
  /// of entries and bytes (4 bytes each) and both.
  mutating func take() -> [UInt8] {
    var plain = ByteBuffer(capacity: Self.size + 64)
    for count in [entries.count, bytes.count] {
      for i in 0..<4 { plain.append(UInt8(truncatingIfNeeded: count >> (8 * i))) }
    }
    entries.withUnsafeBytes { raw in
      let typed = raw.bindMemory(to: UInt8.self)
      plain.append(typed.span)
    }
    plain.append(bytes.span)
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll()
    let count = packed.withUnsafeMutableBytes { room in
      plain.withUnsafeBytes { deflater.encode($0, into: room) }
    }
    var frame: [UInt8] = []
    for i in 0..<4 { frame.append(UInt8(truncatingIfNeeded: plain.count >> (8 * i))) }
    frame.append(count == nil ? 0 : 1)
    if let count { frame.append(contentsOf: packed[..<count]) } else { frame += plain.bytes }
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
