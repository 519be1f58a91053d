#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The framing of line-delimited JSON: one value a line, blank lines between them allowed.
package enum JSONLines {
  /// One line without its line feed.
  package struct Line: Sendable, Equatable {
    /// The bytes to parse; empty for a blank line.
    package var content: Range<Int>

    /// Where the next line starts.
    package var next: Int

    /// Whether the line holds nothing but spaces, tabs and carriage returns.
    package var isBlank: Bool

    /// Where the tolerated separator of RFC 7464 stood in front of the value.
    package var recordSeparator: Int?
  }

  /// The line that starts at an offset; nil at the end of the bytes.
  package static func line(in bytes: Span<UInt8>, from start: Int) -> Line? {
    guard start < bytes.count else { return nil }
    let end = nextLineEnd(bytes, from: start) ?? bytes.count
    var line = Line(content: start..<end, next: min(end + 1, bytes.count), isBlank: false)
    if bytes[start] == ASCII.openBrace { return line }  // nearly every line
    if bytes[start] == ASCII.recordSeparator {
      line.recordSeparator = start
      line.content = (start + 1)..<end
    }
    line.isBlank = isBlank(bytes, line.content)
    return line
  }

  /// The line that starts at an offset of a piece of a text; nil at the end of the piece, and for a
  /// line that may go on in the next one, because it has no line feed.
  package static func line(in piece: Span<UInt8>, from start: Int, isFinal: Bool) -> Line? {
    guard let line = line(in: piece, from: start) else { return nil }
    let isCut = line.next == piece.count && !isFinal && piece[line.next - 1] != ASCII.lineFeed
    return isCut ? nil : line
  }

  /// The offset of the next line feed, or nil when there is none.
  package static func nextLineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    precondition(start >= 0)
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      // The library's search looks at 32 bytes at a time.
      guard let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(ASCII.lineFeed), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Whether a line holds nothing but spaces, tabs and carriage returns.
  package static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    skipBlanks(bytes, range.lowerBound, range.upperBound) == range.upperBound
  }

  /// The length of the byte order mark at the start of a file: 3 or 0 (RFC 8259 §8.1).
  package static func byteOrderMark(_ bytes: Span<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }
}
