import ByteKit

/// The character at a place and the place after it; a byte that starts none counts as U+FFFD.
///
/// What comes from a JSON text is well-formed; a table's cell need not be.
@inline(__always)
func decodeScalar(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> (scalar: UInt32, next: Int) {
  let lead = bytes[at]
  if lead < 0x80 { return (UInt32(lead), at &+ 1) }
  return decodeLongScalar(bytes, at, end)
}

private func decodeLongScalar(
  _ bytes: Span<UInt8>,
  _ at: Int,
  _ end: Int
) -> (scalar: UInt32, next: Int) {
  let lead = bytes[at]
  let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
  guard lead >= 0xC2, lead < 0xF5, at + length <= end else { return (0xFFFD, at + 1) }
  var scalar = UInt32(lead) & (0x7F >> UInt32(length))
  for i in (at + 1)..<(at + length) {
    guard bytes[i] & 0xC0 == 0x80 else { return (0xFFFD, at + 1) }
    scalar = scalar << 6 | UInt32(bytes[i] & 0x3F)
  }
  return (scalar, at + length)
}

/// The character in front of a place and where it starts.
func decodeScalar(
  _ bytes: Span<UInt8>,
  before at: Int,
  _ start: Int
) -> (scalar: UInt32, start: Int) {
  var first = at - 1
  while first > start, at - first < 4, bytes[first] & 0xC0 == 0x80 { first -= 1 }
  let found = decodeScalar(bytes, first, at)
  return found.next == at ? (found.scalar, first) : (0xFFFD, at - 1)
}

/// The number of characters in UTF-8, found by leaving out all bytes that continue one.
package func countScalars(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
  var i = range.lowerBound
  let end = range.upperBound
  var continuations = 0
  while i &+ 8 <= end {
    let word = bytes.word(at: i)
    // A byte continues a character when its two top bits are 10.
    continuations &+= (word & (~word &<< 1) & 0x8080_8080_8080_8080).nonzeroBitCount
    i &+= 8
  }
  while i < end {
    if bytes[i] & 0xC0 == 0x80 { continuations &+= 1 }
    i &+= 1
  }
  return range.count - continuations
}
