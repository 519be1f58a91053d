import ByteKit

/// Fingerprints with their places on disk, in sorted runs.
struct FingerprintLog {
  struct Entry {
    var fingerprint: Fingerprint
    var tag: UInt64
    var place: RepeatPlace

    /// By fingerprint, and then in the order of the inputs.
    func precedes(_ other: Entry) -> Bool {
      if fingerprint.high != other.fingerprint.high {
        return fingerprint.high < other.fingerprint.high
      }
      if fingerprint.low != other.fingerprint.low {
        return fingerprint.low < other.fingerprint.low
      }
      return place.word < other.place.word
    }
  }

  private let file: TemporaryFile
  private let runLimit: Int
  private var entries: [Entry] = []
  private var runs: [Range<Int>] = []
  private var failure: FileError?

  /// A log whose runs have so many entries.
  init(runLimit: Int) throws(FileError) {
    file = try TemporaryFile()
    self.runLimit = runLimit
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count >= runLimit { writeRun() }
  }

  private mutating func writeRun() {
    guard failure == nil, !entries.isEmpty else { return }
    entries.sort { $0.precedes($1) }
    var bytes = ByteBuffer(capacity: entries.count * RunCursor.entrySize)
    for entry in entries { RunCursor.append(entry, to: &bytes) }
    do throws(FileError) {
      let start = try file.append(bytes.span)
      runs.append(start..<start + bytes.count)
      entries.removeAll(keepingCapacity: true)
    } catch {
      failure = error
      entries.removeAll()
    }
  }

  /// Calls for all entries in their order.
  mutating func merge(_ body: (Entry) -> Void) throws(FileError) {
    writeRun()
    if let failure { throw failure }
    var heap: [RunCursor] = []
    for run in runs {
      var cursor = RunCursor(run)
      try cursor.advance(file)
      if cursor.entry != nil { heap.append(cursor) }
    }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
      heap.siftDown(index) { $0.precedes($1) }
    }
    while let entry = heap.first?.entry {
      body(entry)
      try heap[0].advance(file)
      if heap[0].entry == nil {
        let last = heap.removeLast()
        if !heap.isEmpty { heap[0] = last }
      }
      heap.siftDown(0) { $0.precedes($1) }
    }
  }
}

/// Reads one run, block by block.
private struct RunCursor {
  /// Four little-endian words: the fingerprint, the tag, the place.
  static let entrySize = 32
  private static let blockSize = 1000 * entrySize

  private(set) var entry: FingerprintLog.Entry?
  private var rest: Range<Int>
  private var block: [UInt8] = []
  private var used = 0

  init(_ run: Range<Int>) { rest = run }

  func precedes(_ other: RunCursor) -> Bool {
    guard let entry, let their = other.entry else { return entry != nil }
    return entry.precedes(their)
  }

  static func append(_ entry: FingerprintLog.Entry, to out: inout ByteBuffer) {
    for word in [
      entry.fingerprint.high, entry.fingerprint.low, entry.tag, entry.place.word,
    ] {
      for shift in stride(from: 0, to: 64 as UInt64, by: 8) {
        out.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
  }

  mutating func advance(_ file: TemporaryFile) throws(FileError) {
    if used == block.count { try fill(file) }
    guard used + Self.entrySize <= block.count else {
      entry = nil
      return
    }
    func word(_ index: Int) -> UInt64 {
      var value: UInt64 = 0
      for byte in 0..<8 {
        value |= UInt64(block[used + index * 8 + byte]) << UInt64(8 * byte)
      }
      return value
    }
    entry = FingerprintLog.Entry(
      fingerprint: Fingerprint(high: word(0), low: word(1)),
      tag: word(2),
      place: RepeatPlace(word: word(3))
    )
    used += Self.entrySize
  }

  private mutating func fill(_ file: TemporaryFile) throws(FileError) {
    var bytes = ByteBuffer(capacity: Self.blockSize)
    let want = min(Self.blockSize, rest.count)
    while bytes.count < want {
      let before = bytes.count
      let start = rest.lowerBound + before
      try bytes.append(upTo: want - before) { room throws(FileError) in
        try file.read(at: start, into: room)
      }
      if bytes.count == before { break }
    }
    rest = rest.lowerBound + bytes.count..<max(rest.upperBound, rest.lowerBound + bytes.count)
    block = bytes.bytes
    used = 0
  }
}
