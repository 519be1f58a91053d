import ByteKit

extension TextCursor {
  /// Four decimal numbers up to 255 without leading zeros (RFC 2673 §3.2, RFC 3986 §3.2.2).
  @_lifetime(self: copy self)
  mutating func ipv4() -> Bool {
    for part in 0..<4 {
      if part > 0, !eat(".") { return false }
      let start = at
      while isDigit(next), at - start < 4 { at += 1 }
      let count = at - start
      guard count >= 1, count <= 3, count == 1 || bytes[start] != UInt8(ascii: "0") else {
        return false
      }
      var value = 0
      for i in start..<at { value = value * 10 + Int(bytes[i] &- 0x30) }
      guard value <= 255 else { return false }
    }
    return true
  }

  /// RFC 4291 §2.2, without a zone.
  @_lifetime(self: copy self)
  mutating func ipv6() -> Bool {
    var groups = 0
    var hasGap = false
    if next == UInt8(ascii: ":") {
      guard peek(1) == UInt8(ascii: ":") else { return false }
      at += 2
      hasGap = true
    }
    while groups < 8, isHex(next) {
      let start = at
      while isHex(next), at - start < 5 { at += 1 }
      if next == UInt8(ascii: ".") {
        at = start
        groups += 2
        guard ipv4() else { return false }
        break
      }
      guard at - start <= 4 else { return false }
      groups += 1
      guard next == UInt8(ascii: ":") else { break }
      if peek(1) == UInt8(ascii: ":") {
        guard !hasGap else { return false }
        hasGap = true
        at += 2
      } else {
        guard isHex(peek(1)) else { return false }
        at += 1
      }
    }
    return hasGap ? groups <= 7 : groups == 8
  }

  /// RFC 4122 §3.
  @_lifetime(self: copy self)
  mutating func uuid() -> Bool {
    guard end - at == 36 else { return false }
    for i in 0..<36 {
      let isHyphen = i == 8 || i == 13 || i == 18 || i == 23
      guard isHyphen ? peek(i) == UInt8(ascii: "-") : isHex(peek(i)) else { return false }
    }
    return true
  }

  /// RFC 5321 §4.1.2 `Mailbox`; with `isInternational` as RFC 6531 extends it.
  @_lifetime(self: copy self)
  mutating func email(isInternational: Bool) -> Bool {
    let start = at
    guard next == UInt8(ascii: "\"") ? quotedLocalPart(isInternational) : dotString(isInternational)
    else { return false }
    guard at - start <= 64, eat("@"), !isAtEnd else { return false }
    guard next == UInt8(ascii: "[") else {
      return HostName.isValid(
        bytes,
        at..<end,
        isInternational: isInternational,
        isNormalized: false
      )
    }
    at += 1
    guard end - at >= 2, bytes[end - 1] == UInt8(ascii: "]") else { return false }
    var literal = TextCursor(bytes, at..<(end - 1))
    if literal.eatPrefix("IPv6:") { return literal.ipv6() && literal.isAtEnd }
    return literal.ipv4() && literal.isAtEnd
  }

  @_lifetime(self: copy self)
  mutating func eatPrefix(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - at >= count else { return false }
    for i in 0..<count where bytes[at + i] | 0x20 != word.utf8Start[i] | 0x20 { return false }
    at += count
    return true
  }

  @_lifetime(self: copy self)
  private mutating func quotedLocalPart(_ isInternational: Bool) -> Bool {
    at += 1
    while !isAtEnd {
      let byte = next
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard next >= 0x20, next < 0x7F else { return false }
        at += 1
      case 0x20..<0x7F: break
      default: guard isInternational, byte >= 0x80 else { return false }
      }
    }
    return false
  }

  @_lifetime(self: copy self)
  private mutating func dotString(_ isInternational: Bool) -> Bool {
    repeat {
      let start = at
      while isAtomText(next) || isInternational && next >= 0x80 { at += 1 }
      guard at > start else { return false }
    } while eat(".")
    return true
  }

  private func isAtomText(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || isOne(byte, of: "!#$%&'*+-/=?^_`{|}~")
  }
}
