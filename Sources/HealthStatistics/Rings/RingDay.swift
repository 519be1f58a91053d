import ByteKit
import HealthModel
import JSONCodec
import Synchronization

/// A ring of an activity summary.
public enum Ring: String, Sendable, CaseIterable {
  /// Active energy in J, or the time of moving in s where that is the goal.
  case move
  /// Exercise in s.
  case exercise
  /// Hours with a minute of standing.
  case stand
}

/// A ring of a day and its goal.
struct RingDay: Sendable {
  /// Days since 1970, in the wearer's calendar.
  var day: Int64
  var ring: Ring
  var value: ExactDecimal
  var goal: ExactDecimal
  var unit: String

  /// The rings of an activity summary; those without a goal are not in use.
  static func read(_ row: RecordRow, _ batch: borrowing RecordBatch) -> [RingDay] {
    guard row.dates.contains(.start), !row.details.isEmpty,
      let details = try? JSONValue.parse(batch.arena.span, row.details.range)
    else { return [] }
    let day = row.start.localSeconds.floorDivided(by: 86_400)
    func number(_ name: String) -> ExactDecimal? {
      guard let text = details[name]?.numberText else { return nil }
      let bytes = Array(text.utf8)
      guard case .exact(let decimal) = ExactDecimal.parse(bytes.span, 0..<bytes.count) else {
        return nil
      }
      return decimal
    }
    func ring(_ ring: Ring, _ name: String, _ unit: String) -> RingDay? {
      guard let goal = number(name + "Goal"), goal.significand > 0, let value = number(name) else {
        return nil
      }
      return RingDay(day: day, ring: ring, value: value, goal: goal, unit: unit)
    }
    return [
      ring(.move, "activeEnergyBurned", "J") ?? ring(.move, "appleMoveTime", "s"),
      ring(.exercise, "appleExerciseTime", "s"),
      ring(.stand, "appleStandHours", "count"),
    ].compactMap { $0 }
  }
}

/// The rings of all days; a day that is there twice counts once, as the larger one.
final class RingTable: Sendable {
  private struct Key: Hashable {
    var day: Int64
    var ring: Ring
  }

  private let state = Mutex([Key: RingDay]())

  init() {}

  func add(_ days: [RingDay]) {
    state.withLock { table in
      for day in days {
        let key = Key(day: day.day, ring: day.ring)
        if let old = table[key],
          (old.value.doubleValue, old.goal.doubleValue)
            >= (day.value.doubleValue, day.goal.doubleValue)
        {
          continue
        }
        table[key] = day
      }
    }
  }

  /// All rings by day.
  var days: [RingDay] {
    state.withLock { Array($0.values) }.sorted {
      ($0.day, $0.ring.rawValue) < ($1.day, $1.ring.rawValue)
    }
  }
}
