/// A place in a text file.
public struct Position: Sendable, Equatable, Hashable {
  /// From 0.
  public var byteOffset: Int
  /// From 1; LF, CR LF and a lone CR each end a line.
  public var line: Int
  /// From 1, in bytes.
  public var column: Int

  /// The start of a file.
  public static let start = Position(byteOffset: 0, line: 1, column: 1)

  /// Composes a position.
  public init(byteOffset: Int, line: Int, column: Int) {
    self.byteOffset = byteOffset
    self.line = line
    self.column = column
  }
}

/// The position of the byte at `offset`, when the first byte is at `base`.
///
/// For errors, not for hot loops: it counts from the start. A CR LF must not be cut by the start.
package func lineAndColumn(
  of offset: Int,
  in bytes: Span<UInt8>,
  startingAt base: Position = .start
) -> Position {
  precondition(offset >= 0 && offset <= bytes.count)
  let lines = countNewlines(bytes, 0..<offset)
  // A CR right before this LF has not ended the line yet: both belong to it.
  let inside =
    offset > 0 && offset < bytes.count && bytes[offset - 1] == 0x0D && bytes[offset] == 0x0A
  var lineStart = inside ? offset - 1 : offset
  while lineStart > 0, bytes[lineStart - 1] != 0x0A, bytes[lineStart - 1] != 0x0D {
    lineStart -= 1
  }
  let ended = inside ? lines - 1 : lines
  return Position(
    byteOffset: base.byteOffset + offset,
    line: base.line + ended,
    column: ended == 0 ? base.column + offset : offset - lineStart + 1
  )
}

/// How many lines end within the range: LF, CR LF and a lone CR count once each.
package func countNewlines(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
  precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
  let end = range.upperBound
  var at = range.lowerBound
  var count = 0
  var afterCR: UInt64 = 0  // the lowest lane's mark, when the byte before was a CR
  while at &+ 8 <= end {
    let word = loadWord(bytes, at)
    let feeds = matches(word, 0x0A)
    let returns = matches(word, 0x0D)
    // An LF behind a CR was counted with it.
    let ends = returns | (feeds & ~(returns << 8 | afterCR))
    // One bit a lane; the product adds all lanes up in the highest one.
    count &+= Int(truncatingIfNeeded: ((ends >> 7) &* 0x0101_0101_0101_0101) >> 56)
    afterCR = returns >> 56
    at &+= 8
  }
  while at < end {
    let byte = bytes[unchecked: at]
    if byte == 0x0D || (byte == 0x0A && afterCR == 0) { count &+= 1 }
    afterCR = byte == 0x0D ? 0x80 : 0
    at &+= 1
  }
  return count
}
