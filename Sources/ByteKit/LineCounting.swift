#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
