import ByteKit

extension TextCursor {
  /// RFC 3986 appendix A `URI` or `URI-reference`; with `isInternational` as RFC 3987 extends it.
  @_lifetime(self: copy self)
  mutating func uri(needsScheme: Bool, isInternational: Bool) -> Bool {
    let hasScheme = scheme()
    if needsScheme, !hasScheme { return false }
    if next == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
      at += 2
      guard authority(isInternational) else { return false }
      // The path of a URI with an authority is empty or starts with a slash.
      guard isAtEnd || isOne(next, of: "/?#") else { return false }
    } else if !hasScheme {
      // The first segment of a relative path may hold no colon.
      let start = at
      skip(isInternational, "@")
      if next == UInt8(ascii: ":") { return false }
      at = start
    }
    skip(isInternational, ":@/")
    if eat("?") { skip(isInternational, ":@/?", allowsPrivateUse: true) }
    if eat("#") { skip(isInternational, ":@/?") }
    return isAtEnd
  }

  @_lifetime(self: copy self)
  private mutating func scheme() -> Bool {
    guard isLetter(next) else { return false }
    let start = at
    while isLetter(next) || isDigit(next) || isOne(next, of: "+-.") { at += 1 }
    if eat(":") { return true }
    at = start
    return false
  }

  @_lifetime(self: copy self)
  private mutating func authority(_ isInternational: Bool) -> Bool {
    let start = at
    skip(isInternational, ":")
    if !eat("@") { at = start }
    if eat("[") {
      if eat("v") || eat("V") {
        guard isHex(next) else { return false }
        while isHex(next) { at += 1 }
        guard eat(".") else { return false }
        let first = at
        while isUnreserved(next) || isOne(next, of: "!$&'()*+,;=:") { at += 1 }
        guard at > first else { return false }
      } else {
        guard ipv6() else { return false }
      }
      guard eat("]") else { return false }
    } else {
      skip(isInternational, "")
    }
    if eat(":") { _ = digits() }
    return true
  }

  /// Takes unreserved characters, sub-delimiters, percent triplets and some others.
  @_lifetime(self: copy self)
  private mutating func skip(
    _ isInternational: Bool,
    _ others: StaticString,
    allowsPrivateUse: Bool = false
  ) {
    while !isAtEnd {
      let byte = next
      if isUnreserved(byte) || isOne(byte, of: "!$&'()*+,;=") || isOne(byte, of: others) {
        at += 1
      } else if byte == UInt8(ascii: "%") {
        guard percentTriplet() else { return }
      } else if isInternational, byte >= 0x80 {
        let (scalar, after) = decodeScalar(bytes, at, end)
        guard isInternationalCharacter(scalar, allowsPrivateUse) else { return }
        at = after
      } else {
        return
      }
    }
  }

  /// RFC 6570 §2.
  @_lifetime(self: copy self)
  mutating func uriTemplate() -> Bool {
    while !isAtEnd {
      let byte = next
      if byte == UInt8(ascii: "{") {
        at += 1
        guard templateExpression() else { return false }
      } else if byte == UInt8(ascii: "%") {
        guard percentTriplet() else { return false }
      } else if byte >= 0x80 {
        let (scalar, after) = decodeScalar(bytes, at, end)
        guard isInternationalCharacter(scalar, true) else { return false }
        at = after
      } else {
        guard byte > 0x20, byte < 0x7F, !isOne(byte, of: "\"<>\\^`{|}") else { return false }
        at += 1
      }
    }
    return true
  }

  @_lifetime(self: copy self)
  private mutating func templateExpression() -> Bool {
    if isOne(next, of: "+#./;?&=,!@|") { at += 1 }
    repeat {
      guard variableName() else { return false }
      if eat(":") {
        guard isDigit(next), next != UInt8(ascii: "0") else { return false }
        let start = at
        _ = digits()
        guard at - start <= 4 else { return false }
      } else {
        _ = eat("*")
      }
    } while eat(",")
    return eat("}")
  }

  @_lifetime(self: copy self)
  private mutating func variableName() -> Bool {
    repeat {
      let start = at
      while true {
        if isLetter(next) || isDigit(next) || next == UInt8(ascii: "_") {
          at += 1
        } else if !percentTriplet() {
          break
        }
      }
      guard at > start else { return false }
    } while eat(".")
    return true
  }

  private func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || isOne(byte, of: "-._~")
  }
}

/// `ucschar` of RFC 3987 §2.2, and `iprivate` when it is allowed.
private func isInternationalCharacter(_ scalar: UInt32, _ allowsPrivateUse: Bool) -> Bool {
  switch scalar {
  case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
  case 0xE000...0xF8FF: allowsPrivateUse
  case 0xF0000...: allowsPrivateUse && scalar & 0xFFFF <= 0xFFFD
  case 0x10000...0xEFFFF: scalar & 0xFFFF <= 0xFFFD && !(0xE0000...0xE0FFF ~= scalar)
  default: false
  }
}
