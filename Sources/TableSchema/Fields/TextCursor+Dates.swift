import ByteKit

extension TextCursor {
  /// `YYYY-MM-DD`, in days since 1970.
  @_lifetime(self: copy self)
  mutating func date() -> Int64? {
    guard let year = number(digits: 4), eat("-"), let month = number(digits: 2), eat("-"),
      let day = number(digits: 2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return date.isValid ? date.daysSince1970 : nil
  }

  /// `hh:mm:ss` with a fraction if there is one, since midnight.
  @_lifetime(self: copy self)
  mutating func time() -> (seconds: Int64, nanoseconds: Int32)? {
    guard let hour = number(digits: 2), eat(":"), let minute = number(digits: 2), minute < 60,
      eat(":"), let second = number(digits: 2), second < 60
    else { return nil }
    var nanoseconds: Int32 = 0
    if eat(".") {
      guard let fraction = fraction() else { return nil }
      nanoseconds = fraction
    }
    let isMidnight = hour == 24 && minute == 0 && second == 0 && nanoseconds == 0
    guard hour < 24 || isMidnight else { return nil }
    return (Int64((hour * 60 + minute) * 60 + second), nanoseconds)
  }

  /// `YYYY-MM-DDThh:mm:ss` with fraction and offset if there are any (XML Schema 2, §3.2.7).
  @_lifetime(self: copy self)
  mutating func datetime() -> CellValue? {
    guard let day = date(), eat("T"), let time = time() else { return nil }
    let east = offset() ?? 0
    guard isAtEnd else { return nil }
    return .instant(day * 86_400 + time.seconds - Int64(east) * 60, time.nanoseconds)
  }

  /// `PnYnMnDTnHnMnS`, of which any part can be left out but not all (XML Schema 2, §3.2.6).
  @_lifetime(self: copy self)
  mutating func duration() -> CellValue.Duration? {
    var result = CellValue.Duration()
    result.isNegative = eat("-")
    guard eat("P") else { return nil }
    var isTime = false
    var last = -1
    var hasPart = false
    while !isAtEnd {
      if !isTime, eat("T") {
        isTime = true
        last = -1
        hasPart = false
        continue
      }
      guard let value = number(1...12) else { return nil }
      var fraction: Int32?
      if isTime, eat(".") {
        guard let digits = self.fraction() else { return nil }
        fraction = digits
      }
      let units: [(Unicode.Scalar, Int64)] =
        isTime ? [("H", 3_600), ("M", 60), ("S", 1)] : [("Y", 12), ("M", 1), ("W", 7), ("D", 1)]
      guard let unit = units.firstIndex(where: { UInt32(next) == $0.0.value }), unit > last else {
        return nil
      }
      at += 1
      let amount = Int64(value) * units[unit].1
      if isTime {
        if let fraction {
          guard unit == 2 else { return nil }
          result.nanoseconds = fraction
        }
        result.seconds += amount
      } else if unit < 2 {
        result.months += amount
      } else {
        result.seconds += amount * 86_400
      }
      last = unit
      hasPart = true
    }
    return hasPart && result.months < 1_000_000 ? result : nil
  }
}
