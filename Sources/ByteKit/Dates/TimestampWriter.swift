/// Writes times in a row: it remembers the last one and its day, since neighbours often share them.
public struct TimestampWriter: Sendable {
  private var last = Timestamp(seconds: .min)
  /// The text of the last time, while it fits.
  private var text = SIMD32<UInt8>()
  private var length = 0
  private var day: Int64 = .min
  private var head: UInt64 = 0
  private var tail: UInt16 = 0

  /// Remembers nothing yet.
  public init() {}

  /// Appends a time as RFC 3339 text, the same as `Timestamp.write`.
  @inline(__always)
  public mutating func append(_ stamp: Timestamp, to out: inout ByteBuffer) {
    if stamp == last {
      out.append(capacity: Timestamp.textCapacity) { target in
        target.storeBytes(of: text, as: SIMD32<UInt8>.self)
        return length
      }
      return
    }
    let (days, second) = Timestamp.split(stamp.localSeconds)
    if days != day, !remember(days) {
      out.append(stamp)
      return
    }
    out.append(capacity: Timestamp.textCapacity) { target in
      target.storeBytes(of: head, as: UInt64.self)
      target.storeBytes(of: tail, toByteOffset: 8, as: UInt16.self)
      let count = stamp.storeTime(second, target, 10)
      if count <= 32 {
        last = stamp
        length = count
        text = UnsafeRawPointer(target).loadUnaligned(as: SIMD32<UInt8>.self)
      }
      return count
    }
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
    text.withUnsafeBytes {
      head = $0.loadUnaligned(as: UInt64.self)
      tail = $0.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    }
    return true
  }
}
