extension Timestamp {
  /// Reads exactly `yyyy-MM-dd HH:mm:ss ±HHMM`, as Apple Health writes it; nil for anything else.
  ///
  /// Also nil for what the general parser would accept with a note, such as a leap second or a
  /// year outside 1900 to 2199.
  public static func parseApple(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    guard range.count == 25 else { return nil }
    let start = range.lowerBound
    var bad: UInt64 = 0
    let head = digitLanes(loadWord(bytes, start), .yearMonth, &bad)
    let middle = digitLanes(loadWord(bytes, start &+ 8), .dayToMinuteBlank, &bad)
    let word = loadWord(bytes, start &+ 17)
    let tail = digitLanes(word, .secondToOffset, &bad)
    let sign = word &>> 24 & 0xFF
    guard bad == 0, bytes[unchecked: start &+ 16] == UInt8(ascii: ":"),
      sign == 0x2B || sign == 0x2D
    else { return nil }
    let year = lane(head, 0) &* 100 &+ lane(head, 2)
    guard TimestampNote.plausibleYears.contains(year),
      let offset = offsetMinutes(lane(tail, 4), lane(tail, 6), isNegative: sign == 0x2D),
      let local = localSeconds(
        year,
        lane(head, 5),
        lane(middle, 0),
        lane(middle, 3),
        lane(middle, 6),
        lane(tail, 0)
      )
    else { return nil }
    return Timestamp(seconds: local &- Int64(offset) &* 60, offsetMinutes: offset)
  }

  /// Reads exactly `yyyy-MM-ddTHH:mm:ss[.fraction](Z|±HH:MM)`; nil for anything else.
  ///
  /// Also nil for what the general parser would accept with a note: leap seconds, hour 24, more
  /// than nine digits of fraction.
  public static func parseRFC3339(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    guard range.count >= 20 else { return nil }
    let start = range.lowerBound
    var bad: UInt64 = 0
    let head = digitLanes(loadWord(bytes, start), .yearMonth, &bad)
    let middle = digitLanes(loadWord(bytes, start &+ 8), .dayToMinuteT, &bad)
    let time = digitLanes(loadWord(bytes, start &+ 11), .timeOfDay, &bad)
    let year = lane(head, 0) &* 100 &+ lane(head, 2)
    guard bad == 0, year > 0,
      let local = localSeconds(
        year,
        lane(head, 5),
        lane(middle, 0),
        lane(time, 0),
        lane(time, 3),
        lane(time, 6)
      )
    else { return nil }

    var at = start &+ 19
    let end = range.upperBound
    var nanoseconds: Int32 = 0
    if bytes[unchecked: at] == UInt8(ascii: ".") {
      at &+= 1
      let fractionStart = at
      while at < end {
        let digit = bytes[unchecked: at] &- 0x30
        if digit > 9 { break }
        if at &- fractionStart == 9 { return nil }
        nanoseconds = nanoseconds &* 10 &+ Int32(digit)
        at &+= 1
      }
      if at == fractionStart { return nil }
      for _ in (at &- fractionStart)..<9 { nanoseconds &*= 10 }
    }
    guard let offset = rfc3339Offset(bytes, at, end) else { return nil }
    return Timestamp(
      seconds: local &- Int64(offset) &* 60,
      nanoseconds: nanoseconds,
      offsetMinutes: offset
    )
  }

  /// `Z` or `±HH:MM` and nothing after it.
  @inline(__always)
  private static func rfc3339Offset(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> Int16? {
    if end &- at == 1 { return bytes[unchecked: at] == UInt8(ascii: "Z") ? 0 : nil }
    guard end &- at == 6 else { return nil }
    let sign = bytes[unchecked: at]
    let tens = bytes[unchecked: at &+ 1] &- 0x30
    let ones = bytes[unchecked: at &+ 2] &- 0x30
    let minuteTens = bytes[unchecked: at &+ 4] &- 0x30
    let minuteOnes = bytes[unchecked: at &+ 5] &- 0x30
    guard sign == 0x2B || sign == 0x2D, tens <= 9, ones <= 9, minuteTens <= 9, minuteOnes <= 9,
      bytes[unchecked: at &+ 3] == UInt8(ascii: ":")
    else { return nil }
    return offsetMinutes(
      Int(tens) &* 10 &+ Int(ones),
      Int(minuteTens) &* 10 &+ Int(minuteOnes),
      isNegative: sign == 0x2D
    )
  }

  @inline(__always)
  private static func offsetMinutes(_ hours: Int, _ minutes: Int, isNegative: Bool) -> Int16? {
    guard hours < 24, minutes < 60 else { return nil }
    let magnitude = Int16(truncatingIfNeeded: hours &* 60 &+ minutes)
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// Wall-clock seconds since 1970 when every field is in its ordinary range.
  @inline(__always)
  private static func localSeconds(
    _ year: Int,
    _ month: Int,
    _ day: Int,
    _ hour: Int,
    _ minute: Int,
    _ second: Int
  ) -> Int64? {
    guard UInt(bitPattern: month &- 1) < 12, day >= 1, hour < 24, minute < 60, second < 60,
      day <= 28 || day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    let time = (hour &* 60 &+ minute) &* 60 &+ second
    return CivilDate.daysOfPlainDate(year, month, day) &* 86_400 &+ Int64(time)
  }
}
