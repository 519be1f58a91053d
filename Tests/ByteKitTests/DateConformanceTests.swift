import ByteKit
import TestSupport
import Testing

/// One row of dates.ndjson; see gen_dates.py beside it for the meaning of the fields.
struct DateRow: Codable, Sendable, CustomTestStringConvertible {
  var id: String
  var text: String
  var format: String
  var expect: String
  var seconds: Int64?
  var nanos: Int32?
  var offset: Int16?
  var local: String?
  var code: String?

  var testDescription: String { "\(id) \(format) \(text)" }

  static let all = jsonLines(Shared.path("conformance/dates/dates.ndjson"), as: DateRow.self)

  /// Vendors whose form says which number is the month.
  static let monthFirst: Set = ["vendor:fitbit", "vendor:libreview", "vendor:us"]

  func read() throws(TimestampError) -> (Timestamp, [TimestampNote]) {
    switch format {
    case "epoch-s", "epoch-double": try epoch(text, .seconds)
    case "epoch-ms": try epoch(text, .milliseconds)
    case "epoch-us": try epoch(text, .microseconds)
    case "epoch-ns": try epoch(text, .nanoseconds)
    case "vendor:excel-serial": try excelSerial(text)
    case "vendor:apple-reference-date": try epoch(text, .seconds, origin: .appleReference)
    case "vendor:fit": try epoch(text, .seconds, origin: .fit)
    default:
      try parseDate(text, order: Self.monthFirst.contains(format) ? .monthFirst : nil)
    }
  }

  /// Numbers of seconds count in UTC, whatever is written beside them.
  var expectedOffset: Int16 {
    offset ?? (seconds == nil ? Timestamp.noOffset : 0)
  }
}

@Suite(.enabled(if: Shared.isAvailable))
struct DateConformanceTests {
  @Test func theTableIsComplete() { #expect(DateRow.all.count == 145) }

  @Test(arguments: DateRow.all.filter { $0.expect != "error" && $0.seconds != nil })
  func instantsAreRead(row: DateRow) throws {
    let (timestamp, notes) = try row.read()
    #expect(timestamp.seconds == row.seconds)
    #expect(timestamp.nanoseconds == row.nanos)
    #expect(timestamp.offsetMinutes == row.expectedOffset)
    #expect(notes.map(\.rawValue) == (row.code.map { [$0] } ?? []))
  }

  @Test(arguments: DateRow.all.filter { $0.local != nil })
  func wallClocksStayWallClocks(row: DateRow) throws {
    let (timestamp, notes) = try row.read()
    #expect(timestamp.offsetMinutes == Timestamp.noOffset)
    var local = try #require(row.local)
    if local.contains(".") {  // the canonical text has no trailing zeros
      while local.hasSuffix("0") { local.removeLast() }
      if local.hasSuffix(".") { local.removeLast() }
    }
    #expect(written(timestamp.write) == local)
    #expect(notes.map(\.rawValue) == (row.code.map { [$0] } ?? []))
  }

  @Test(arguments: DateRow.all.filter { $0.expect == "error" })
  func errorsAreNamed(row: DateRow) throws {
    let expected = try #require(TimestampError(rawValue: row.code ?? ""))
    #expect(throws: expected) { try row.read() }
  }

  @Test(arguments: DateRow.all.filter { $0.code == "ambiguous-day-month" })
  func orderDecidesWhatIsAmbiguous(row: DateRow) throws {
    #expect(throws: TimestampError.ambiguousDayMonth) { try row.read() }
    #expect(try written(parseDate(row.text, order: .dayFirst).0.write) == "2030-01-02T08:09:00")
    #expect(try written(parseDate(row.text, order: .monthFirst).0.write) == "2030-02-01T08:09:00")
  }

  @Test(arguments: DateRow.all.filter { $0.format.hasSuffix("-offset") })
  func offsetColumnsAreRead(row: DateRow) throws {
    #expect(try parseOffset(row.text) == row.offset)
  }

  @Test func noRowIsLeftOut() {
    let covered = DateRow.all.filter {
      $0.expect == "error" || $0.seconds != nil || $0.local != nil
        || $0.code == "ambiguous-day-month" || $0.format.hasSuffix("-offset")
    }
    #expect(covered.count == DateRow.all.count)
  }

  @Test(arguments: DateRow.all.filter { $0.format == "apple" || $0.format == "rfc3339" })
  func theFastParsersTakeOnlyWhatIsFlawless(row: DateRow) {
    let fast = parseAppleDate(row.text) ?? parseRFCDate(row.text)
    guard let fast else { return }
    #expect(row.expect == "ok")
    #expect(fast.seconds == row.seconds)
    #expect(fast.nanoseconds == row.nanos)
    #expect(fast.offsetMinutes == row.offset)
  }

  @Test(arguments: DateRow.all.filter { $0.format.hasPrefix("epoch") && $0.text.count > 9 })
  func theUnitOfNumbersIsGuessed(row: DateRow) {
    let expected: EpochScale? =
      switch row.format {
      case "epoch-ms": .milliseconds
      case "epoch-us": .microseconds
      case "epoch-ns": .nanoseconds
      default: row.expect == "error" ? nil : .seconds
      }
    #expect(guessScale(row.text) == expected)
  }
}
