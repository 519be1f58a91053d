/// Reads date text of any known form; one method per form.
struct DateReader {
  var cursor: DateCursor
  var fields = DateFields()
  let order: DayMonthOrder?

  init(_ range: Range<Int>, order: DayMonthOrder?) {
    cursor = DateCursor(range)
    self.order = order
  }

  /// Tells the form from its first run of digits or letters.
  mutating func read(_ bytes: Span<UInt8>) throws(TimestampError) {
    if cursor.isAtEnd { throw .empty }
    let digits = cursor.digitCount(bytes)
    let next = cursor.peek(bytes, digits)
    switch (digits, next) {
    case (0, _): try namedDate(bytes)
    case (4, UInt8(ascii: "-")): try isoDate(bytes)
    case (4, UInt8(ascii: "/")): try yearFirstSlashDate(bytes)
    case (8, _), (14, _): try basicDate(bytes)
    case (1...2, UInt8(ascii: ":")): try timeFirst(bytes)
    case (1...2, UInt8(ascii: " ")): try dayFirstNamedDate(bytes)
    case (1...2, _): try shortDate(bytes)
    default: throw .syntax
    }
    guard cursor.isAtEnd else { throw .syntax }
  }

  /// `HH:mm[:ss[.fraction]]`; the hour may have one digit if `shortHour` allows it.
  mutating func time(
    _ bytes: Span<UInt8>,
    shortHour: Bool
  ) throws(TimestampError) {
    let digits = cursor.digitCount(bytes)
    guard digits == 2 || (digits == 1 && shortHour) else { throw .syntax }
    fields.hour = try cursor.number(bytes, digits: digits)
    try cursor.require(bytes, UInt8(ascii: ":"))
    fields.minute = try cursor.number(bytes, digits: 2)
    if cursor.eat(bytes, UInt8(ascii: ":")) {
      fields.second = try cursor.number(bytes, digits: 2)
      try fraction(bytes)
    }
    fields.hasTime = true
  }

  /// A fraction of a second; digits beyond the ninth are cut, so that order is kept.
  mutating func fraction(_ bytes: Span<UInt8>) throws(TimestampError) {
    if cursor.eat(bytes, UInt8(ascii: ",")) {
      fields.notes.append(.commaFraction)
    } else if !cursor.eat(bytes, UInt8(ascii: ".")) {
      return
    }
    guard cursor.digitCount(bytes) > 0 else { throw .syntax }
    var unit: Int32 = 100_000_000
    var cut = false
    while cursor.peek(bytes) &- 0x30 <= 9 {
      let digit = Int32(cursor.peek(bytes) - 0x30)
      fields.nanoseconds += digit * unit
      if unit == 0, digit != 0 { cut = true }
      unit /= 10
      cursor.at += 1
    }
    if cut { fields.notes.append(.subNanosecond) }
  }

  /// `AM`, `p.m.`, `a. m.` and the like, after blanks or none; whether it was there.
  mutating func halfOfDay(_ bytes: Span<UInt8>) -> Bool {
    var probe = cursor
    probe.blanks(bytes)
    let letter = probe.peek(bytes) | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return false }
    probe.at += 1
    if probe.eat(bytes, UInt8(ascii: ".")) { probe.blanks(bytes) }
    guard probe.peek(bytes) | 0x20 == UInt8(ascii: "m"), probe.letterCount(bytes) == 1 else {
      return false
    }
    probe.at += 1
    _ = probe.eat(bytes, UInt8(ascii: "."))
    cursor = probe
    fields.isAfternoon = letter == UInt8(ascii: "p")
    return true
  }

  /// `±HH`, `±HHmm` or `±HH:mm`; whether a colon was there, nil without a sign.
  mutating func signedOffset(_ bytes: Span<UInt8>) throws(TimestampError) -> Bool? {
    let sign = cursor.peek(bytes)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    cursor.at += 1
    let digits = cursor.digitCount(bytes)
    guard digits == 2 || digits == 4 else { throw .syntax }
    let hours = try cursor.number(bytes, digits: 2)
    let colon = digits == 2 && cursor.eat(bytes, UInt8(ascii: ":"))
    let minutes = digits == 4 || colon ? try cursor.number(bytes, digits: 2) : 0
    guard hours <= 23, minutes <= 59 else { throw .offsetOutOfRange }
    let magnitude = Int16(hours * 60 + minutes)
    fields.offset = sign == UInt8(ascii: "-") ? -magnitude : magnitude
    return colon
  }

  /// `UTC`, `GMT`, `UT` or `Z` is offset 0; two to five other capitals are no certain offset.
  mutating func zoneName(_ bytes: Span<UInt8>) -> Bool {
    if cursor.eatWord(bytes, "utc") || cursor.eatWord(bytes, "gmt") || cursor.eatWord(bytes, "ut")
      || cursor.eatWord(bytes, "z")
    {
      fields.offset = 0
      return true
    }
    let letters = cursor.letterCount(bytes)
    guard letters >= 2, letters <= 5 else { return false }
    for index in 0..<letters where cursor.peek(bytes, index) & 0x20 != 0 { return false }
    cursor.at += letters
    fields.notes.append(.zoneAbbreviation)
    return true
  }
}
