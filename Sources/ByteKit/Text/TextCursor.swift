/// A place in a text whose grammar is checked; modules add what their grammars take.
public struct TextCursor: ~Escapable {
  /// The bytes that hold the text.
  public let bytes: Span<UInt8>
  /// The place.
  public var at: Int
  /// Where the text ends.
  public let end: Int

  /// The beginning of a range.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  /// Whether nothing is left.
  public var isAtEnd: Bool { at == end }

  /// The byte at the place; 0, which no grammar of texts allows, behind the end.
  public var next: UInt8 { at < end ? bytes[at] : 0 }

  /// Takes one character, which is ASCII; false when another is next.
  @_lifetime(self: copy self)
  public mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard at < end, UInt32(bytes[at]) == character.value else { return false }
    at += 1
    return true
  }

  /// Takes exactly so many decimal digits, at most 18, and returns their value.
  @_lifetime(self: copy self)
  public mutating func number(digits: Int) -> Int? { number(digits...digits) }

  /// Takes as many digits as there are, within limits of at most 18.
  @_lifetime(self: copy self)
  public mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    let start = at
    while at < end, bytes[at] &- 0x30 <= 9, at - start < digits.upperBound {
      value = value * 10 + Int(bytes[at] &- 0x30)
      at += 1
    }
    return at - start >= digits.lowerBound ? value : nil
  }
}
