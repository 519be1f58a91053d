import HealthFormats
import HealthModel

/// A finding before its place is worked out: which bytes, and what to say.
struct Draft {
  var rule: RuleID
  /// Offset of what is wrong, in the decoded input.
  var offset: Int
  /// The record's bytes, in the decoded input.
  var record: Range<Int>
  /// How many bytes are wrong, when that is known.
  var length = 0
  /// The column whose field is wrong, to be found in the record.
  var column: Column?
  /// Of metadata, the key whose value is wrong.
  var key: String?
  /// Whether the offset is that of a field, even where the record itself begins.
  var isAtField = false
  /// The field, when it is known already.
  var field: FieldPath?
  var message: String
  /// The symbols of the record's type and source.
  var type = Symbol.none
  var source = Symbol.none
  var contentKey: UInt64 = 0

  /// What it is counted under.
  var cell: ChunkNotes.Cell { ChunkNotes.Cell(rule: rule, type: type, source: source) }
  /// What identifies it by content.
  var content: ContentKey { ContentKey(rule: rule, key: contentKey) }

  /// Orders drafts by place and then by rule, which no two workers can do differently.
  func precedes(_ other: Draft) -> Bool {
    if offset != other.offset { return offset < other.offset }
    if rule != other.rule { return rule.order < other.rule.order }
    if column != other.column { return (column?.rawValue ?? 0) < (other.column?.rawValue ?? 0) }
    return message < other.message
  }
}

/// What identifies a finding by content.
struct ContentKey: Hashable, Sendable {
  var rule: RuleID
  var key: UInt64
}

/// A hash that is the same in every run: FNV-1a over 64 bits.
struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for index in range { add(byte: bytes[index]) }
    add(byte: 0xFF)
  }
}
