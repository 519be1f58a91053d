extension DateReader {
  /// `2030/01/02 08:09:10`, with a blank before the time.
  mutating func yearFirstSlashDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    fields.year = try cursor.number(bytes, digits: 4)
    cursor.at += 1
    fields.month = try cursor.shortNumber(bytes)
    try cursor.require(bytes, UInt8(ascii: "/"))
    fields.day = try cursor.shortNumber(bytes)
    try looseTail(bytes)
  }

  /// `02.01.2030 08:09`, `1/2/2030, 8:09 AM`, `02/Jan/2030 8:09:10`, ...
  mutating func shortDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    try shortDatePart(bytes)
    try looseTail(bytes)
  }

  /// `12:00 AM 1/2/2030`: the time first.
  mutating func timeFirst(_ bytes: Span<UInt8>) throws(TimestampError) {
    try time(bytes, shortHour: true)
    _ = halfOfDay(bytes)
    guard cursor.blanks(bytes) > 0, 1...2 ~= cursor.digitCount(bytes) else { throw .syntax }
    try shortDatePart(bytes)
  }

  private mutating func shortDatePart(_ bytes: Span<UInt8>) throws(TimestampError) {
    let first = try cursor.shortNumber(bytes)
    let separator = cursor.peek(bytes)
    let dot = separator == UInt8(ascii: ".")
    let dash = separator == UInt8(ascii: "-")
    guard dot || dash || separator == UInt8(ascii: "/") else { throw .syntax }
    cursor.at += 1
    if let month = cursor.name(bytes, of: DateNames.months) {
      fields.day = first
      fields.month = month + 1
      try cursor.require(bytes, separator)
      fields.year = try cursor.number(bytes, digits: 4)
      return
    }
    let second = try cursor.shortNumber(bytes)
    try cursor.require(bytes, separator)
    let digits = cursor.digitCount(bytes)
    // Two digits between dashes would as well be a year, month and day.
    guard digits == 4 || (digits == 2 && !dash) else { throw .syntax }
    fields.year = try cursor.number(bytes, digits: digits)
    // As POSIX strptime has it: 69 to 99 are of the last century.
    if digits == 2 { fields.year += fields.year < 69 ? 2_000 : 1_900 }
    switch order ?? impliedOrder(first, second, dotted: dot) {
    case .dayFirst: (fields.day, fields.month) = (first, second)
    case .monthFirst: (fields.month, fields.day) = (first, second)
    case nil: fields.isAmbiguous = true
    }
  }

  /// What the numbers leave open; dots are written day first everywhere.
  private func impliedOrder(_ first: Int, _ second: Int, dotted: Bool) -> DayMonthOrder? {
    if dotted || first > 12 || first == second { return .dayFirst }
    return second > 12 ? .monthFirst : nil
  }

  /// Nothing, or a time after blanks, a comma or `at`, then AM or PM, then a zone.
  private mutating func looseTail(_ bytes: Span<UInt8>) throws(TimestampError) {
    if cursor.isAtEnd { return }
    _ = cursor.eat(bytes, UInt8(ascii: ","))
    guard cursor.blanks(bytes) > 0 else { throw .syntax }
    if cursor.eatWord(bytes, "at"), cursor.blanks(bytes) == 0 { throw .syntax }
    try time(bytes, shortHour: true)
    _ = halfOfDay(bytes)
    try looseZone(bytes)
  }

  private mutating func looseZone(_ bytes: Span<UInt8>) throws(TimestampError) {
    if cursor.isAtEnd { return }
    cursor.blanks(bytes)
    if try signedOffset(bytes) != nil { return }
    guard zoneName(bytes) else { throw .syntax }
  }

  /// Forms that begin with a name: `Jan 2, 2030, 8:09:10 AM`, RFC 5322 and Java's `Date`.
  mutating func namedDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    if let weekday = cursor.name(bytes, of: DateNames.weekdays) {
      fields.weekday = weekday + 1
      _ = cursor.eat(bytes, UInt8(ascii: ","))
      guard cursor.blanks(bytes) > 0 else { throw .syntax }
      if cursor.digitCount(bytes) > 0 { return try dayFirstNamedDate(bytes) }
    }
    guard let month = cursor.name(bytes, of: DateNames.months) else { throw .syntax }
    fields.month = month + 1
    guard cursor.blanks(bytes) > 0 else { throw .syntax }
    fields.day = try cursor.shortNumber(bytes)
    let comma = cursor.eat(bytes, UInt8(ascii: ","))
    guard cursor.blanks(bytes) > 0 else { throw .syntax }
    if !comma, cursor.digitCount(bytes) != 4 { return try yearAtEnd(bytes) }
    fields.year = try fullYear(bytes)
    try looseTail(bytes)
  }

  /// `2 Jan 2030 08:09:10 +0100`, as in RFC 5322 after the day of the week.
  mutating func dayFirstNamedDate(_ bytes: Span<UInt8>) throws(TimestampError) {
    fields.day = try cursor.shortNumber(bytes)
    guard cursor.blanks(bytes) > 0, let month = cursor.name(bytes, of: DateNames.months) else {
      throw .syntax
    }
    fields.month = month + 1
    guard cursor.blanks(bytes) > 0 else { throw .syntax }
    fields.year = try fullYear(bytes)
    try looseTail(bytes)
  }

  /// `08:09:10 CET 2030`, the rest of Java's `Date.toString` and of C's `asctime`.
  private mutating func yearAtEnd(_ bytes: Span<UInt8>) throws(TimestampError) {
    try time(bytes, shortHour: false)
    guard cursor.blanks(bytes) > 0 else { throw .syntax }
    if try signedOffset(bytes) != nil || zoneName(bytes) {
      guard cursor.blanks(bytes) > 0 else { throw .syntax }
    }
    fields.year = try fullYear(bytes)
  }

  private mutating func fullYear(_ bytes: Span<UInt8>) throws(TimestampError) -> Int {
    guard cursor.digitCount(bytes) == 4 else { throw .syntax }
    return try cursor.number(bytes, digits: 4)
  }
}
