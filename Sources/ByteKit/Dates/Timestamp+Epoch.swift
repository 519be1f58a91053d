/// The unit of a number that counts time from a fixed second.
public enum EpochScale: String, Sendable, CaseIterable {
  /// 10 digits nowadays.
  case seconds
  /// 13 digits nowadays.
  case milliseconds
  /// 16 digits nowadays.
  case microseconds
  /// 19 digits nowadays.
  case nanoseconds

  /// How many decimal places one second has in this unit.
  var places: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: 3
    case .microseconds: 6
    case .nanoseconds: 9
    }
  }

  /// Guesses the unit of seconds since 1970 from the number of digits before the point.
  ///
  /// 9 to 11 digits are seconds (1973 to 5138), 12 to 14 milliseconds, 15 to 17 microseconds, 18
  /// and 19 nanoseconds. Fewer or more digits are nil: too likely something else.
  public static func guess(_ bytes: Span<UInt8>, _ range: Range<Int>) -> EpochScale? {
    guard let number = LongDecimal(bytes, range) else { return nil }
    switch number.scale {
    case 9...11: return .seconds
    case 12...14: return .milliseconds
    case 15...17: return .microseconds
    case 18...19: return .nanoseconds
    default: return nil
    }
  }
}

/// The second from which numbers of seconds are counted.
public enum EpochOrigin: Int64, Sendable, CaseIterable {
  /// 1970-01-01T00:00:00Z.
  case unix = 0
  /// 2001-01-01T00:00:00Z: `NSDate`, Core Data.
  case appleReference = 978_307_200
  /// 1989-12-31T00:00:00Z: FIT files.
  case fit = 631_065_600
}

extension Timestamp {
  /// Reads a number that counts time in UTC, exactly; digits beyond nanoseconds are cut downwards.
  ///
  /// Any decimal text is understood, with fraction or exponent. The offset of the result is 0.
  public static func fromEpoch(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    unit: EpochScale,
    origin: EpochOrigin = .unix
  ) throws(TimestampError) -> (Timestamp, [TimestampNote]) {
    let (number, cut) = try leadingDigits(bytes, range)
    let (magnitude, inexact) = try scaled(number, by: 9 - unit.places)
    var total = number.isNegative ? -Int128(magnitude) : Int128(magnitude)
    if number.isNegative, inexact || cut { total -= 1 }
    let (quotient, remainder) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = Int64(quotient) - (remainder < 0 ? 1 : 0)
    let seconds = whole + origin.rawValue
    guard localRange.contains(seconds) else { throw .yearOutOfRange }
    var notes: [TimestampNote] = []
    if number.significand == 0 { notes.append(.epochZero) }
    if inexact || cut { notes.append(.subNanosecond) }
    let nanoseconds = Int32(remainder < 0 ? remainder + 1_000_000_000 : remainder)
    return (Timestamp(seconds: seconds, nanoseconds: nanoseconds, offsetMinutes: 0), notes)
  }

  /// Reads a spreadsheet's serial day, days since 1899-12-30 on a wall clock, to the millisecond.
  ///
  /// Serials below 61 are refused: there spreadsheets believe in a 29 February 1900.
  public static func fromExcelSerial(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(TimestampError) -> (Timestamp, [TimestampNote]) {
    let (number, _) = try leadingDigits(bytes, range)
    guard !number.isNegative else { throw .yearOutOfRange }
    // To 12 decimals of a day first: a double has no more of them for a serial.
    let (days, _) = try scaled(number, by: 12)
    guard days >= 61 * 1_000_000_000_000, days < 2_958_466 * 1_000_000_000_000 else {
      throw .yearOutOfRange
    }
    let milliseconds = Int64((days * 86_400 + 500_000_000) / 1_000_000_000)
    let seconds = milliseconds / 1_000 - 25_569 * 86_400
    guard localRange.contains(seconds) else { throw .yearOutOfRange }
    let isWhole = days % 1_000_000_000_000 == 0
    return (
      Timestamp(seconds: seconds, nanoseconds: Int32(milliseconds % 1_000) * 1_000_000),
      [isWhole ? .dateOnly : .missingOffset]
    )
  }

  /// The first 19 digits of a number and whether others follow.
  private static func leadingDigits(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(TimestampError) -> (ExactDecimal, Bool) {
    if range.isEmpty { throw .empty }
    switch ExactDecimal.parse(bytes, range) {
    case .exact(let number): return (number, false)
    case .notANumber: throw .syntax
    case .long:
      guard let long = LongDecimal(bytes, range) else { throw .syntax }
      return (long.leading(bytes), true)
    }
  }

  /// number × 10^places without its sign, cut to a whole number; whether something was cut.
  private static func scaled(
    _ number: ExactDecimal,
    by places: Int
  ) throws(TimestampError) -> (UInt128, Bool) {
    if number.significand == 0 { return (0, false) }
    let shift = Int(number.exponent) + places
    if shift < 0 {
      if shift < -19 { return (0, true) }
      let (quotient, remainder) =
        number.significand.quotientAndRemainder(dividingBy: powerOfTen(-shift))
      return (UInt128(quotient), remainder != 0)
    }
    // 253,402,300,799 seconds are the end of the year 9999: 21 digits of nanoseconds.
    guard decimalDigitCount(number.significand) + shift <= 24 else { throw .yearOutOfRange }
    var value = UInt128(number.significand)
    for _ in 0..<shift { value *= 10 }
    return (value, false)
  }
}
