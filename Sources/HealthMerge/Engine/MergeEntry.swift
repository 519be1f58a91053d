import ByteKit

/// Where a record lies in its block, and what places it: a trivial value, written to spills as it
/// is.
struct MergeEntry {
  /// Seconds since 1970, shifted so that they compare unsigned; 0 without a date.
  var start: UInt64
  /// The end likewise; the start where no end was written.
  var end: UInt64
  var startNanoseconds: Int32
  var endNanoseconds: Int32
  /// Type, source and kind as bytes that compare as the key does; the line follows them.
  var keyStart: UInt32
  var keyLength: UInt32
  var lineLength: UInt32
  /// The number of type, source and kind, for counting.
  var series: UInt32
  /// The number of the set of inputs that hold the record.
  var origin: UInt32
  var flags: Flags
  /// A hash of the strong identifier; 0 when there is none.
  var idHash: UInt64
  /// The record's offset in its input.
  var position: Int64

  struct Flags: OptionSet {
    let rawValue: UInt32
    /// The record has details.
    static let details = Flags(rawValue: 1)
    /// The value is text.
    static let textValue = Flags(rawValue: 2)
  }

  /// Seconds as they compare unsigned.
  static func biased(_ seconds: Int64) -> UInt64 { UInt64(bitPattern: seconds) ^ 1 << 63 }

  var startSeconds: Int64 { Int64(bitPattern: start ^ 1 << 63) }
  var key: Range<Int> { Int(keyStart)..<Int(keyStart) + Int(keyLength) }
  var line: Range<Int> {
    let start = Int(keyStart) + Int(keyLength)
    return start..<start + Int(lineLength)
  }
}

/// Records of one input in the order of their keys, with their lines.
final class RecordBlock: @unchecked Sendable {
  // Filled by one thread, handed over once, only read from then on.
  var entries: [MergeEntry]
  var bytes: [UInt8]

  init(entries: [MergeEntry] = [], bytes: [UInt8] = []) {
    self.entries = entries
    self.bytes = bytes
  }

  /// About how much memory it takes.
  var size: Int { bytes.count + entries.count * MemoryLayout<MergeEntry>.stride }

  /// Sorts by start, end and key; what is in order already costs one look.
  func sort() {
    let bytes = bytes
    let span = bytes.span
    var isSorted = true
    for i in 1..<max(1, entries.count)
    where Self.precedes(entries[i], span, entries[i - 1], span) {
      isSorted = false
      break
    }
    if isSorted { return }
    entries.sort { Self.precedes($0, bytes.span, $1, bytes.span) }
  }

  /// Moves the records that start in the last second to another block, which comes next.
  func moveTail(into next: RecordBlock) {
    guard let last = entries.last?.start, next.entries.first?.start == last else { return }
    let from = entries.firstIndex { $0.start == last } ?? entries.count
    for index in from..<entries.count {
      var entry = entries[index]
      let start = next.bytes.count
      next.bytes.append(contentsOf: bytes[entry.key.lowerBound..<entry.line.upperBound])
      entry.keyStart = UInt32(start)
      next.entries.append(entry)
    }
    entries.removeSubrange(from...)
    next.sort()
  }

  /// Whether a record stands before another one.
  @inline(__always)
  static func precedes(
    _ a: MergeEntry,
    _ first: Span<UInt8>,
    _ b: MergeEntry,
    _ second: Span<UInt8>
  ) -> Bool {
    if a.start != b.start { return a.start < b.start }
    if a.end != b.end { return a.end < b.end }
    return compareBytes(first, a.key, second, b.key) < 0
  }
}

/// Compares two runs of bytes; below 0 when the first one stands before.
func compareBytes(
  _ a: Span<UInt8>,
  _ x: Range<Int>,
  _ b: Span<UInt8>,
  _ y: Range<Int>
) -> Int {
  let n = min(x.count, y.count)
  var i = 0
  while i &+ 8 <= n {
    let p = a.word(at: x.lowerBound &+ i)
    let q = b.word(at: y.lowerBound &+ i)
    if p != q { return p.byteSwapped < q.byteSwapped ? -1 : 1 }
    i &+= 8
  }
  while i < n {
    let p = a[x.lowerBound &+ i]
    let q = b[y.lowerBound &+ i]
    if p != q { return p < q ? -1 : 1 }
    i &+= 1
  }
  return x.count - y.count
}
