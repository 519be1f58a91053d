import ByteKit
import HealthModel

/// Which records are wanted; everything when nothing is asked for.
public struct RecordFilter: Sendable, Equatable {
  /// Kinds of record; empty means all.
  public var kinds: Set<RecordKind> = []
  /// Canonical names of sample and correlation types; empty means all.
  public var types: Set<String> = []
  /// Canonical names of workout activities; empty means all.
  public var activities: Set<String> = []
  /// Names of sources, where `*` stands for any run of characters; empty means all.
  public var sources: [String] = []
  /// Only records that start at this instant or later.
  public var since: Timestamp?
  /// Only records that start before this instant.
  public var until: Timestamp?

  /// A filter that lets everything pass.
  public init() {}

  /// Whether everything passes.
  public var isEmpty: Bool { self == RecordFilter() }
}

/// A filter with what it found out about the symbols of a worker.
struct RowFilter {
  let rule: RecordFilter
  private var types: [Bool?] = []
  private var sources: [Bool?] = []
  private var generation = 0

  init(_ rule: RecordFilter) { self.rule = rule }

  var isEmpty: Bool { rule.isEmpty }

  /// Whether a row passes.
  mutating func includes(_ row: RecordRow, _ batch: borrowing RecordBatch) -> Bool {
    if !rule.kinds.isEmpty, !rule.kinds.contains(row.kind) { return false }
    if generation != batch.symbols.generation {
      generation = batch.symbols.generation
      types.removeAll()
      sources.removeAll()
    }
    if !rule.types.isEmpty || !rule.activities.isEmpty, !includesType(of: row, batch) {
      return false
    }
    if !rule.sources.isEmpty, !includesSource(of: row, batch) { return false }
    if let since = rule.since {
      guard row.dates.contains(.start), !row.starts(before: since) else { return false }
    }
    if let until = rule.until {
      guard row.dates.contains(.start), row.starts(before: until) else { return false }
    }
    return true
  }

  private mutating func includesType(of row: RecordRow, _ batch: borrowing RecordBatch) -> Bool {
    let wanted = row.kind == .workout ? rule.activities : rule.types
    // Asking for activities only leaves no samples, and the other way round.
    if wanted.isEmpty || row.type.isNone { return false }
    let index = Int(row.type.index) * 2 + (row.kind == .workout ? 1 : 0)
    while types.count <= index { types.append(nil) }
    if let known = types[index] { return known }
    let isWanted = wanted.contains(batch.symbols.type.text(row.type))
    types[index] = isWanted
    return isWanted
  }

  private mutating func includesSource(of row: RecordRow, _ batch: borrowing RecordBatch) -> Bool {
    if row.source.isNone { return false }
    let index = Int(row.source.index)
    while sources.count <= index { sources.append(nil) }
    if let known = sources[index] { return known }
    let name = batch.symbols.source.text(row.source)
    let isWanted = rule.sources.contains { Glob.matches(name, pattern: $0) }
    sources[index] = isWanted
    return isWanted
  }
}

extension RecordRow {
  /// Whether the start lies before a bound; a day is compared with the bound's own wall clock.
  fileprivate func starts(before bound: Timestamp) -> Bool {
    guard dates.contains(.startIsDay), bound.hasOffset else { return start.isBefore(bound) }
    return start.seconds < bound.seconds + Int64(bound.offsetMinutes) * 60
  }
}

extension Timestamp {
  /// Whether the instant lies before another.
  func isBefore(_ other: Timestamp) -> Bool {
    seconds < other.seconds || seconds == other.seconds && nanoseconds < other.nanoseconds
  }
}

/// Patterns in which `*` stands for any run of characters; a blank also matches a no-break space,
/// and a straight apostrophe a curly one, since that is how people type what exports write.
package enum Glob {
  package static func matches(_ text: String, pattern: String) -> Bool {
    matches(Array(plain(text))[...], Array(plain(pattern))[...])
  }

  private static func plain(_ text: String) -> String {
    text.replacing("\u{00A0}", with: " ").replacing("\u{202F}", with: " ")
      .replacing("\u{2019}", with: "'")
  }

  private static func matches(
    _ text: ArraySlice<Character>,
    _ pattern: ArraySlice<Character>
  )
    -> Bool
  {
    // The usual two-finger walk: on a mismatch go back to the last star and let it take one more.
    var t = text.startIndex
    var p = pattern.startIndex
    var star: (t: Int, p: Int)?
    while t < text.endIndex {
      if p < pattern.endIndex, pattern[p] == "*" {
        star = (t, p + 1)
        p += 1
      } else if p < pattern.endIndex, pattern[p] == text[t] {
        t += 1
        p += 1
      } else if let last = star {
        star = (last.t + 1, last.p)
        t = last.t + 1
        p = last.p
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
