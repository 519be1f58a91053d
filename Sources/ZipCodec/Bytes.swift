/// Takes little-endian numbers from the front of some bytes; `nil` when they run out.
struct Bytes {
  private let bytes: [UInt8]
  private(set) var index: Int

  init(_ bytes: [UInt8], at index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  /// What was not taken yet.
  var rest: ArraySlice<UInt8> { bytes[index...] }

  mutating func byte() -> UInt8? { number(1).map { UInt8(truncatingIfNeeded: $0) } }

  mutating func word() -> UInt16? { number(2).map { UInt16(truncatingIfNeeded: $0) } }

  mutating func long() -> UInt32? { number(4).map { UInt32(truncatingIfNeeded: $0) } }

  mutating func quad() -> UInt64? { number(8) }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= bytes.count - index else { return nil }
    defer { index += count }
    return Array(bytes[index..<index + count])
  }

  mutating func skip(_ count: Int) { index += min(count, bytes.count - index) }

  private mutating func number(_ count: Int) -> UInt64? {
    guard count <= bytes.count - index else { return nil }
    var value: UInt64 = 0
    for offset in (0..<count).reversed() { value = value << 8 | UInt64(bytes[index + offset]) }
    index += count
    return value
  }
}
