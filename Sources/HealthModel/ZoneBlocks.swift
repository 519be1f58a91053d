import Foundation
import Synchronization

/// The offsets of one zone of the time zone database, looked up a few years at a time.
///
/// A whole table of two centuries takes 13 ms to make, and files need a few years of it. What was
/// looked up is shared by all threads.
final class ZoneBlocks: Sendable {
  /// The offsets of `ZoneBlocks.length` seconds.
  struct Block: Sendable {
    /// Stretch i begins at `starts[i]` (seconds since 1970) and has `offsets[i]`; the first one
    /// begins with the block.
    var starts: [Int64]
    var offsets: [Int]
    /// The offset just before the block.
    var before: Int
    /// Where the block ends, and the offset there.
    var end: Int64
    var after: Int
  }

  /// Four years.
  private static let length: Int64 = 1_461 * 86_400
  /// No zone changes its offset twice within this time.
  private static let step: Int64 = 3 * 86_400

  private let zone: TimeZone
  private let known = Mutex<[Int64: Block]>([:])

  init(_ zone: TimeZone) { self.zone = zone }

  /// The block that holds an instant.
  func block(at utcSeconds: Int64) -> Block {
    var number = utcSeconds / Self.length
    if utcSeconds % Self.length < 0 { number -= 1 }
    return known.withLock { known in
      if let block = known[number] { return block }
      let block = makeBlock(from: number * Self.length)
      known[number] = block
      return block
    }
  }

  /// Finds all changes by looking every few days and then halving.
  ///
  /// `nextDaylightSavingTimeTransition` is no help: it leaves out changes of the standard offset.
  private func makeBlock(from start: Int64) -> Block {
    let end = start + Self.length
    var current = offset(at: start)
    var block = Block(
      starts: [start],
      offsets: [current],
      before: offset(at: start - 1),
      end: end,
      after: offset(at: end)
    )
    var time = start
    while time < end {
      let next = min(time + Self.step, end)
      if offset(at: next) == current {
        time = next
        continue
      }
      var (low, high) = (time, next)
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if offset(at: middle) == current { low = middle } else { high = middle }
      }
      time = high
      if time == end { break }
      current = offset(at: time)
      block.starts.append(time)
      block.offsets.append(current)
    }
    return block
  }

  /// The offset in force at an instant, in seconds east of UTC.
  func offset(at utcSeconds: Int64) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utcSeconds)))
  }
}
