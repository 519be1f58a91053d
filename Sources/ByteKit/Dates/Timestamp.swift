/// A point in time with the UTC offset that was written beside it.
///
/// Equality compares the offset too; compare `seconds` and `nanoseconds` to compare instants.
public struct Timestamp: Sendable, Equatable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z; without an offset, of the wall clock read as UTC.
  public var seconds: Int64
  /// 0 to 999,999,999, also before 1970.
  public var nanoseconds: Int32
  /// Minutes east of UTC, or `noOffset`.
  public var offsetMinutes: Int16

  /// Stands for an offset that was not written: the time is a wall clock, not an instant.
  public static let noOffset = Int16.min

  /// Composes a timestamp.
  public init(seconds: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = noOffset) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.offsetMinutes = offsetMinutes
  }

  /// Whether this is an instant.
  public var hasOffset: Bool { offsetMinutes != Self.noOffset }

  /// What the wall clock showed, in seconds since 1970-01-01T00:00:00 on that clock.
  public var localSeconds: Int64 {
    hasOffset ? seconds &+ Int64(offsetMinutes) &* 60 : seconds
  }

  /// The day on the wall clock.
  public var localDate: CivilDate { CivilDate(daysSince1970: Self.split(localSeconds).days) }

  /// Whole days since 1970 and the second of the day.
  @inline(__always)
  static func split(_ seconds: Int64) -> (days: Int64, second: Int) {
    let days = (seconds >= 0 ? seconds : seconds &- 86_399) / 86_400
    return (days, Int(seconds &- days &* 86_400))
  }

  /// The first and the last second a date text can name: the years 1 to 9999.
  static let localRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}

extension Timestamp {
  /// Appends RFC 3339 text in the written offset, fraction without trailing zeros, `Z` for offset
  /// 0.
  ///
  /// Without an offset nothing follows the time. For the years 1 to 9999 it is what `parseRFC3339`
  /// reads.
  public func write(to out: inout [UInt8]) {
    out.appendRaw(capacity: Self.textCapacity) { target in storeText(target) }
  }

  /// Longest: a date of 26 bytes, `THH:mm:ss`, ten bytes of fraction, `+HH:mm`; a word beyond.
  static let textCapacity = 64

  /// Writes the text to memory with room for `textCapacity` bytes; returns its length.
  @inline(__always)
  func storeText(_ target: UnsafeMutableRawPointer) -> Int {
    let (days, second) = Self.split(localSeconds)
    return storeTime(second, target, CivilDate(daysSince1970: days).store(target))
  }

  /// Writes what follows the date, at `start`; returns the end.
  @inline(__always)
  func storeTime(_ second: Int, _ target: UnsafeMutableRawPointer, _ start: Int) -> Int {
    let minute = second / 60
    let hour = minute / 60
    var at = start
    let time =
      0x3A_0000_3A_0000_54 | digitPairWord(hour) &<< 8 | digitPairWord(minute &- hour &* 60)
      &<< 32
      | digitPairWord(second &- minute &* 60) &<< 56
    store(time, target, at)
    // The last digit of the second is the ninth byte.
    let lastDigit = UInt8(truncatingIfNeeded: digitPairWord(second &- minute &* 60) &>> 8)
    target.storeBytes(of: lastDigit, toByteOffset: at &+ 8, as: UInt8.self)
    at &+= 9
    if nanoseconds > 0 { at = Self.storeFraction(nanoseconds, target, at) }
    return hasOffset ? Self.storeOffset(Int(offsetMinutes), target, at) : at
  }

  /// Writes the point and the digits without trailing zeros; returns the end.
  private static func storeFraction(
    _ nanoseconds: Int32,
    _ target: UnsafeMutableRawPointer,
    _ at: Int
  ) -> Int {
    target.storeBytes(of: UInt8(ascii: "."), toByteOffset: at, as: UInt8.self)
    var digits = UInt64(nanoseconds)
    var count = 9
    while digits % 10 == 0 {
      digits /= 10
      count -= 1
    }
    storeDigits(digits, count: count, target, at + 1)
    return at + 1 + count
  }

  /// Writes `Z` or `±HH:mm`; returns the end.
  @inline(__always)
  private static func storeOffset(
    _ minutes: Int,
    _ target: UnsafeMutableRawPointer,
    _ at: Int
  ) -> Int {
    if minutes == 0 {
      target.storeBytes(of: UInt8(ascii: "Z"), toByteOffset: at, as: UInt8.self)
      return at &+ 1
    }
    let magnitude = Int(minutes.magnitude)
    let hours = magnitude / 60
    let sign: UInt64 = minutes < 0 ? 0x2D : 0x2B
    let text =
      sign | 0x3A00_0000 | digitPairWord(min(hours, 99)) &<< 8
      | digitPairWord(magnitude &- hours &* 60) &<< 32
    store(text, target, at)
    return at &+ 6
  }
}
