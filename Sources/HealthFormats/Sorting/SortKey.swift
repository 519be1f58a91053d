import ByteKit
import HealthModel

/// By which date records are sorted.
public enum SortOrder: String, Sendable, CaseIterable {
  /// By their start.
  case start
  /// By their end, or their start where they have none.
  case end
}

/// Where a record goes: by its instant, then by its place in the input.
///
/// Records without a date come first.
struct SortKey: Comparable, Sendable {
  var seconds: Int64
  var nanoseconds: Int32
  var number: Int

  init(_ row: RecordRow, _ order: SortOrder, number: Int) {
    let stamp: Timestamp? =
      order == .end && row.dates.contains(.end)
      ? row.end : row.dates.contains(.start) ? row.start : nil
    seconds = stamp?.seconds ?? .min
    nanoseconds = stamp?.nanoseconds ?? 0
    self.number = number
  }

  init(seconds: Int64, nanoseconds: Int32, number: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.number = number
  }

  static func < (a: SortKey, b: SortKey) -> Bool {
    if a.seconds != b.seconds { return a.seconds < b.seconds }
    if a.nanoseconds != b.nanoseconds { return a.nanoseconds < b.nanoseconds }
    return a.number < b.number
  }
}
