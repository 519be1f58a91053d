import ByteKit

extension TextCursor {
  /// The byte so many places on; 0 behind the end.
  func peek(_ offset: Int) -> UInt8 { at + offset < end ? bytes[at + offset] : 0 }

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
