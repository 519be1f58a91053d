/// One value or member name of a parsed text: 16 trivial bytes that point into it.
public struct JSONToken: Sendable, Equatable {
  /// What a token is.
  public enum Kind: UInt8, Sendable {
    /// An object; its members follow, each a key and then a value.
    case objectStart
    /// An array; its elements follow.
    case arrayStart
    /// A member name; its value follows.
    case key
    /// A string.
    case string
    /// A number, kept as text.
    case number
    /// The literal `true`.
    case `true`
    /// The literal `false`.
    case `false`
    /// The literal `null`.
    case null
    /// `NaN`, `Infinity` or `-Infinity`, only when the parser was asked to tolerate them.
    case nonFinite
  }

  /// The first byte; of a string or key the byte after the opening quote.
  public var start: Int32

  /// The byte after the last; of a string or key the closing quote.
  public var end: Int32

  /// The index of the token after this whole value; of a key the index of its value.
  public var next: Int32

  /// What the token is.
  public var kind: Kind

  /// Whether a string or key holds escapes, so that its bytes are not yet its text.
  public var hasEscapes: Bool

  /// Makes a token.
  public init(start: Int32, end: Int32, next: Int32, kind: Kind, hasEscapes: Bool) {
    self.start = start
    self.end = end
    self.next = next
    self.kind = kind
    self.hasEscapes = hasEscapes
  }

  /// The bytes of the token, without quotes.
  @inlinable @inline(__always)
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// Where the token starts, its opening quote included: the place an error about it names.
  @inlinable @inline(__always)
  public var offset: Int { Int(start) - (kind == .string || kind == .key ? 1 : 0) }

  /// Whether a string or key, once unescaped, is exactly this text.
  public func equals(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    text.withUTF8Buffer { equals($0.span, in: bytes) }
  }

  /// Whether a string or key, once unescaped, is exactly these bytes.
  public func equals(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    if hasEscapes {
      var plain: [UInt8] = []
      unescapeJSON(bytes, range, into: &plain)
      return sameBytes(plain.span, 0..<plain.count, text, 0..<text.count)
    }
    return sameBytes(bytes, range, text, 0..<text.count)
  }
}

func sameBytes(
  _ left: Span<UInt8>,
  _ leftRange: Range<Int>,
  _ right: Span<UInt8>,
  _ rightRange: Range<Int>
) -> Bool {
  guard leftRange.count == rightRange.count else { return false }
  var j = rightRange.lowerBound
  for i in leftRange {
    if left[i] != right[j] { return false }
    j += 1
  }
  return true
}
