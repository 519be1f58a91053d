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
}
