import ByteKit

/// Reads a date with the general parser.
func parseDate(
  _ text: String,
  order: DayMonthOrder? = nil
) throws(TimestampError) -> (Timestamp, [TimestampNote]) {
  let bytes = Array(text.utf8)
  return try Timestamp.parse(bytes.span, 0..<bytes.count, order: order)
}

/// Reads a date with the fast parser of Apple's form.
func parseAppleDate(_ text: String) -> Timestamp? {
  let bytes = Array(text.utf8)
  return Timestamp.parseApple(bytes.span, 0..<bytes.count)
}

/// Reads a date with the fast parser of RFC 3339.
func parseRFCDate(_ text: String) -> Timestamp? {
  let bytes = Array(text.utf8)
  return Timestamp.parseRFC3339(bytes.span, 0..<bytes.count)
}

/// Reads a number that counts time.
func epoch(
  _ text: String,
  _ unit: EpochScale,
  origin: EpochOrigin = .unix
) throws(TimestampError) -> (Timestamp, [TimestampNote]) {
  let bytes = Array(text.utf8)
  return try Timestamp.fromEpoch(bytes.span, 0..<bytes.count, unit: unit, origin: origin)
}

/// Reads a spreadsheet's serial day.
func excelSerial(_ text: String) throws(TimestampError) -> (Timestamp, [TimestampNote]) {
  let bytes = Array(text.utf8)
  return try Timestamp.fromExcelSerial(bytes.span, 0..<bytes.count)
}

/// Reads an offset column.
func parseOffset(_ text: String) throws(TimestampError) -> Int16 {
  let bytes = Array(text.utf8)
  return try Timestamp.parseOffset(bytes.span, 0..<bytes.count)
}

/// Guesses the unit of a number of seconds.
func guessScale(_ text: String) -> EpochScale? {
  let bytes = Array(text.utf8)
  return EpochScale.guess(bytes.span, 0..<bytes.count)
}
