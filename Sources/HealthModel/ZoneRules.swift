import ByteKit
import Foundation

/// What a wall clock shows in a zone: once, twice or never.
public enum LocalResolution: Sendable, Equatable {
  /// Shown once, at this offset in seconds.
  case unique(offset: Int)
  /// Shown twice, because the clock was put back: the offsets of both times, in order.
  case fold(earlier: Int, later: Int)
  /// Never shown, because the clock was put forward: the offsets on both sides.
  case gap(before: Int, after: Int)
}

/// The UTC offsets of one zone through time, never those of the machine.
public struct ZoneRules: Sendable {
  /// The name it was made from.
  public let identifier: String
  /// Segment i begins at `starts[i]` (seconds since 1970) and has `offsets[i]`.
  private let starts: [Int64]
  private let offsets: [Int]
  /// For times beyond the table; nil when the offset is fixed.
  private let zone: TimeZone?

  /// Opens a zone by its IANA name, `UTC`, or a fixed offset such as `+01:00`.
  ///
  /// The case of letters counts. Words in capitals such as `CST` or `EST` are refused even where
  /// the database has them: what they mean depends on where one lives.
  public init?(identifier: String) {
    self.identifier = identifier
    if let offset = Self.fixedOffset(identifier) {
      (starts, offsets, zone) = ([.min], [offset], nil)
      return
    }
    let capitals = identifier.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    guard !capitals, identifier.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let zone = TimeZone(identifier: identifier)
    else { return nil }
    self.zone = zone
    (starts, offsets) = Self.segments(of: zone)
  }

  /// `UTC`, `GMT`, `Z`, `+01:00`, `-0330`, `UTC+2`, ...
  private static func fixedOffset(_ identifier: String) -> Int? {
    let text = Array(identifier.utf8)
    guard text.allSatisfy({ $0 < 0x60 }) else { return nil }
    guard let minutes = try? Timestamp.parseOffset(text.span, 0..<text.count) else { return nil }
    return Int(minutes) * 60
  }

  // MARK: The table

  /// The table covers 1850 to 2099; earlier times have its first offset, later ones are looked up.
  private static let tableStart: Int64 = -3_786_825_600
  private static let tableEnd: Int64 = 4_102_444_800

  /// Finds all changes by looking every third day (no zone has two within that) and then halving.
  ///
  /// `nextDaylightSavingTimeTransition` is no help: it leaves out changes of the standard offset.
  private static func segments(of zone: TimeZone) -> ([Int64], [Int]) {
    var starts = [Int64.min]
    var offsets = [offset(of: zone, at: tableStart)]
    var current = offsets[0]
    var time = tableStart
    while time < tableEnd {
      let next = time + 86_400 * 3
      let there = offset(of: zone, at: next)
      if there != current {
        var (low, high) = (time, next)
        while high - low > 1 {
          let middle = low + (high - low) / 2
          if offset(of: zone, at: middle) == current { low = middle } else { high = middle }
        }
        starts.append(high)
        current = offset(of: zone, at: high)
        offsets.append(current)
        time = high
      } else {
        time = next
      }
    }
    return (starts, offsets)
  }

  private static func offset(of zone: TimeZone, at utcSeconds: Int64) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utcSeconds)))
  }

  // MARK: Looking up

  /// The offset in force at an instant, in seconds east of UTC.
  public func offsetSeconds(at utcSeconds: Int64) -> Int { segment(at: utcSeconds).offset }

  /// What the wall clock reading `wall` (its seconds as if it were UTC) stands for.
  ///
  /// Assumes that offsets change at most once in 32 hours.
  public func resolve(wall: Int64) -> LocalResolution {
    // Offsets lie within 16 hours of UTC, so these two instants enclose every reading.
    let reach: Int64 = 16 * 3_600
    let before = offsetSeconds(at: wall.subtractingSaturating(reach))
    let after = offsetSeconds(at: wall.subtractingSaturating(-reach))
    if before == after { return .unique(offset: before) }
    let early = offsetSeconds(at: wall.subtractingSaturating(Int64(before))) == before
    let late = offsetSeconds(at: wall.subtractingSaturating(Int64(after))) == after
    switch (early, late) {
    case (true, true): return .fold(earlier: before, later: after)
    case (true, false): return .unique(offset: before)
    case (false, true): return .unique(offset: after)
    case (false, false): return .gap(before: before, after: after)
    }
  }

  /// A stretch of time with one offset.
  struct Segment {
    var offset: Int
    /// In UTC.
    var instants: Range<Int64>
    /// Readings of the wall clock that this offset alone explains.
    var walls: Range<Int64>
  }

  func segment(at utcSeconds: Int64) -> Segment {
    if let zone, utcSeconds >= Self.tableEnd {
      let offset = Self.offset(of: zone, at: utcSeconds)
      return Segment(offset: offset, instants: utcSeconds..<utcSeconds, walls: 0..<0)
    }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= utcSeconds { low = middle } else { high = middle }
    }
    let offset = offsets[low]
    let isLast = low + 1 == starts.count
    let end = isLast ? (zone == nil ? .max : Self.tableEnd) : starts[low + 1]
    let wallStart =
      low == 0 ? Int64.min : starts[low] + Int64(max(offset, offsets[low - 1]))
    // Near the end of the table the next offset is unknown: a day's margin.
    let wallEnd =
      isLast
      ? (zone == nil ? .max : end - 86_400) : end + Int64(min(offset, offsets[low + 1]))
    return Segment(
      offset: offset,
      instants: starts[low]..<end,
      walls: wallStart..<max(wallStart, wallEnd)
    )
  }
}

extension Int64 {
  fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : difference
  }
}
