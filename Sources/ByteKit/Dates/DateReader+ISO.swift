extension DateReader {
  /// Calendar, week and ordinal dates of ISO 8601 in the extended format, and Apple's form.
  mutating func isoDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    fields.year = try cursor.number(bytes, digits: 4)
    cursor.at += 1
    if cursor.eat(bytes, UInt8(ascii: "W")) {
      try weekDate(bytes)
    } else if cursor.digitCount(bytes) == 3 {
      let dayOfYear = try cursor.number(bytes, digits: 3)
      let length = CivilDate.isLeap(fields.year) ? 366 : 365
      guard dayOfYear >= 1, dayOfYear <= length else { throw .dayOutOfRange }
      fields.days = CivilDate.days(year: fields.year, month: 1, day: dayOfYear)
    } else {
      guard cursor.digitCount(bytes) == 2 else { throw .syntax }
      fields.month = try cursor.number(bytes, digits: 2)
      try cursor.require(bytes, UInt8(ascii: "-"))
      guard cursor.digitCount(bytes) == 2 else { throw .syntax }
      fields.day = try cursor.number(bytes, digits: 2)
    }
    try isoTail(bytes)
  }

  /// What follows the date: nothing, a time after `T`, or a time after a blank.
  private mutating func isoTail(_ bytes: Span<UInt8>) throws(TimestampError) {
    if cursor.isAtEnd { return }
    if cursor.eat(bytes, UInt8(ascii: "T")) || cursor.eat(bytes, UInt8(ascii: "t")) {
      try time(bytes, shortHour: false)
      try offsetBehindTime(bytes)
    } else {
      try cursor.require(bytes, UInt8(ascii: " "))
      try timeAfterBlank(bytes)
    }
    try zoneSuffix(bytes)
  }

  /// The zoneless, Apple's and the locale-dependent times that follow `yyyy-MM-dd` and a blank.
  mutating func timeAfterBlank(_ bytes: Span<UInt8>) throws(TimestampError) {
    let isShort = cursor.digitCount(bytes) == 1
    try time(bytes, shortHour: true)
    if halfOfDay(bytes) {
      fields.notes.append(.ampm)
    } else if isShort {
      fields.notes.append(.shortHour)
    }
    guard cursor.eat(bytes, UInt8(ascii: " ")) else { return try offsetBehindTime(bytes) }
    if let colon = try signedOffset(bytes) {
      if colon { fields.notes.append(.offsetColon) }
      noteImplausibleYear()
    } else if zoneName(bytes) {
      if fields.offset == 0 { fields.notes.append(.offsetLetter) }
    } else {
      throw .syntax
    }
  }

  /// Years of other calendars reach Apple's form when a formatter follows the phone's settings.
  private mutating func noteImplausibleYear() {
    if !TimestampNote.plausibleYears.contains(fields.year) {
      fields.notes.append(.implausibleYear)
    }
  }

  private mutating func offsetBehindTime(_ bytes: Span<UInt8>) throws(TimestampError) {
    if cursor.eat(bytes, UInt8(ascii: "Z")) || cursor.eat(bytes, UInt8(ascii: "z")) {
      fields.offset = 0
    } else {
      _ = try signedOffset(bytes)
    }
  }

  /// Suffixes in brackets (RFC 9557, 4.1), which name the zone or a calendar.
  private mutating func zoneSuffix(_ bytes: Span<UInt8>) throws(TimestampError) {
    guard cursor.peek(bytes) == UInt8(ascii: "[") else { return }
    fields.notes.append(.zoneSuffix)
    while cursor.eat(bytes, UInt8(ascii: "[")) {
      let start = cursor.at
      while !cursor.isAtEnd, isSuffixByte(bytes[cursor.at]) { cursor.at += 1 }
      guard cursor.at > start else { throw .syntax }
      try cursor.require(bytes, UInt8(ascii: "]"))
    }
  }

  private func isSuffixByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "]")
  }

  /// `Www-D`; week 1 is the one with the year's first Thursday.
  private mutating func weekDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    let week = try cursor.number(bytes, digits: 2)
    try cursor.require(bytes, UInt8(ascii: "-"))
    let day = try cursor.number(bytes, digits: 1)
    guard fields.year >= 1 else { throw .yearOutOfRange }
    let january4 = CivilDate(year: fields.year, month: 1, day: 4)
    let december28 = CivilDate(year: fields.year, month: 12, day: 28)
    let firstMonday = january4.daysSince1970 - Int64(january4.weekday - 1)
    let weeks = (december28.daysSince1970 - firstMonday) / 7 + 1
    guard week >= 1, week <= weeks, day >= 1, day <= 7 else { throw .dayOutOfRange }
    fields.days = firstMonday + Int64((week - 1) * 7 + day - 1)
  }

  /// `yyyyMMdd[THHmm[ss]]` (ISO 8601 basic) and `yyyyMMddHHmmss±HHmm` (old Apple exports).
  mutating func basicDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    let compact = cursor.digitCount(bytes) == 14
    fields.year = try cursor.number(bytes, digits: 4)
    fields.month = try cursor.number(bytes, digits: 2)
    fields.day = try cursor.number(bytes, digits: 2)
    if cursor.isAtEnd { return }
    if !compact { try cursor.require(bytes, UInt8(ascii: "T")) }
    let digits = cursor.digitCount(bytes)
    guard digits == 4 || digits == 6 else { throw .syntax }
    fields.hour = try cursor.number(bytes, digits: 2)
    fields.minute = try cursor.number(bytes, digits: 2)
    if digits == 6 {
      fields.second = try cursor.number(bytes, digits: 2)
      try fraction(bytes)
    }
    fields.hasTime = true
    try offsetBehindTime(bytes)
    if compact, fields.offset != Timestamp.noOffset { noteImplausibleYear() }
  }
}
