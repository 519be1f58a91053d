import ByteKit

/// Finds the constructs of XML 1.0 in bytes, one call a construct, without a copy.
///
/// It is tolerant where real exports need it (attribute names with blanks inside, any byte in a
/// value but its quote) and leaves the meaning to its caller: names are not matched against end
/// tags, entities are not decoded, nothing is expanded.
public enum XMLScanner {
  /// Scans what stands at `start`, which must be outside any construct.
  @inline(__always)
  public static func next(
    _ bytes: Span<UInt8>,
    at start: Int,
    into tag: inout XMLTag
  ) -> XMLToken {
    guard start < bytes.count else { return .end }
    guard bytes[start] == UInt8(ascii: "<") else {
      return .text(end: bytes.firstOffset(of: UInt8(ascii: "<"), from: start) ?? bytes.count)
    }
    guard start + 1 < bytes.count else { return .incomplete }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return endTag(bytes, at: start)
    case UInt8(ascii: "!"): return declaration(bytes, at: start)
    case UInt8(ascii: "?"):
      guard let end = find("?>", in: bytes, from: start + 2) else { return .incomplete }
      return .skipped(end: end)
    default: return startTag(bytes, at: start, into: &tag)
    }
  }

  /// Scans the start tag whose `<` is at `start`.
  public static func startTag(
    _ bytes: Span<UInt8>,
    at start: Int,
    into tag: inout XMLTag
  ) -> XMLToken {
    let count = bytes.count
    var i = start &+ 1
    guard i < count else { return .incomplete }
    guard isNameStart(bytes[i]) else { return .malformed(offset: i) }
    while i < count, isNameByte(bytes[unchecked: i]) { i &+= 1 }
    tag.name = start &+ 1..<i
    tag.isSelfClosing = false
    var found = 0
    while true {
      while i < count, isBlank(bytes[unchecked: i]) { i &+= 1 }
      guard i < count else { return .incomplete }
      switch bytes[unchecked: i] {
      case UInt8(ascii: ">"):
        tag.attributeCount = found
        return .startTag(end: i &+ 1)
      case UInt8(ascii: "/"):
        guard i &+ 1 < count else { return .incomplete }
        guard bytes[unchecked: i &+ 1] == UInt8(ascii: ">") else { return .malformed(offset: i) }
        tag.attributeCount = found
        tag.isSelfClosing = true
        return .startTag(end: i &+ 2)
      default: break
      }
      let nameStart = i
      guard let equals = attributeNameEnd(bytes, from: i) else { return .incomplete }
      guard equals >= 0 else { return .malformed(offset: ~equals) }
      var nameEnd = equals
      while nameEnd > nameStart, isBlank(bytes[unchecked: nameEnd &- 1]) { nameEnd &-= 1 }
      i = equals &+ 1
      while i < count, isBlank(bytes[unchecked: i]) { i &+= 1 }
      guard i < count else { return .incomplete }
      let quote = bytes[unchecked: i]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return .malformed(offset: i)
      }
      guard let end = bytes.firstOffset(of: quote, from: i &+ 1) else { return .incomplete }
      guard found < XMLTag.attributeLimit else { return .malformed(offset: nameStart) }
      tag.attributes[found] = XMLAttribute(
        nameStart: Int32(truncatingIfNeeded: nameStart),
        nameEnd: Int32(truncatingIfNeeded: nameEnd),
        valueStart: Int32(truncatingIfNeeded: i &+ 1),
        valueEnd: Int32(truncatingIfNeeded: end)
      )
      found &+= 1
      i = end &+ 1
    }
  }

  /// The offset of the `=` after an attribute's name; nil when the input ends first; the complement
  /// of the offset of a byte that can't stand there.
  @inline(__always)
  private static func attributeNameEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let count = bytes.count
    var i = start
    while i < count {
      // Letters are above 0x40; the first byte below that is nearly always the `=`.
      if i &+ 8 <= count {
        let word = bytes.word(at: i)
        let low = (word &- 0x4141_4141_4141_4141) & ~word & 0x8080_8080_8080_8080
        if low == 0 {
          i &+= 8
          continue
        }
        i &+= low.trailingZeroBitCount &>> 3
      }
      switch bytes[unchecked: i] {
      case UInt8(ascii: "="): return i == start ? ~i : i
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "/"), UInt8(ascii: "&"):
        return ~i
      default: i &+= 1
      }
    }
    return nil
  }

  private static func endTag(_ bytes: Span<UInt8>, at start: Int) -> XMLToken {
    var i = start &+ 2
    guard i < bytes.count else { return .incomplete }
    guard isNameStart(bytes[i]) else { return .malformed(offset: i) }
    while i < bytes.count, isNameByte(bytes[i]) { i &+= 1 }
    let name = start &+ 2..<i
    while i < bytes.count, isBlank(bytes[i]) { i &+= 1 }
    guard i < bytes.count else { return .incomplete }
    guard bytes[i] == UInt8(ascii: ">") else { return .malformed(offset: i) }
    return .endTag(name: name, end: i &+ 1)
  }

  private static func declaration(_ bytes: Span<UInt8>, at start: Int) -> XMLToken {
    if bytes.starts(with: "<!--", at: start) {
      guard let end = find("-->", in: bytes, from: start + 4) else { return .incomplete }
      return .skipped(end: end)
    }
    if bytes.starts(with: "<![CDATA[", at: start) {
      guard let end = find("]]>", in: bytes, from: start + 9) else { return .incomplete }
      return .cdata(content: start + 9..<end - 3, end: end)
    }
    if bytes.starts(with: "<!DOCTYPE", at: start) { return .doctype }
    let rest = bytes.text(start..<min(start + 9, bytes.count))
    let isCut = ["<!--", "<![CDATA[", "<!DOCTYPE"].contains { $0.hasPrefix(rest) }
    return isCut ? .incomplete : .malformed(offset: start)
  }

  /// The offset after the first occurrence of a literal, or nil.
  public static func find(_ text: StaticString, in bytes: Span<UInt8>, from start: Int) -> Int? {
    guard start <= bytes.count else { return nil }
    var i = start
    while let at = bytes.firstOffset(of: text.utf8Start[0], from: i) {
      if bytes.starts(with: text, at: at) { return at + text.utf8CodeUnitCount }
      i = at + 1
    }
    return nil
  }

  /// The offset of the first byte in `start..<end` that is not blank; `end` when all are.
  @inlinable @inline(__always)
  public static func afterBlanks(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var i = start
    while i < end, isBlank(bytes[unchecked: i]) { i &+= 1 }
    return i
  }

  @inlinable @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  @inline(__always)
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_") || byte >= 0x80
      || byte == UInt8(ascii: ":")
  }

  @inline(__always)
  static func isNameByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }
}
