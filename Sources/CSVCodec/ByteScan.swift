// Sixteen bytes at a time. A lane of a comparison is 0xFF where it holds; read as two little-endian
// words with one bit kept per lane, the lowest set bit is the first match.

// Written out with its types, the comparison is one instruction; inferred ones may become a loop.
@inline(__always)
private func equal(_ block: SIMD16<UInt8>, _ byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
  let bytes = SIMD16<UInt8>(repeating: byte)
  return block .== bytes
}

/// A small set of bytes to search for.
protocol BytePattern {
  func mask(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  func matches(_ byte: UInt8) -> Bool
}

/// One or two bytes.
struct BytePair: BytePattern {
  let one: UInt8
  let other: UInt8

  @inline(__always)
  func mask(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    equal(block, one) .| equal(block, other)
  }

  @inline(__always)
  func matches(_ byte: UInt8) -> Bool { byte == one || byte == other }
}

/// The bytes that end an unquoted field or break its grammar, and that a field is quoted for.
struct StructuralBytes: BytePattern {
  let delimiter: UInt8
  let quote: UInt8

  @inline(__always)
  func mask(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    let ends = equal(block, Byte.lineFeed) .| equal(block, Byte.carriageReturn)
    return equal(block, delimiter) .| equal(block, quote) .| ends
  }

  @inline(__always)
  func matches(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == quote || byte == Byte.lineFeed || byte == Byte.carriageReturn
  }
}

/// Every place of a pattern, one after the other; a block is compared only once.
struct ByteScan<Pattern: BytePattern> {
  private let pattern: Pattern
  /// The matches not given yet in the eight bytes at `base`, and those in the eight after them.
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var base = 0
  /// The next byte to compare.
  private var index: Int
  private let end: Int

  /// Begins a search that stays before `end`.
  @inline(__always)
  init(_ pattern: Pattern, in bytes: Span<UInt8>, from start: Int, to end: Int) {
    precondition(start >= 0 && end <= bytes.count)
    self.pattern = pattern
    self.end = end
    index = start
  }

  /// Forgets where the search is and goes on at an offset.
  @inline(__always)
  mutating func restart(at offset: Int) {
    low = 0
    high = 0
    index = offset
  }

  /// The next match in the same bytes, or `end`.
  @inline(__always)
  mutating func next(in bytes: Span<UInt8>) -> Int {
    while true {
      if low != 0 {
        let match = base &+ low.trailingZeroBitCount &>> 3
        low &= low &- 1
        return match
      }
      if high != 0 {
        low = high
        high = 0
        base &+= 8
        continue
      }
      guard index &+ 16 <= end else { return nextInTail(bytes) }
      // The initialiser has seen that `end` lies within the span.
      let block = bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index,
        as: SIMD16<UInt8>.self
      )
      let words = unsafeBitCast(pattern.mask(block), to: SIMD2<UInt64>.self)
      low = words[0] & 0x8080_8080_8080_8080
      high = words[1] & 0x8080_8080_8080_8080
      base = index
      index &+= 16
    }
  }

  private mutating func nextInTail(_ bytes: Span<UInt8>) -> Int {
    while index < end {
      index &+= 1
      if pattern.matches(bytes[index &- 1]) { return index &- 1 }
    }
    return end
  }
}

/// The first place of either of two bytes, or `end`.
@inline(__always)
func firstIndex(
  of one: UInt8,
  or other: UInt8,
  in bytes: Span<UInt8>,
  from start: Int,
  to end: Int
) -> Int {
  var scan = ByteScan(BytePair(one: one, other: other), in: bytes, from: start, to: end)
  return scan.next(in: bytes)
}

/// The first place of a byte, or `end`.
@inline(__always)
func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
  firstIndex(of: byte, or: byte, in: bytes, from: start, to: end)
}

/// Appends a range of bytes in one copy.
@inline(__always)
func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout [UInt8]) {
  bytes.extracting(range).withUnsafeBufferPointer { out.append(contentsOf: $0) }
}
