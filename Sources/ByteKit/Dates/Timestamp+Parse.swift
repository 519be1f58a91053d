extension Timestamp {
  /// Reads a date of any form that stands alone; see `DateReader` for the forms.
  ///
  /// RFC 3339 and ISO 8601 (calendar, week and ordinal dates), Apple's forms old and new, the forms
  /// of vendors' exports with English names, RFC 5322 and Java's. Numbers of seconds are no dates
  /// by themselves: see `fromEpoch`.
  ///
  /// - Parameter order: how to read 02/01/2030. Without it such text is an error, unless only one
  ///   reading is a date or dots separate the numbers.
  public static func parse(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    order: DayMonthOrder? = nil
  ) throws(TimestampError) -> (Timestamp, [TimestampNote]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    var reader = DateReader(range, order: order)
    try reader.read(bytes)
    return try reader.fields.resolved()
  }

  /// Reads an offset that stands in a column of its own: `UTC+0100`, `UTCZ`, `+01:00`, `GMT-3`,
  /// `Z`.
  ///
  /// - Returns: minutes east of UTC.
  public static func parseOffset(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(TimestampError) -> Int16 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    if range.isEmpty { throw .empty }
    var reader = DateReader(range, order: nil)
    if reader.cursor.eatWord(bytes, "utcz") || reader.cursor.eatWord(bytes, "z") {
      guard reader.cursor.isAtEnd else { throw .syntax }
      return 0
    }
    let named = reader.cursor.eatWord(bytes, "utc") || reader.cursor.eatWord(bytes, "gmt")
    if named, reader.cursor.isAtEnd { return 0 }
    if named, reader.cursor.end - reader.cursor.at == 2, reader.cursor.peek(bytes, 1) &- 0x30 <= 9 {
      // One digit only after a name, as in `GMT-3`.
      let hours = Int16(reader.cursor.peek(bytes, 1) - 0x30) * 60
      switch reader.cursor.peek(bytes) {
      case UInt8(ascii: "+"): return hours
      case UInt8(ascii: "-"): return -hours
      default: throw .syntax
      }
    }
    guard try reader.signedOffset(bytes) != nil, reader.cursor.isAtEnd else { throw .syntax }
    return reader.fields.offset
  }
}
