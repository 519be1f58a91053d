import ByteKit

/// What had to be mended while text was decoded.
public struct XMLTextFlaws: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8
  /// A set of these bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A control character, U+FFFE or U+FFFF, which XML 1.0 forbids (2.2), became a blank.
  @inlinable public static var controlCharacter: XMLTextFlaws { XMLTextFlaws(rawValue: 1) }
  /// Bytes that are no UTF-8 became U+FFFD.
  @inlinable public static var invalidUTF8: XMLTextFlaws { XMLTextFlaws(rawValue: 2) }
  /// A reference to an entity that is not one of the five, or to no character, stays as written.
  @inlinable public static var unknownEntity: XMLTextFlaws { XMLTextFlaws(rawValue: 4) }
}

/// Decodes character data and attribute values (XML 1.0, 2.11, 3.3.3 and 4.1).
public enum XMLText {
  /// Whether the bytes are plain ASCII text that decodes to itself.
  public static func isPlain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var i = range.lowerBound
    while i &+ 8 <= range.upperBound {
      let word = bytes.word(at: i)
      let control = (word &- 0x2020_2020_2020_2020) & ~word
      let ampersand = zeroByteMask(word ^ 0x2626_2626_2626_2626)
      if (control | ampersand | word) & 0x8080_8080_8080_8080 != 0 { return false }
      i &+= 8
    }
    while i < range.upperBound {
      let byte = bytes[i]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "&") { return false }
      i &+= 1
    }
    return true
  }

  /// Appends the decoded text of an attribute value; blanks and line breaks in it become blanks.
  ///
  /// In a CDATA section (2.7) an `&` is only itself: there `expandsReferences` is false.
  public static func decode(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    into out: inout ByteBuffer,
    expandsReferences: Bool = true
  ) -> XMLTextFlaws {
    if isPlain(bytes, range) {
      out.append(bytes, range)
      return []
    }
    var flaws: XMLTextFlaws = []
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = bytes[i]
      switch byte {
      case UInt8(ascii: "&") where expandsReferences:
        if let (scalar, end) = reference(bytes, at: i, to: range.upperBound) {
          if isForbidden(scalar) {
            flaws.insert(.controlCharacter)
            out.append(0x20)
          } else {
            appendUTF8(scalar, to: &out)
          }
          i = end
        } else {
          flaws.insert(.unknownEntity)
          out.append(byte)
          i += 1
        }
      case 0x0D:
        out.append(0x20)
        i += i + 1 < range.upperBound && bytes[i + 1] == 0x0A ? 2 : 1
      case 0x09, 0x0A:
        out.append(0x20)
        i += 1
      case 0..<0x20:
        flaws.insert(.controlCharacter)
        out.append(0x20)
        i += 1
      case 0x80...:
        if let length = utf8Length(bytes, at: i, to: range.upperBound) {
          if isNoncharacter(bytes, i..<i + length) {
            flaws.insert(.controlCharacter)
            out.append(0x20)
          } else {
            out.append(bytes, i..<i + length)
          }
          i += length
        } else {
          flaws.insert(.invalidUTF8)
          out.append("\u{FFFD}")
          i += 1
        }
      default:
        out.append(byte)
        i += 1
      }
    }
    return flaws
  }

  /// The decoded text of an attribute value as a string.
  public static func string(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    flaws: inout XMLTextFlaws,
    expandsReferences: Bool = true
  ) -> String {
    var out = ByteBuffer(capacity: range.count + 16)
    flaws.formUnion(decode(bytes, range, into: &out, expandsReferences: expandsReferences))
    return out.span.text(0..<out.count)
  }

  /// Bytes of an attribute value that `decode` makes this text of.
  public static func encoded(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): out += Array("&amp;".utf8)
      case 0x09, 0x0A, 0x0D: out += Array("&#\(byte);".utf8)
      default: out.append(byte)
      }
    }
    return out
  }

  /// The character a reference at `start` stands for, and the offset after its `;`.
  private static func reference(
    _ bytes: Span<UInt8>,
    at start: Int,
    to end: Int
  ) -> (Unicode.Scalar, Int)? {
    // The longest reference to a character is `&#1114111;`, with some leading zeros allowed.
    let limit = min(end, start + 16)
    guard let semicolon = bytes.firstOffset(of: UInt8(ascii: ";"), from: start + 1, to: limit)
    else { return nil }
    let name = start + 1..<semicolon
    if name.count > 1, bytes[start + 1] == UInt8(ascii: "#") {
      let isHex = bytes[start + 2] | 0x20 == UInt8(ascii: "x")
      let digits = bytes.text(start + (isHex ? 3 : 2)..<semicolon)
      // `UInt32` would take a sign, too.
      guard digits.first != "+", digits.first != "-",
        let code = UInt32(digits, radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(code)
      else { return nil }
      return (scalar, semicolon + 1)
    }
    for (entity, scalar) in entities where bytes.equals(entity, at: name) {
      return (scalar, semicolon + 1)
    }
    return nil
  }

  private static let entities: [(StaticString, Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
  ]

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r"
      || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }

  /// Whether the sequence is U+FFFE or U+FFFF, which XML 1.0 forbids like the controls (2.2).
  private static func isNoncharacter(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    bytes.equals("\u{FFFE}", at: range) || bytes.equals("\u{FFFF}", at: range)
  }

  private static func appendUTF8(_ scalar: Unicode.Scalar, to out: inout ByteBuffer) {
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { out.append(unit) }
  }

  /// The length of the well-formed UTF-8 sequence at `i` (RFC 3629), or nil.
  private static func utf8Length(_ bytes: Span<UInt8>, at i: Int, to end: Int) -> Int? {
    let lead = bytes[i]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, i + length <= end else { return nil }
    let second = bytes[i + 1]
    let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard second >= low, second <= high else { return nil }
    var k = 2
    while k < length {
      guard bytes[i + k] & 0xC0 == 0x80 else { return nil }
      k += 1
    }
    return length
  }
}
