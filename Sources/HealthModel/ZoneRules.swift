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
  /// The offset in seconds, where it never changes.
  private let fixed: Int
  /// Looks changing offsets up; nil when the offset is fixed.
  private let blocks: ZoneBlocks?

  /// Coordinated Universal Time.
  public static let utc = ZoneRules(fixedOffset: 0, "UTC")

  /// A zone with one offset in seconds, under any name.
  public init(fixedOffset offset: Int, _ identifier: String) {
    self.identifier = identifier
    (fixed, blocks) = (offset, nil)
  }

  /// Opens a zone by its IANA name, `UTC`, or a fixed offset such as `+01:00`.
  ///
  /// The case of letters counts. Words in capitals such as `CST` or `EST` are refused even where
  /// the database has them: what they mean depends on where one lives.
  public init?(identifier: String) {
    self.identifier = identifier
    if let offset = Self.fixedOffset(identifier) {
      (fixed, blocks) = (offset, nil)
      return
    }
    let capitals = identifier.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    guard !capitals, identifier.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let zone = TimeZone(identifier: identifier)
    else { return nil }
    (fixed, blocks) = (0, ZoneBlocks(zone))
  }

  /// `UTC`, `GMT`, `Z`, `+01:00`, `-0330`, `UTC+2`, ...
  private static func fixedOffset(_ identifier: String) -> Int? {
    let text = Array(identifier.utf8)
    guard text.allSatisfy({ $0 < 0x60 }) else { return nil }
    guard let minutes = try? Timestamp.parseOffset(text.span, 0..<text.count) else { return nil }
    return Int(minutes) * 60
  }

  /// Earlier than 1850 the offset is that of 1850; from the year 10,000 on nothing is kept.
  private static let firstTime: Int64 = -3_786_825_600
  private static let lastTime: Int64 = 253_402_300_800

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
    guard let blocks else {
      return Segment(offset: fixed, instants: .min..<(.max), walls: .min..<(.max))
    }
    if utcSeconds >= Self.lastTime {
      let offset = blocks.offset(at: utcSeconds)
      return Segment(offset: offset, instants: utcSeconds..<utcSeconds, walls: 0..<0)
    }
    let time = max(utcSeconds, Self.firstTime)
    let block = blocks.block(at: time)
    var low = 0
    var high = block.starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if block.starts[middle] <= time { low = middle } else { high = middle }
    }
    let offset = block.offsets[low]
    let isLast = low + 1 == block.starts.count
    let end = isLast ? block.end : block.starts[low + 1]
    let before = low == 0 ? block.before : block.offsets[low - 1]
    let after = isLast ? block.after : block.offsets[low + 1]
    let wallStart = block.starts[low] + Int64(max(offset, before))
    let wallEnd = end + Int64(min(offset, after))
    if utcSeconds < Self.firstTime {
      return Segment(offset: offset, instants: .min..<Self.firstTime, walls: 0..<0)
    }
    return Segment(
      offset: offset,
      instants: block.starts[low]..<end,
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
