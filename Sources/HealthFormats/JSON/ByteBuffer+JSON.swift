import ByteKit

extension Span<UInt8> {
  /// Whether the bytes are ASCII that a JSON string holds as it is.
  @inline(__always)
  func isPlainJSONText(_ range: Range<Int>) -> Bool {
    needsNoJSONEscape(range, beyond: 0x8080_8080_8080_8080)
  }

  /// Whether the bytes, which are valid UTF-8, are what a JSON string holds as it is.
  @inline(__always)
  func needsNoJSONEscape(_ range: Range<Int>) -> Bool { needsNoJSONEscape(range, beyond: 0) }

  /// Whether there is no control character, quote or backslash, and no byte with a bit of `beyond`.
  @inline(__always)
  private func needsNoJSONEscape(_ range: Range<Int>, beyond: UInt64) -> Bool {
    var i = range.lowerBound
    while i &+ 8 <= range.upperBound {
      let word = word(at: i)
      let control = (word &- 0x2020_2020_2020_2020) & ~word
      let quote = zeroByteMask(word ^ 0x2222_2222_2222_2222)
      let backslash = zeroByteMask(word ^ 0x5C5C_5C5C_5C5C_5C5C)
      let marked = (control | quote | backslash) & 0x8080_8080_8080_8080 | word & beyond
      if marked != 0 { return false }
      i &+= 8
    }
    while i < range.upperBound {
      let byte = self[unchecked: i]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || UInt64(byte) & beyond != 0 { return false }
      i &+= 1
    }
    return true
  }
}

extension ByteBuffer {
  /// Appends valid UTF-8 as a JSON string with its quotes, escaping only what RFC 8259 section 7
  /// demands.
  mutating func appendJSONString(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    append(UInt8(ascii: "\""))
    var clean = range.lowerBound
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = bytes[unchecked: i]
      if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
        i &+= 1
        continue
      }
      append(bytes, clean..<i)
      appendEscape(of: byte)
      i &+= 1
      clean = i
    }
    append(bytes, clean..<range.upperBound)
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      let digits: StaticString = "0123456789abcdef"
      append("\\u00")
      append(digits.utf8Start[Int(byte >> 4)])
      append(digits.utf8Start[Int(byte & 15)])
    }
  }

  /// Appends a JSON string of the text with its quotes.
  mutating func appendJSON(_ text: String) {
    let bytes = [UInt8](text.utf8)
    appendJSONString(bytes.span, 0..<bytes.count)
  }
}

/// Writes the members of a JSON object, remembering whether a comma is due.
struct ObjectWriter {
  private var isEmpty = true

  /// Opens the object.
  init(_ out: inout ByteBuffer) { out.append("{") }

  /// Writes a key and its colon.
  mutating func key(_ name: StaticString, to out: inout ByteBuffer) {
    out.append(isEmpty ? "\"" : ",\"")
    isEmpty = false
    out.append(name)
    out.append("\":")
  }

  /// Writes a string member, unless there is none.
  mutating func string(_ name: StaticString, _ text: String?, to out: inout ByteBuffer) {
    guard let text, !text.isEmpty else { return }
    key(name, to: &out)
    out.appendJSON(text)
  }

  /// Writes a number member, unless there is none.
  mutating func number(_ name: StaticString, _ value: ExactDecimal?, to out: inout ByteBuffer) {
    guard let value else { return }
    key(name, to: &out)
    out.append(value)
  }

  /// Writes a date member, unless there is none.
  mutating func date(_ name: StaticString, _ value: Timestamp?, to out: inout ByteBuffer) {
    guard let value else { return }
    key(name, to: &out)
    out.append("\"")
    out.append(value)
    out.append("\"")
  }

  /// Closes the object.
  func close(_ out: inout ByteBuffer) { out.append("}") }
}
