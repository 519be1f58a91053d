import ByteKit
import TestSupport
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      (1_893_571_750, 0, 0, "2030-01-02T08:09:10Z"),
      (1_893_571_750, 120_000_000, 60, "2030-01-02T09:09:10.12+01:00"),
      (1_893_571_750, 1, -210, "2030-01-02T04:39:10.000000001-03:30"),
      (-1, 500_000_000, Timestamp.noOffset, "1969-12-31T23:59:59.5"),
      (-62_135_647_200, 0, 840, "0001-01-01T00:00:00+14:00"),
      (253_402_343_999, 999_999_999, -720, "9999-12-31T23:59:59.999999999-12:00"),
      (253_402_300_800, 0, 0, "10000-01-01T00:00:00Z"),
      (-62_167_219_201, 0, 0, "-0001-12-31T23:59:59Z"),
    ] as [(Int64, Int32, Int16, String)]
  )
  func textIsRFC3339(seconds: Int64, nanoseconds: Int32, offset: Int16, expected: String) {
    let timestamp = Timestamp(
      seconds: seconds,
      nanoseconds: nanoseconds,
      offsetMinutes: offset
    )
    #expect(written(timestamp.write) == expected)
  }

  @Test(
    arguments: [
      ("2030-01-02 08:09:10 UTC", "2030-01-02T08:09:10Z", [.offsetLetter]),
      ("2030-01-02 08:09:10 CET", "2030-01-02T08:09:10", [.zoneAbbreviation]),
      ("2030-01-02 12:09 a. m.", "2030-01-02T00:09:00", [.ampm, .missingOffset]),
      ("2030-01-02 12:09\u{A0}p.\u{A0}m.", "2030-01-02T12:09:00", [.ampm, .missingOffset]),
      (
        "2030-01-02T08:09:10,1234567891+01:00", "2030-01-02T08:09:10.123456789+01:00",
        [.commaFraction, .subNanosecond]
      ),
      ("2030-01-02T08:09:10.1234567890Z", "2030-01-02T08:09:10.123456789Z", []),
      ("2030-01-02T08:09:10Z[Etc/UTC][u-ca=gregory]", "2030-01-02T08:09:10Z", [.zoneSuffix]),
      ("20300102", "2030-01-02T00:00:00", [.dateOnly]),
      ("20300102T0809Z", "2030-01-02T08:09:00Z", []),
      ("20300102080910.5+0100", "2030-01-02T08:09:10.5+01:00", []),
      ("2020-W53-7", "2021-01-03T00:00:00", [.dateOnly]),
      ("2020-366", "2020-12-31T00:00:00", [.dateOnly]),
      ("2030/1/2 8:09", "2030-01-02T08:09:00", [.missingOffset]),
      ("13/01/2030", "2030-01-13T00:00:00", [.dateOnly]),
      ("1/13/2030, 8:09\u{202F}pm", "2030-01-13T20:09:00", [.missingOffset]),
      ("02/02/2030 08:09", "2030-02-02T08:09:00", [.missingOffset]),
      ("02-Jan-2030 08:09:10", "2030-01-02T08:09:10", [.missingOffset]),
      ("13/01/69 08:09", "1969-01-13T08:09:00", [.missingOffset]),
      ("02.01.30", "2030-01-02T00:00:00", [.dateOnly]),
      ("January 2, 2030 at 8:09:10 AM UTC", "2030-01-02T08:09:10Z", []),
      ("2 Jan 2030 08:09 GMT", "2030-01-02T08:09:00Z", []),
      ("Thu, 02 Jan 2030 08:09:10 +0100", "2030-01-02T08:09:10+01:00", [.weekdayMismatch]),
      ("Wed Jan  2 08:09:10 2030", "2030-01-02T08:09:10", [.missingOffset]),
      ("Wed Jan 02 08:09:10 GMT 2030", "2030-01-02T08:09:10Z", []),
      ("8:09 PM 13/1/2030", "2030-01-13T20:09:00", [.missingOffset]),
      ("9999-12-31T23:59:60-00:00", "", []),
    ] as [(String, String, [TimestampNote])]
  )
  func otherFormsAreUnderstood(text: String, expected: String, notes: [TimestampNote]) throws {
    if expected.isEmpty {
      #expect(throws: TimestampError.yearOutOfRange) { try parseDate(text) }
      return
    }
    let (timestamp, found) = try parseDate(text)
    #expect(written(timestamp.write) == expected)
    #expect(found == notes)
  }

  @Test(
    arguments: [
      ("9999-12-31T24:00:00Z", .yearOutOfRange), ("2019-W53-1", .dayOutOfRange),
      ("2030-W00-1", .dayOutOfRange), ("2030-366", .dayOutOfRange), ("0000-W01-1", .yearOutOfRange),
      ("0000-001", .yearOutOfRange), ("2030-01-02 13:00 PM", .hourOutOfRange),
      ("2030-01-02 0:10 AM", .hourOutOfRange), ("2030-01-02T08:09:10+1", .syntax),
      ("2030-01-02T08:09:10+0", .syntax), ("2030-01-02T08:09:10Z[]", .syntax),
      ("2030-01-02T08:09:10Z[Europe/Berlin", .syntax), ("2030-01-02T", .syntax),
      ("2030-01", .syntax),
      ("2030-01-02 08:09:10 junk", .syntax), ("2030-01-02 08:09:10  +0100", .syntax),
      ("30-01-02 08:09", .syntax), ("13/13/2030", .monthOutOfRange), ("31/02/2030", .dayOutOfRange),
      ("12/2030", .syntax), ("1/2/03/4", .syntax), ("Jan", .syntax), ("Jan 2", .syntax),
      ("Foo 2, 2030", .syntax), ("Wednesday", .syntax), ("1893571750", .syntax),
      ("123456789012345678901234567890", .syntax), ("1:2", .syntax), ("\u{202F}", .syntax),
      ("2030-01-02 08:09:60", .secondOutOfRange),
    ] as [(String, TimestampError)]
  )
  func whatIsNoDateIsRefused(text: String, error: TimestampError) {
    #expect(throws: error) { try parseDate(text) }
  }

  @Test func anOrderIsNotOverruled() throws {
    #expect(throws: TimestampError.monthOutOfRange) {
      try parseDate("13/01/2030", order: .monthFirst)
    }
    let dotted = try parseDate("02.01.2030", order: .monthFirst).0
    #expect(written(dotted.write) == "2030-02-01T00:00:00")
  }

  @Test func leapSecondsOfWallClocksAreKept() throws {
    let (timestamp, notes) = try parseDate("2016-12-31T23:59:60.5")
    #expect(written(timestamp.write) == "2017-01-01T00:00:00.5")
    #expect(notes == [.leapSecond, .missingOffset])
  }

  @Test(
    arguments: [
      ("UTC", 0), ("GMT+01:00", 60), ("Z", 0), ("+05:45", 345), ("-0800", -480), ("GMT-3", -180),
      ("+01", 60), ("utcz", 0),
    ] as [(String, Int16)]
  )
  func offsetsAreRead(text: String, expected: Int16) throws {
    #expect(try parseOffset(text) == expected)
  }

  @Test(arguments: ["+1", "UTC+", "UTC 1", "CET", "GMT+5x", "+01:00 ", "UTC-25:00", "+0160", "Zx"])
  func otherOffsetsAreRefused(text: String) {
    #expect(throws: TimestampError.self) { try parseOffset(text) }
  }

  @Test func floatingPointSecondsAreCutDownwards() throws {
    #expect(try epoch("-0.0000000001", .seconds).0.nanoseconds == 999_999_999)
    #expect(try epoch("-0.0000000001", .seconds).0.seconds == -1)
    let (timestamp, notes) = try epoch("1893571750.12345678901234567890", .seconds)
    #expect(timestamp.nanoseconds == 123_456_789)
    #expect(notes == [.subNanosecond])
    #expect(try epoch("1e-400", .seconds).1 == [.subNanosecond])
    #expect(throws: TimestampError.yearOutOfRange) { try epoch("1e400", .seconds) }
    #expect(throws: TimestampError.yearOutOfRange) { try epoch("253402300800", .seconds) }
    #expect(throws: TimestampError.yearOutOfRange) {
      try epoch("99999999999999999999", .milliseconds)
    }
    #expect(try written(epoch("-62135596800000", .milliseconds).0.write) == "0001-01-01T00:00:00Z")
    #expect(throws: TimestampError.empty) { try epoch("", .seconds) }
  }

  @Test func serialDaysBelongToTheWallClock() throws {
    #expect(try written(excelSerial("61").0.write) == "1900-03-01T00:00:00")
    #expect(try excelSerial("45000").1 == [.dateOnly])
    #expect(try written(excelSerial("45000.5").0.write) == "2023-03-15T12:00:00")
    #expect(try written(excelSerial("2958465.999988426").0.write) == "9999-12-31T23:59:59")
    for text in ["60.9", "0", "-1", "2958466", "1e30", "2958465.99999999999"] {
      #expect(throws: TimestampError.yearOutOfRange) { try excelSerial(text) }
    }
  }

  @Test func daysAndDatesAreInverse() {
    var date = CivilDate(year: 0, month: 1, day: 1)
    var weekday = date.weekday
    for day in date.daysSince1970...CivilDate(year: 10_000, month: 12, day: 31).daysSince1970 {
      let found = CivilDate(daysSince1970: day)
      if found != date || date.daysSince1970 != day || !date.isValid {
        Issue.record("day \(day) is \(found), not \(date)")
        return
      }
      if day % 1_000 == 0, date.weekday != weekday { Issue.record("weekday of \(date)") }
      weekday = weekday % 7 + 1
      date.day += 1
      if !date.isValid { date = CivilDate(year: date.year, month: date.month + 1, day: 1) }
      if date.month > 12 { date = CivilDate(year: date.year + 1, month: 1, day: 1) }
    }
    #expect(CivilDate(year: 2030, month: 1, day: 2).weekday == 3)
  }

  @Test func farSecondsDoNotTrap() {
    for seconds in [Int64.min, .min + 1, -1, 0, .max] {
      for offset in [Int16.min, -1439, 0, 1439, .max] {
        let timestamp = Timestamp(
          seconds: seconds,
          nanoseconds: 999_999_999,
          offsetMinutes: offset
        )
        #expect(!written(timestamp.write).isEmpty)
      }
    }
  }

  @Test func plainDatesAreReadAndWritten() {
    func parse(_ text: String) -> CivilDate? {
      let bytes = Array(text.utf8)
      return CivilDate.parse(bytes.span, 0..<bytes.count)
    }
    #expect(parse("2028-02-29") == CivilDate(year: 2028, month: 2, day: 29))
    for text in [
      "2030-02-29", "0000-01-01", "2030-1-02", "2030-01-0a", "2030-01-02T", "a030-01-02",
    ] {
      #expect(parse(text) == nil)
    }
    #expect(written(CivilDate(year: 33, month: 4, day: 5).write) == "0033-04-05")
  }
}
