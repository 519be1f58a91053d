/// A place in a text whose grammar is checked.
struct FormatCursor: ~Escapable {
  let bytes: Span<UInt8>
  var at: Int
  let end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { at == end }

  /// The byte at the place; 0, which no grammar here allows, behind the end.
  var next: UInt8 { at < end ? bytes[at] : 0 }

  func peek(_ offset: Int) -> UInt8 { at + offset < end ? bytes[at + offset] : 0 }

  @_lifetime(self: copy self)
  mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard at < end, UInt32(bytes[at]) == character.value else { return false }
    at += 1
    return true
  }

  /// Takes exactly so many decimal digits and returns their value.
  @_lifetime(self: copy self)
  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      let digit = Int(next) - 0x30
      guard digit >= 0, digit <= 9 else { return nil }
      value = value * 10 + digit
      at += 1
    }
    return value
  }

  /// Takes one digit or more; false when there is none.
  @_lifetime(self: copy self)
  mutating func digits() -> Bool {
    let start = at
    while isDigit(next) { at += 1 }
    return at > start
  }

  /// Takes a percent sign and two hexadecimal digits.
  @_lifetime(self: copy self)
  mutating func percentTriplet() -> Bool {
    guard next == UInt8(ascii: "%"), isHex(peek(1)), isHex(peek(2)) else { return false }
    at += 3
    return true
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

/// Whether a byte is one of a literal's characters, which are ASCII.
func isOne(_ byte: UInt8, of characters: StaticString) -> Bool {
  characters.withUTF8Buffer { $0.contains(byte) } && byte != 0
}
