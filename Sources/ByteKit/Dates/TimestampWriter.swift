/// Writes times in a row: it remembers the last one, its day and its offset, since neighbours often
/// share them.
public struct TimestampWriter: Sendable {
  private var last = Timestamp(seconds: .min)
  /// The text of the last time, and what of it counts.
  private var text: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var length = 0
  private var day: Int64 = .min
  /// The ten bytes of the day.
  private var head: UInt64 = 0
  private var tail: UInt64 = 0
  private var offset = Timestamp.noOffset
  /// The text of the offset, and the bytes before it with it.
  private var offsetText: UInt64 = 0
  private var offsetLength = timeEnd

  /// `yyyy-MM-ddTHH:mm:ss`.
  private static let timeEnd = 19

  /// Remembers nothing yet.
  public init() {}

  /// Appends a time as RFC 3339 text, the same as `Timestamp.write`.
  @inline(__always)
  public mutating func append(_ stamp: Timestamp, to out: inout ByteBuffer) {
    if stamp != last, !compose(stamp) {
      out.append(stamp)
      return
    }
    let (text, length) = (text, length)
    out.append(capacity: Timestamp.textCapacity) { target in
      store(text.0, target, 0)
      store(text.1, target, 8)
      store(text.2, target, 16)
      store(text.3, target, 24)
      return length
    }
  }

  /// Puts a time's text together in words; false when it is not of the usual length.
  ///
  /// Words are stored once and never read back from the output: a load that spans several stores
  /// before it would wait for all of them.
  @inline(__always)
  private mutating func compose(_ stamp: Timestamp) -> Bool {
    guard stamp.nanoseconds == 0 else { return false }
    let (days, second) = Timestamp.split(stamp.localSeconds)
    if days != day, !remember(days) { return false }
    if stamp.offsetMinutes != offset { remember(offset: stamp.offsetMinutes) }
    let minute = second / 60
    let hour = minute / 60
    text.0 = head
    text.1 =
      tail | 0x3A00_0054_0000 | digitPairWord(hour) &<< 24
      | digitPairWord(minute &- hour &* 60) &<< 48
    text.2 = 0x3A | digitPairWord(second &- minute &* 60) &<< 8 | offsetText &<< 24
    text.3 = offsetText &>> 40
    length = offsetLength
    last = stamp
    return true
  }

  /// Keeps the ten bytes of a day; false when its year has not four digits.
  @inline(never)
  private mutating func remember(_ days: Int64) -> Bool {
    let date = CivilDate(daysSince1970: days)
    guard date.year >= 1, date.year <= 9999 else { return false }
    var text: [UInt8] = []
    date.write(to: &text)
    guard text.count == 10 else { return false }
    day = days
    head = text.span.word(at: 0)
    tail = text.span.word(at: 8, length: 2)
    return true
  }

  /// Keeps the bytes of an offset.
  @inline(never)
  private mutating func remember(offset minutes: Int16) {
    var text: [UInt8] = []
    Timestamp(seconds: 0, offsetMinutes: minutes).write(to: &text)
    offset = minutes
    offsetText = text.span.word(at: Self.timeEnd, length: text.count - Self.timeEnd)
    offsetLength = text.count
  }
}
