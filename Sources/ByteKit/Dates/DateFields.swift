/// The fields of a date as they were read, before anything is checked.
struct DateFields {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var nanoseconds: Int32 = 0
  var offset = Timestamp.noOffset
  var hasTime = false
  /// Whether day and month could be either way round.
  var isAmbiguous = false
  /// The day in a form that counts days otherwise, checked already.
  var days: Int64?
  /// From Monday, 1, to Sunday, 7, when it was written.
  var weekday: Int?
  /// Whether AM or PM was written, and which.
  var isAfternoon: Bool?
  var notes: [TimestampNote] = []

  /// Checks the fields, largest first, and puts them together.
  consuming func resolved() throws(TimestampError) -> (Timestamp, [TimestampNote]) {
    if isAmbiguous { throw .ambiguousDayMonth }
    guard year >= 1, year <= 9_999 else { throw .yearOutOfRange }
    let date = CivilDate(year: year, month: month, day: day)
    if days == nil {
      guard month >= 1, month <= 12 else { throw .monthOutOfRange }
      guard date.isValid else { throw .dayOutOfRange }
    }
    let day = days ?? date.daysSince1970
    try checkTime()
    if let weekday, CivilDate(daysSince1970: day).weekday != weekday {
      notes.append(.weekdayMismatch)
    }
    let local = day * 86_400 + Int64((hour * 60 + minute) * 60 + second)
    // The end of the last day, said as 24:00 or second 60, would lie in the year 10000.
    guard Timestamp.localRange.contains(local) else { throw .yearOutOfRange }
    if !hasTime {
      notes.append(.dateOnly)
    } else if offset == Timestamp.noOffset, !notes.contains(.zoneAbbreviation) {
      notes.append(.missingOffset)
    }
    let seconds = offset == Timestamp.noOffset ? local : local - Int64(offset) * 60
    return (
      Timestamp(seconds: seconds, nanoseconds: nanoseconds, offsetMinutes: offset), notes
    )
  }

  private mutating func checkTime() throws(TimestampError) {
    if let isAfternoon {
      guard hour >= 1, hour <= 12 else { throw .hourOutOfRange }
      hour = hour % 12 + (isAfternoon ? 12 : 0)  // 12 AM is midnight, 12 PM is noon
    }
    if hour == 24, minute == 0, second == 0, nanoseconds == 0 {
      notes.append(.hour24)
    } else if hour > 23 {
      throw .hourOutOfRange
    }
    guard minute <= 59 else { throw .minuteOutOfRange }
    if second == 60 {
      // Leap seconds are inserted at the end of a day of UTC (ITU-R TF.460); a wall clock
      // without an offset is taken at its word.
      let east = offset == Timestamp.noOffset ? 0 : Int(offset)
      let minuteOfDay = (hour * 60 + minute - east + 2 * 1_440) % 1_440
      guard minuteOfDay == 1_439 else { throw .secondOutOfRange }
      notes.append(.leapSecond)
    } else if second > 60 {
      throw .secondOutOfRange
    }
  }
}
