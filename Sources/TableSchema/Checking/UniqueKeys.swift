import ByteKit

/// Keys seen so far, each as 16 bytes, with the row that had it first.
struct UniqueKeys: Sendable {
  private var rows: [KeyHash: Int] = [:]

  /// The row that had the key before; nil when it is new.
  mutating func insert(_ key: KeyHash, row: Int) -> Int? {
    if let first = rows[key] { return first }
    rows[key] = row
    return nil
  }
}

/// A hash of values of 128 bits, so wide that no two different keys of a file meet by chance.
struct KeyHash: Hashable, Sendable {
  private var low: UInt64 = Self.seeds.0
  private var high: UInt64 = Self.seeds.1

  /// Drawn anew in each process, so that no file can aim at them.
  private static let seeds = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))

  /// Adds a value: equal numbers and instants are equal however they are written.
  mutating func add(_ value: CellValue, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    switch value {
    case .number(let number):
      let plain = number.normalized
      mix(plain.significand)
      mix(UInt64(truncatingIfNeeded: Int(plain.exponent)))
      mix(plain.isNegative && plain.significand != 0 ? 1 : 0)
    case .instant(let seconds, let nanoseconds):
      mix(UInt64(bitPattern: seconds))
      mix(UInt64(truncatingIfNeeded: nanoseconds))
    default:
      var at = range.lowerBound
      while at < range.upperBound {
        let count = min(8, range.upperBound - at)
        mix(bytes.word(at: at, length: count))
        at += count
      }
      mix(UInt64(range.count))  // ends the value, so that ab,c is not a,bc
    }
  }

  private mutating func mix(_ word: UInt64) {
    let a = (low ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let b = (high ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    low = a.low ^ b.high
    high = b.low &+ a.high &+ 0x2545_F491_4F6C_DD1D
  }
}
