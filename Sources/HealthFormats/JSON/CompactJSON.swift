import ByteKit
import JSONCodec

/// Writes parsed JSON again in its compact form: no blanks, only the escapes RFC 8259 demands,
/// numbers and the order of keys as written.
enum CompactJSON {
  /// How deep a member of a record may be nested, so that the whole record can be read again.
  static let memberDepthLimit = JSONTape.defaultDepthLimit - 1

  /// Whether valid JSON is nested too deeply to be a member of a record.
  static func isTooDeep(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    // Each level takes two brackets.
    if range.count <= 2 * memberDepthLimit { return false }
    var depth = 0
    var isInString = false
    var i = range.lowerBound
    while i < range.upperBound {
      switch bytes[i] {
      case UInt8(ascii: "\\"): i += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString:
        depth += 1
        if depth > memberDepthLimit { return true }
      case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
      default: break
      }
      i += 1
    }
    return false
  }

  /// The compact form of an object; nil when the bytes are no JSON object.
  static func object(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
    var tape = JSONTape()
    do { try tape.parse(bytes, range, depthLimit: memberDepthLimit) } catch { return nil }
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
