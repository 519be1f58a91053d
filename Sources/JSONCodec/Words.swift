// Search over eight bytes at a time. Every mask marks matches with the top bit of their byte. Only
// the lowest mark is exact: a borrow can set a wrong one, but only above a true one.

enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let recordSeparator: UInt8 = 0x1E
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte <= space && (byte == space || byte == lineFeed || byte == carriageReturn || byte == tab)
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

enum Words {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Eight bytes, the first in the lowest place; the caller has proven that they exist.
  @inline(__always)
  static func load(_ bytes: RawSpan, _ index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  @inline(__always)
  static func first(_ mask: UInt64) -> Int { mask.trailingZeroBitCount &>> 3 }

  /// Marks quote, backslash, control characters and everything beyond ASCII.
  @inline(__always)
  static func stringSpecials(_ x: UInt64) -> UInt64 {
    let quotes = (x ^ (ones &* 0x22)) &- ones
    let backslashes = (x ^ (ones &* 0x5C)) &- ones
    let controls = x &- ones &* 0x20
    return (quotes | backslashes | controls | x) & tops
  }

  /// Marks quote, backslash and control characters.
  @inline(__always)
  static func mustEscape(_ x: UInt64) -> UInt64 {
    let quotes = (x ^ (ones &* 0x22)) &- ones
    let backslashes = (x ^ (ones &* 0x5C)) &- ones
    let controls = x &- ones &* 0x20
    return (quotes | backslashes | controls) & ~x & tops
  }

  /// Marks quote and backslash.
  @inline(__always)
  static func quoteOrBackslash(_ x: UInt64) -> UInt64 {
    let quotes = (x ^ (ones &* 0x22)) &- ones
    let backslashes = (x ^ (ones &* 0x5C)) &- ones
    return (quotes | backslashes) & ~x & tops
  }

  /// Marks quote, brackets and braces, and `Y y _` and DEL, which share their other five bits.
  @inline(__always)
  static func quoteOrBracket(_ x: UInt64) -> UInt64 {
    let quotes = (x ^ (ones &* 0x22)) &- ones
    let brackets = ((x | (ones &* 0x26)) ^ (ones &* 0x7F)) &- ones
    return (quotes | brackets) & ~x & tops
  }

  /// Marks everything but decimal digits; every mark is exact.
  @inline(__always)
  static func notDigits(_ x: UInt64) -> UInt64 {
    let digits = x ^ (ones &* 0x30)
    return (((digits & ~tops) &+ (ones &* 0x76)) | digits) & tops
  }

  /// Marks one byte value below 0x80.
  @inline(__always)
  static func equal(_ x: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = x ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & tops
  }
}
