/// The offset of the first byte that is not part of well-formed UTF-8 (RFC 3629), or nil.
///
/// For a malformed or cut sequence this is the offset of its first byte.
package func firstInvalidUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
  precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
  let end = range.upperBound
  var at = range.lowerBound
  while at < end {
    // Text is mostly ASCII: 32 bytes, then 8, as long as no high bit is set.
    while at &+ 32 <= end {
      let high =
        loadWord(bytes, at) | loadWord(bytes, at &+ 8) | loadWord(bytes, at &+ 16)
        | loadWord(bytes, at &+ 24)
      if high & 0x8080_8080_8080_8080 != 0 { break }
      at &+= 32
    }
    while at &+ 8 <= end, loadWord(bytes, at) & 0x8080_8080_8080_8080 == 0 { at &+= 8 }
    // What stopped it, or the last few bytes; then one sequence after another until ASCII.
    while at < end, bytes[unchecked: at] < 0x80 { at &+= 1 }
    while at < end, bytes[unchecked: at] >= 0x80 {
      let length = sequenceLength(bytes, at, end)
      if length == 0 { return at }
      at &+= length
    }
  }
  return nil
}

/// The length of the well-formed sequence of two bytes or more at `at`; 0 if there is none.
@inline(__always)
private func sequenceLength(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> Int {
  let first = bytes[unchecked: at]
  let length: Int
  // The second byte's range shuts out overlong forms, surrogates and beyond U+10FFFF.
  var low: UInt8 = 0x80
  var high: UInt8 = 0xBF
  switch first {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, low) = (3, 0xA0)
  case 0xED: (length, high) = (3, 0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, low) = (4, 0x90)
  case 0xF1...0xF3: length = 4
  case 0xF4: (length, high) = (4, 0x8F)
  default: return 0
  }
  guard at &+ length <= end else { return 0 }
  let second = bytes[unchecked: at &+ 1]
  guard second >= low, second <= high else { return 0 }
  for index in 2..<max(2, length) where bytes[unchecked: at &+ index] & 0xC0 != 0x80 { return 0 }
  return length
}
