import ByteKit

/// Parses dates in Apple's form and remembers the last day: neighbours mostly share it, and the
/// offset is the same in all of an export.
struct RecentDate {
  /// The first eleven bytes of the last date, as two words that overlap.
  private var day: (UInt64, UInt64) = (0, 0)
  /// Its last six bytes: a blank and the offset.
  private var offset: UInt64 = 0
  private var offsetMinutes: Int16 = 0
  /// The instant at which its wall clock showed 00:00:00.
  private var midnight: Int64 = 0

  /// `yyyy-MM-dd HH:mm:ss ±HHMM`.
  static let length = 25

  /// The same as `Timestamp.parseApple`.
  @inline(__always)
  mutating func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    guard range.count == Self.length, range.upperBound <= bytes.count else { return nil }
    let start = range.lowerBound
    let offset = bytes.word(at: start &+ 17) &>> 16
    guard let second = Self.second(bytes.word(at: start &+ 11)) else {
      return Timestamp.parseApple(bytes, range)
    }
    if bytes.word(at: start) != day.0 || bytes.word(at: start &+ 3) != day.1
      || offset != self.offset
    {
      return remember(bytes, range, second, offset)
    }
    return Timestamp(seconds: midnight &+ second, offsetMinutes: offsetMinutes)
  }

  @inline(never)
  private mutating func remember(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ second: Int64,
    _ offset: UInt64
  ) -> Timestamp? {
    guard let stamp = Timestamp.parseApple(bytes, range) else { return nil }
    day = (bytes.word(at: range.lowerBound), bytes.word(at: range.lowerBound &+ 3))
    self.offset = offset
    offsetMinutes = stamp.offsetMinutes
    midnight = stamp.seconds &- second
    return stamp
  }

  /// The second of the day that `HH:mm:ss` names, up to 23:59:59.
  @inline(__always)
  private static func second(_ text: UInt64) -> Int64? {
    // Digits become their values, colons zero.
    let lanes = text ^ 0x3030_3A30_303A_3030
    let beyondNine = (lanes &+ 0x7676_7676_7676_7676 | lanes) & 0x8080_8080_8080_8080
    guard beyondNine | lanes & 0x0000_FF00_00FF_0000 == 0 else { return nil }
    let pairs = lanes &* 10 &+ lanes &>> 8
    let hour = Int64(pairs & 0xFF)
    let minute = Int64(pairs &>> 24 & 0xFF)
    let second = Int64(pairs &>> 48 & 0xFF)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return hour &* 3600 &+ minute &* 60 &+ second
  }
}
