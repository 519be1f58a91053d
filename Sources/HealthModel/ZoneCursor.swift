import ByteKit

/// Looks up the offsets of one zone, fast while questions stay in the same part of the year.
///
/// A value for one worker: it remembers the stretch between two clock changes of the last answer.
public struct ZoneCursor: Sendable {
  /// The zone.
  public let rules: ZoneRules
  private var segment: ZoneRules.Segment

  /// Starts somewhere; the first question finds its place.
  public init(_ rules: ZoneRules) {
    self.rules = rules
    segment = rules.segment(at: 0)
  }

  /// The offset in force at an instant, in seconds east of UTC.
  @inline(__always)
  public mutating func offsetSeconds(at utcSeconds: Int64) -> Int {
    if !segment.instants.contains(utcSeconds) { segment = rules.segment(at: utcSeconds) }
    return segment.offset
  }

  /// What the wall clock reading `wall` (its seconds as if it were UTC) stands for.
  @inline(__always)
  public mutating func resolve(wall: Int64) -> LocalResolution {
    if segment.walls.contains(wall) { return .unique(offset: segment.offset) }
    let resolution = rules.resolve(wall: wall)
    if case .unique(let offset) = resolution {
      segment = rules.segment(at: wall &- Int64(offset))
    }
    return resolution
  }

  /// The instant of a wall clock reading and the offset in force then.
  ///
  /// Twice shown, it is the earlier time. Never shown, it is as long after the clock change as
  /// the offset before it says: 02:30 in the gap of Berlin is 03:30+02:00.
  public mutating func instant(ofWall wall: Int64) -> (seconds: Int64, offset: Int) {
    switch resolve(wall: wall) {
    case .unique(let offset), .fold(earlier: let offset, later: _):
      return (wall &- Int64(offset), offset)
    case .gap(let before, let after):
      return (wall &- Int64(before), after)
    }
  }

  /// The same instant with this zone's offset; a wall clock without offset is read in this zone.
  ///
  /// Offsets with seconds, as before 1900, are cut to minutes toward zero; the instant is exact.
  public mutating func localized(_ timestamp: Timestamp) -> Timestamp {
    var result = timestamp
    let offset: Int
    if timestamp.hasOffset {
      offset = offsetSeconds(at: timestamp.seconds)
    } else {
      (result.seconds, offset) = instant(ofWall: timestamp.seconds)
    }
    result.offsetMinutes = Int16(truncatingIfNeeded: offset / 60)
    return result
  }
}
