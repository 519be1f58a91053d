import ByteKit

/// Parses dates in Apple's form and remembers the last one with its text.
struct RecentDate {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var stamp: Timestamp?

  /// `yyyy-MM-dd HH:mm:ss ±HHMM`.
  static let length = 25

  /// The same as `Timestamp.parseApple`.
  @inline(__always)
  mutating func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    guard range.count == Self.length, range.upperBound <= bytes.count else { return nil }
    let start = range.lowerBound
    // Four words that overlap in one byte cover the text.
    let words = (
      bytes.word(at: start), bytes.word(at: start &+ 8), bytes.word(at: start &+ 16),
      bytes.word(at: start &+ 17)
    )
    if let stamp, words == self.words { return stamp }
    guard let parsed = Timestamp.parseApple(bytes, range) else { return nil }
    self.words = words
    stamp = parsed
    return parsed
  }
}
