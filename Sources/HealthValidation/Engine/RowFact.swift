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
