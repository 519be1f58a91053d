import ByteKit
import HealthModel

/// What the rules about several records need of one of them.
struct RowFact {
  /// Its place among the rows of the chunk.
  var row: Int32
  /// Where the record begins in the decoded input.
  var offset: Int
  var kind: RecordKind
  /// Numbers of names, -1 for none.
  var type: Int32
  var source: Int32
  var device: Int32
  var unit: Int32
  /// The stage of sleep, or another text value.
  var text: Int32
  /// Start and end in ms since 1970.
  var start: Int64
  var end: Int64
  var hasStart: Bool
  var hasEnd: Bool
  var value: Double
  var hasValue: Bool
  var isCumulative: Bool
  var isSleep: Bool
  /// A discrete measurement of a person.
  var isMeasured: Bool
  /// By which share a value may differ from the one before within a day.
  var largestJump: Double
  /// The UTC offset of the start, and what the zone in the metadata has at that time; `noOffset`
  /// when there is none.
  var offsetMinutes: Int16
  var zoneMinutes: Int16
  /// Equal for records that are equal in every field.
  var identity: Fingerprint
  /// Of the identifier, all zero when there is none.
  var uuid: Fingerprint
}

/// 128 bits that stand for a content; equal by chance in one of 10^38.
struct Fingerprint: Hashable, Sendable {
  var high: UInt64 = 0x9E37_79B9_7F4A_7C15
  var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Stands for nothing.
  static let none = Fingerprint(high: 0, low: 0)

  @inline(__always)
  mutating func add(_ word: UInt64) {
    high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F)
    low = Self.fold(low &+ word, 0xE703_7ED1_A0B4_28DB)
  }

  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    add(UInt64(range.count))
    var i = range.lowerBound
    while i < range.upperBound {
      add(bytes.word(at: i, length: min(8, range.upperBound &- i)))
      i &+= 8
    }
  }

  @inline(__always)
  private static func fold(_ x: UInt64, _ key: UInt64) -> UInt64 {
    let product = (x | 1).multipliedFullWidth(by: key)
    return product.high ^ product.low &+ x
  }
}
