import ByteKit

/// Reads one sorted run of a temporary file: each line preceded by its key and length.
struct RunReader {
  /// Layout of a line's head, little-endian: seconds 8, nanoseconds 4, length 4, number 8.
  static let headSize = 24

  private let blockSize: Int
  private let file: TemporaryFile
  private var position: Int
  private let end: Int
  private var block: [UInt8] = []
  private var used = 0
  /// The key of the current line, nil at the end.
  private(set) var key: SortKey?
  private(set) var line = 0..<0

  /// A reader of one run that reads about `blockSize` bytes at a time.
  init(_ file: TemporaryFile, _ run: Range<Int>, blockSize: Int) throws(ConversionError) {
    self.file = file
    self.blockSize = blockSize
    position = run.lowerBound
    end = run.upperBound
    try advance()
  }

  static func append(_ key: SortKey, length: Int, to out: inout ByteBuffer) {
    append(UInt64(bitPattern: key.seconds), bytes: 8, to: &out)
    append(UInt64(UInt32(bitPattern: key.nanoseconds)), bytes: 4, to: &out)
    append(UInt64(length), bytes: 4, to: &out)
    append(UInt64(key.number), bytes: 8, to: &out)
  }

  private static func append(_ value: UInt64, bytes: Int, to out: inout ByteBuffer) {
    for i in 0..<bytes { out.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * i))) }
  }

  /// Appends the current line.
  func append(to out: inout [UInt8]) { out.append(contentsOf: block[line]) }

  /// Goes on to the next line.
  mutating func advance() throws(ConversionError) {
    guard try fill(Self.headSize) else {
      key = nil
      return
    }
    func number(_ start: Int, _ count: Int) -> UInt64 {
      var value: UInt64 = 0
      for i in 0..<count { value |= UInt64(block[used + start + i]) << UInt64(8 * i) }
      return value
    }
    let length = Int(number(12, 4))
    key = SortKey(
      seconds: Int64(bitPattern: number(0, 8)),
      nanoseconds: Int32(bitPattern: UInt32(truncatingIfNeeded: number(8, 4))),
      number: Int(number(16, 8))
    )
    used += Self.headSize
    guard try fill(length) else {
      throw ConversionError("sort.spill", "the temporary file is shorter than what was written")
    }
    line = used..<used + length
    used += length
  }

  /// Makes sure that `count` bytes are in the block after `used`; false when the run ends.
  private mutating func fill(_ count: Int) throws(ConversionError) -> Bool {
    if block.count - used >= count { return true }
    if position == end { return false }
    block.removeFirst(used)
    used = 0
    let want = min(end - position, max(blockSize, count))
    var room = ByteBuffer(capacity: want)
    let start = position
    let source = file
    do throws(FileError) {
      try room.append(upTo: want) { buffer throws(FileError) in
        try source.read(at: start, into: buffer)
      }
    } catch {
      throw ConversionError(error)
    }
    if room.count == 0 { return false }
    position += room.count
    block.append(contentsOf: room.span, from: 0)
    return block.count >= count ? true : try fill(count)
  }
}

/// Merges sorted runs into one stream of lines.
final class RunMerge: ByteSource, @unchecked Sendable {
  // Only one thread reads at a time.
  private var runs: [RunReader]
  /// A heap of run numbers, the smallest key on top.
  private var heap: [Int] = []
  private var out: [UInt8] = []
  private var used = 0

  /// A merge of runs whose blocks together take about `memory` bytes.
  init(
    _ file: TemporaryFile,
    _ ranges: [Range<Int>],
    memory: Int
  ) throws(ConversionError) {
    runs = []
    // Many runs read less at a time, so that memory does not grow with the input.
    let share = memory / 2 / max(1, ranges.count)
    let blockSize = min(1 << 17, max(1 << 12, share))
    for range in ranges { runs.append(try RunReader(file, range, blockSize: blockSize)) }
    for index in runs.indices where runs[index].key != nil {
      heap.append(index)
      heap.siftUp(heap.count - 1, by: precedes)
    }
  }

  var containerNotes: [ContainerNote] { [] }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConversionError) -> Int {
    if used == out.count {
      out.removeAll(keepingCapacity: true)
      used = 0
      while out.count < 1 << 18, let top = heap.first {
        runs[top].append(to: &out)
        try runs[top].advance()
        if runs[top].key == nil {
          heap[0] = heap[heap.count - 1]
          heap.removeLast()
        }
        heap.siftDown(0, by: precedes)
      }
    }
    let count = min(buffer.count, out.count - used)
    out.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[used..<used + count]))
    }
    used += count
    return count
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let first = runs[a].key, let second = runs[b].key else { return false }
    return first < second
  }
}
