import ByteKit

extension TextCursor {
  /// RFC 6901 §3.
  @_lifetime(self: copy self)
  mutating func jsonPointer() -> Bool {
    guard isAtEnd || next == UInt8(ascii: "/") else { return false }
    while !isAtEnd {
      if next == UInt8(ascii: "~"), peek(1) != UInt8(ascii: "0"), peek(1) != UInt8(ascii: "1") {
        return false
      }
      at += 1
    }
    return true
  }

  /// draft-bhutton-relative-json-pointer-00 §3.
  @_lifetime(self: copy self)
  mutating func relativeJSONPointer() -> Bool {
    guard naturalNumber() else { return false }
    if eat("+") || eat("-") {
      guard next != UInt8(ascii: "0"), naturalNumber() else { return false }
    }
    if eat("#") { return isAtEnd }
    return jsonPointer()
  }

  @_lifetime(self: copy self)
  private mutating func naturalNumber() -> Bool {
    if eat("0") { return !isDigit(next) }
    return digits()
  }
}
