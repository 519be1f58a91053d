#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells on which line the bytes of a text lie; offsets that grow cost only what lies between them.
public struct LineCounter {
  private var offset = 0
  private var line: Int

  /// A counter of a text whose first byte is on `line`.
  public init(from line: Int) { self.line = line }

  /// The line of the byte at `offset`, which is at most the number of bytes.
  public mutating func line(of offset: Int, in bytes: Span<UInt8>) -> Int {
    if offset >= self.offset {
      line += bytes.countLineFeeds(self.offset..<offset)
    } else {
      line -= bytes.countLineFeeds(offset..<self.offset)
    }
    self.offset = offset
    return line
  }
}

extension Span<UInt8> {
  /// How many line feeds a range holds.
  public func countLineFeeds(_ range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return withUnsafeBufferPointer { bytes in
      guard var start = bytes.baseAddress.map({ $0 + range.lowerBound }) else { return 0 }
      let end = start + range.count
      var total = 0
      // A search that looks at 32 bytes at a time, line by line: lines of records are long.
      while start < end, let found = memchr(start, 0x0A, end - start) {
        total &+= 1
        start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
      }
      return total
    }
  }

  /// How many bytes of a range go on a character of UTF-8 that began before them.
  public func countContinuations(_ range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var total = 0
    var i = range.lowerBound
    while i < range.upperBound {
      let word = word(at: i, length: Swift.min(8, range.upperBound &- i))
      // Bit 7 set and bit 6 clear.
      total &+= (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
      i &+= 8
    }
    return total
  }
}
