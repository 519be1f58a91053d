import ByteKit

extension TextCursor {
  /// RFC 3339 §5.6 `full-date`.
  @_lifetime(self: copy self)
  mutating func date() -> Bool {
    guard let year = number(digits: 4), eat("-"), let month = number(digits: 2), eat("-"),
      let day = number(digits: 2)
    else { return false }
    return CivilDate(year: year, month: month, day: day).isValid
  }

  /// RFC 3339 §5.6 `date-time`.
  @_lifetime(self: copy self)
  mutating func dateTime() -> Bool {
    guard date(), eat("T") || eat("t") else { return false }
    return time()
  }

  /// RFC 3339 §5.6 `full-time`; a leap second only where one can be, at the end of a day of UTC.
  @_lifetime(self: copy self)
  mutating func time() -> Bool {
    guard let hour = number(digits: 2), hour < 24, eat(":"),
      let minute = number(digits: 2), minute < 60, eat(":"),
      let second = number(digits: 2), second <= 60
    else { return false }
    if eat("."), !digits() { return false }
    var offset = 0
    if !eat("Z"), !eat("z") {
      let isEast = next == UInt8(ascii: "+")
      guard eat("+") || eat("-"), let hours = number(digits: 2), hours < 24, eat(":"),
        let minutes = number(digits: 2), minutes < 60
      else { return false }
      offset = (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
    guard isAtEnd else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1_440) % 1_440 == 1_439
  }

  /// RFC 3339 appendix A `duration`.
  @_lifetime(self: copy self)
  mutating func duration() -> Bool {
    guard eat("P") else { return false }
    let hasDate = next != UInt8(ascii: "T")
    if hasDate, !elements("YMD", alone: "W") { return false }
    if isAtEnd { return hasDate }
    // After weeks nothing may follow, and `elements` has seen to it.
    guard bytes[at - 1] != UInt8(ascii: "W"), eat("T") else { return false }
    return elements("HMS", alone: nil) && isAtEnd
  }

  /// Numbers with units that follow each other without a gap; or one number with the unit alone.
  @_lifetime(self: copy self)
  private mutating func elements(_ units: StaticString, alone: Unicode.Scalar?) -> Bool {
    var previous: Int?
    while isDigit(next) {
      guard digits() else { return false }
      if let alone, previous == nil, eat(alone) { return true }
      var unit = (previous ?? -1) + 1
      if previous == nil {
        while unit < 3, next != units.utf8Start[unit] { unit += 1 }
      }
      guard unit < 3, next == units.utf8Start[unit] else { return false }
      at += 1
      previous = unit
    }
    return previous != nil
  }
}
