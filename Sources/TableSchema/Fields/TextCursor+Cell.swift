import ByteKit

extension TextCursor {
  /// Takes a fraction of a second after its point, to the nanosecond; more digits are passed over.
  @_lifetime(self: copy self)
  mutating func fraction() -> Int32? {
    var value: Int32 = 0
    let start = at
    while at < end, bytes[at] &- 0x30 <= 9 {
      if at - start < 9 { value = value * 10 + Int32(bytes[at] &- 0x30) }
      at += 1
    }
    guard at > start else { return nil }
    for _ in 0..<max(0, 9 - (at - start)) { value *= 10 }
    return value
  }

  /// Takes `Z`, `+hh:mm` or `-hh:mm`: minutes east of UTC; nil, with nothing taken, for none.
  @_lifetime(self: copy self)
  mutating func offset() -> Int? {
    if eat("Z") { return 0 }
    let start = at
    let isEast = next == UInt8(ascii: "+")
    guard eat("+") || eat("-") else { return nil }
    if let hours = number(digits: 2), hours <= 14, eat(":"), let minutes = number(digits: 2),
      minutes < 60
    {
      return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
    at = start
    return nil
  }
}
