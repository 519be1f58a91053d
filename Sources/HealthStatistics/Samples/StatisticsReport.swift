import ByteKit
import HealthFormats
import HealthModel
import HealthUnits

/// The numbers of one series in one period.
public struct StatisticsRow: Sendable {
  /// Numbers of what is counted, averaged and compared.
  struct Values: Sendable {
    var minimum: ExactDecimal?
    var mean: Rational?
    var maximum: ExactDecimal?
    var latest: ExactDecimal?
    var weightedMean: ExactDecimal?
  }

  /// Numbers of rings.
  struct Goals: Sendable {
    var sum: ExactSum
    var goal: Rational
    var closed: Int
  }

  /// What a row has, by what is measured: most rows are sums, which should take little room.
  enum Numbers: Sendable {
    case nothing
    case sum(ExactSum)
    indirect case values(Values)
    indirect case goals(Goals)
  }

  /// The period, as ISO 8601 writes it: `2026-03-29`, `2026-W13`, `2026-03`, `2026`; an hour with
  /// its offset; `all`.
  public internal(set) var period: String
  /// When it begins; nil when samples of several zones share it.
  public internal(set) var start: Timestamp?
  /// When it ends; the end itself is outside.
  public internal(set) var end: Timestamp?
  /// How many samples count; of what is shared out, those that begin to count here.
  public internal(set) var count = 0
  var numbers = Numbers.nothing

  init(period: String, start: Timestamp? = nil) {
    self.period = period
    self.start = start
  }

  /// The exact sum, of what adds up.
  public var sum: ExactSum? {
    switch numbers {
    case .sum(let sum): sum
    case .goals(let goals): goals.sum
    case .nothing, .values: nil
    }
  }

  private var goals: Goals? {
    if case .goals(let goals) = numbers { goals } else { nil }
  }

  private var values: Values? {
    if case .values(let values) = numbers { values } else { nil }
  }

  /// The sum of the goals of rings.
  public var goal: Rational? { goals?.goal }
  /// How many rings were closed.
  public var closed: Int? { goals?.closed }
  /// The smallest value.
  public var minimum: ExactDecimal? { values?.minimum }
  /// The mean, each sample counting the same.
  public var mean: Rational? { values?.mean }
  /// The largest value.
  public var maximum: ExactDecimal? { values?.maximum }
  /// The value that was measured last.
  public var latest: ExactDecimal? { values?.latest }
  /// The mean, each sample counting as long as it lasts; of sound the equivalent continuous level.
  public var weightedMean: ExactDecimal? { values?.weightedMean }

  /// How much of the goals was reached: 1 for all.
  public var share: Rational? {
    guard let goals, !goals.goal.isZero else { return nil }
    return goals.sum.rational / goals.goal
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
