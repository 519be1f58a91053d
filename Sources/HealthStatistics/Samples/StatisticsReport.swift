import ByteKit
import HealthFormats
import HealthModel
import HealthUnits

/// The numbers of one series in one period.
public struct StatisticsRow: Sendable {
  /// The period, as ISO 8601 writes it: `2026-03-29`, `2026-W13`, `2026-03`, `2026`; an hour with
  /// its offset; `all`.
  public var period: String
  /// When it begins; nil when samples of several zones share it.
  public var start: Timestamp?
  /// When it ends; the end itself is outside.
  public var end: Timestamp?
  /// How many samples count; of what is shared out, those that begin to count here.
  public var count = 0
  /// The exact sum, of what adds up.
  public var sum: ExactSum?
  /// The sum of the goals of rings.
  public var goal: Rational?
  /// How many rings were closed.
  public var closed: Int?
  /// The smallest value.
  public var minimum: ExactDecimal?
  /// The mean, each sample counting the same.
  public var mean: Rational?
  /// The largest value.
  public var maximum: ExactDecimal?
  /// The value that was measured last.
  public var latest: ExactDecimal?
  /// The mean, each sample counting as long as it lasts; of sound the equivalent continuous level.
  public var weightedMean: ExactDecimal?

  /// How much of the goals was reached: 1 for all.
  public var share: Rational? {
    guard let goal, !goal.isZero, let sum else { return nil }
    return sum.rational / goal
  }
}

/// A row of numbers in time.
public struct StatisticsSeries: Sendable {
  /// The type.
  public var type: WantedType
  /// The source, when each is by itself.
  public var source: String?
  /// `night` or `nap`, of sleep.
  public var part: String?
  /// The case of a category, the stage of sleep, or the ring.
  public var value: String?
  /// The unit of all numbers.
  public var unit: String
  /// The periods in order; those between the first and the last that have no samples are there too.
  public var rows: [StatisticsRow]
}

/// What is known of a type's samples.
public struct StatisticsType: Sendable {
  /// The type.
  public var type: WantedType
  /// How many samples each source has, most first, by folded name.
  public var sources: [(name: String, count: Int)]
  /// Samples whose number is beyond 400 powers of ten, or none.
  public var leftOut: Int

  /// How many samples there are.
  public var count: Int { sources.reduce(0) { $0 + $1.count } }
}

/// Statistics by period.
public struct StatisticsReport: Sendable {
  /// How long the periods are.
  public var period: PeriodUnit
  /// Which samples counted.
  public var sources: StatisticsSources
  /// By which zones the periods were found, most used first.
  public var zones: [ZoneUse]
  /// The types, in the order they were asked for.
  public var types: [StatisticsType]
  /// The series, by type.
  public var series: [StatisticsSeries]
  /// What was read, rejected and found.
  public var run: RunReport
}
