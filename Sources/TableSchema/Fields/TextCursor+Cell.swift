/// A place in a cell whose grammar is checked.
struct CellCursor: ~Escapable {
  let bytes: Span<UInt8>
  var at: Int
  let end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { at == end }

  /// The byte at the place; 0, which no grammar here allows, behind the end.
  var next: UInt8 { at < end ? bytes[at] : 0 }

  @_lifetime(self: copy self)
  mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard at < end, UInt32(bytes[at]) == character.value else { return false }
    at += 1
    return true
  }

  /// Takes exactly so many digits.
  @_lifetime(self: copy self)
  mutating func number(digits: Int) -> Int? { number(digits...digits) }

  /// Takes as many digits as there are, within limits of at most 18.
  @_lifetime(self: copy self)
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    let start = at
    while at < end, bytes[at] &- 0x30 <= 9, at - start < digits.upperBound {
      value = value * 10 + Int(bytes[at] &- 0x30)
      at += 1
    }
    return at - start >= digits.lowerBound ? value : nil
  }

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
