import ByteKit
import JSONCodec

/// Writes parsed JSON again in its compact form: no blanks, only the escapes RFC 8259 demands,
/// numbers and the order of keys as written.
enum CompactJSON {
  /// The compact form of an object; nil when the bytes are no JSON object.
  static func object(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
    var tape = JSONTape()
    do { try tape.parse(bytes, range) } catch { return nil }
    var out = ByteBuffer(capacity: range.count + 16)
    append(tape.tokens, at: 0, of: bytes, to: &out)
    return out.bytes
  }

  /// Appends the value at a token.
  static func append(
    _ tokens: [JSONToken],
    at index: Int,
    of bytes: Span<UInt8>,
    to out: inout ByteBuffer
  ) {
    let end = Int(tokens[index].next)
    // Ends of the open containers, innermost last, with their closing bracket.
    var open: [(end: Int, bracket: UInt8)] = []
    var i = index
    var needsComma = false
    while i < end {
      let token = tokens[i]
      if needsComma { out.append(UInt8(ascii: ",")) }
      needsComma = true
      switch token.kind {
      case .objectStart, .arrayStart:
        let isObject = token.kind == .objectStart
        out.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        open.append((Int(token.next), isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")))
        needsComma = false
      case .key:
        appendText(token, of: bytes, to: &out)
        out.append(UInt8(ascii: ":"))
        needsComma = false
      case .string: appendText(token, of: bytes, to: &out)
      case .number, .true, .false, .null, .nonFinite: out.append(bytes, token.range)
      }
      i += 1
      while let last = open.last, last.end == i {
        out.append(last.bracket)
        open.removeLast()
        needsComma = true
      }
    }
  }

  private static func appendText(
    _ token: JSONToken,
    of bytes: Span<UInt8>,
    to out: inout ByteBuffer
  ) {
    if token.hasEscapes {
      var text: [UInt8] = []
      unescapeJSON(bytes, token.range, into: &text)
      out.appendJSONString(text.span, 0..<text.count)
    } else {
      out.append(UInt8(ascii: "\""))
      out.append(bytes, token.range)
      out.append(UInt8(ascii: "\""))
    }
  }
}
