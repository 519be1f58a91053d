// Searching eight bytes at a time. A word is loaded little-endian, so the lowest set bit of a match
// mask is the first matching byte.

extension Span<UInt8> {
  /// The eight bytes at `offset` as a little-endian word; `offset + 8 <= count` must hold.
  @inlinable @inline(__always)
  public func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset &+ 8 <= count)
    return UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset,
        as: UInt64.self
      )
    )
  }

  /// The first `length` (at most 8) bytes at `offset` as a word whose other bytes are zero.
  @inlinable @inline(__always)
  public func word(at offset: Int, length: Int) -> UInt64 {
    if offset &+ 8 <= count {
      let whole = word(at: offset)
      return length >= 8 ? whole : whole & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
    }
    var partial: UInt64 = 0
    var i = 0
    while i < length && offset &+ i < count {
      partial |= UInt64(self[offset &+ i]) &<< UInt64(truncatingIfNeeded: i &* 8)
      i &+= 1
    }
    return partial
  }

  /// The offset of the first `byte` at or after `start`, or nil.
  @inlinable @inline(__always)
  public func firstOffset(of byte: UInt8, from start: Int) -> Int? {
    firstOffset(of: byte, from: start, to: count)
  }

  /// The offset of the first `byte` in `start..<end`, or nil.
  @inlinable @inline(__always)
  public func firstOffset(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && end <= count)
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var i = start
    // Two words a round: most values end in the first or second round.
    while i &+ 16 <= end {
      let first = zeroByteMask(word(at: i) ^ pattern)
      let second = zeroByteMask(word(at: i &+ 8) ^ pattern)
      if first | second != 0 {
        return first != 0
          ? i &+ (first.trailingZeroBitCount &>> 3) : i &+ 8 &+ (second.trailingZeroBitCount &>> 3)
      }
      i &+= 16
    }
    if i &+ 8 <= end {
      let match = zeroByteMask(word(at: i) ^ pattern)
      if match != 0 { return i &+ (match.trailingZeroBitCount &>> 3) }
      i &+= 8
    }
    while i < end {
      if self[unchecked: i] == byte { return i }
      i &+= 1
    }
    return nil
  }

  /// The offset of the last `byte` before `end`, or nil.
  public func lastOffset(of byte: UInt8, before end: Int) -> Int? {
    var i = end - 1
    while i >= 0 {
      if self[i] == byte { return i }
      i -= 1
    }
    return nil
  }

  /// Whether the bytes of `range` equal those of a literal.
  @inlinable @inline(__always)
  public func equals(_ text: StaticString, at range: Range<Int>) -> Bool {
    let length = text.utf8CodeUnitCount
    guard range.count == length, range.lowerBound >= 0, range.upperBound <= count else {
      return false
    }
    let literal = UnsafeRawPointer(text.utf8Start)
    var i = 0
    // Words, which a compiler that knows the literal turns into constants.
    while i &+ 8 <= length {
      let wanted = literal.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      if word(at: range.lowerBound &+ i) != UInt64(littleEndian: wanted) { return false }
      i &+= 8
    }
    while i < length {
      if self[unchecked: range.lowerBound &+ i] != text.utf8Start[i] { return false }
      i &+= 1
    }
    return true
  }

  /// Whether the bytes from `offset` on begin with a range of another span.
  @inlinable @inline(__always)
  public func equals(_ other: Span<UInt8>, _ range: Range<Int>, at offset: Int) -> Bool {
    let length = range.count
    guard offset >= 0, offset <= count &- length else { return false }
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
    var i = 0
    // Four words a round, one branch.
    while i &+ 32 <= length {
      let (a, b) = (offset &+ i, range.lowerBound &+ i)
      let difference =
        (word(at: a) ^ other.word(at: b)) | (word(at: a &+ 8) ^ other.word(at: b &+ 8))
        | (word(at: a &+ 16) ^ other.word(at: b &+ 16))
        | (word(at: a &+ 24) ^ other.word(at: b &+ 24))
      if difference != 0 { return false }
      i &+= 32
    }
    while i &+ 8 <= length {
      if word(at: offset &+ i) != other.word(at: range.lowerBound &+ i) { return false }
      i &+= 8
    }
    while i < length {
      if self[unchecked: offset &+ i] != other[unchecked: range.lowerBound &+ i] { return false }
      i &+= 1
    }
    return true
  }

  /// Whether the bytes from `offset` on begin with a literal.
  @inlinable @inline(__always)
  public func starts(with text: StaticString, at offset: Int) -> Bool {
    let end = offset &+ text.utf8CodeUnitCount
    return end <= count && equals(text, at: offset..<end)
  }

  /// The bytes of a range as text; invalid UTF-8 becomes U+FFFD.
  public func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

/// A mask whose lowest set bit marks the first zero byte of a word; 0 when no byte is zero.
///
/// Only the lowest bit is exact: borrows may mark bytes above it.
@inlinable @inline(__always)
public func zeroByteMask(_ word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}
