import ByteKit

/// An empty element with two attributes, in the one form in which exports write it.
///
/// Comparing with that form is faster than scanning; everything else is left to `XMLScanner`.
struct AttributePair {
  /// The value of the first attribute.
  let first: Range<Int>
  /// The value of the second attribute.
  let second: Range<Int>
  /// The offset after the element.
  let end: Int

  /// The element at `start`, which must begin with `opening`, up to the quote before the first
  /// value, and have `middle` between its values; nil when it is anything else.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, at start: Int, _ opening: StaticString, _ middle: StaticString) {
    let quote = UInt8(ascii: "\"")
    let firstStart = start &+ opening.utf8CodeUnitCount
    guard bytes.starts(with: opening, at: start),
      let firstEnd = bytes.firstOffset(of: quote, from: firstStart),
      bytes.starts(with: middle, at: firstEnd)
    else { return nil }
    let secondStart = firstEnd &+ middle.utf8CodeUnitCount
    guard let secondEnd = bytes.firstOffset(of: quote, from: secondStart),
      bytes.starts(with: "\"/>", at: secondEnd)
    else { return nil }
    first = firstStart..<firstEnd
    second = secondStart..<secondEnd
    end = secondEnd &+ 3
  }
}
