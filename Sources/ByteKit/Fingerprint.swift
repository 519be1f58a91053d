/// 128 bits that stand for a content; equal by chance in one of 10^38.
///
/// For comparisons within one run: the bits are no format.
public struct Fingerprint: Hashable, Sendable {
  /// The one half.
  public var high: UInt64
  /// The other half.
  public var low: UInt64

  /// Stands for nothing.
  @inlinable public static var none: Fingerprint { Fingerprint(high: 0, low: 0) }

  /// Two halves that were taken from a fingerprint.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Of no content yet.
  @inlinable
  public init() { self.init(high: 0x9E37_79B9_7F4A_7C15, low: 0xC2B2_AE3D_27D4_EB4F) }

  /// Of some bytes.
  public init(of bytes: Span<UInt8>) {
    self.init()
    add(bytes, 0..<bytes.count)
  }

  /// Adds a word to the content.
  @inlinable @inline(__always)
  public mutating func add(_ word: UInt64) {
    // Two multiply-and-fold hashes with different keys.
    high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F)
    low = Self.fold(low &+ word, 0xE703_7ED1_A0B4_28DB)
  }

  /// Adds bytes, and how many they are, so that `ab`, `c` is not `a`, `bc`.
  public mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    add(UInt64(range.count))
    var i = range.lowerBound
    while i < range.upperBound {
      add(bytes.word(at: i, length: min(8, range.upperBound &- i)))
      i &+= 8
    }
  }

  @inlinable @inline(__always)
  static func fold(_ x: UInt64, _ key: UInt64) -> UInt64 {
    let product = (x | 1).multipliedFullWidth(by: key)
    return product.high ^ product.low &+ x
  }
}
