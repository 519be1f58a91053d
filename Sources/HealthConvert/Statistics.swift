import ByteKit
import HealthFormats
import HealthModel
import HealthStatistics

/// Adds up, counts and averages samples by hour, day, week, month or year of the local calendar.
///
///     var plan = StatisticsPlan(types: WantedType.named("steps"))
///     plan.last = 7
///     let report = try Statistics(inputs: ["export.zip"], plan: plan).run()
///     for row in report.series[0].rows {
///       print(row.period, row.sum?.decimal.doubleValue ?? 0)
///     }
///
/// What adds up is exact: sums are rounded once, when they are printed, and a sample that crosses
/// midnight is shared out by time. Values are those that `Conversion` writes, so that statistics
/// of an export and of what it was converted to are the same.
public struct Statistics: Sendable {
  /// Paths of the inputs, `-` for standard input, read as one archive.
  public var inputs: [String]
  /// What is wanted.
  public var plan: StatisticsPlan
  /// How the inputs are read; which types, kinds and times is for the plan to say.
  public var reading = ReadingOptions()
  /// Called now and then with the number of decoded bytes.
  public var progress: (@Sendable (Int) -> Void)?

  /// Statistics by a plan.
  public init(inputs: [String], plan: StatisticsPlan) {
    self.inputs = inputs
    self.plan = plan
  }

  /// Reads the inputs and reports.
  public func run() throws(ConversionError) -> StatisticsReport {
    var plan = plan
    plan.threads = reading.threads
    var options = reading
    options.filter.since = nil
    options.filter.until = nil
    let samples = plan.types.filter { $0.measure != .rings }
    let hasRings = samples.count < plan.types.count
    let run = StatisticsRun(plan)
    let pass = RecordPass(
      inputs: inputs,
      reading: options,
      // Rings have no type, and a filter by type would leave them out.
      types: hasRings ? [] : Set(samples.map(\.name)),
      progress: progress
    )
    let report = try pass.run { run.makeConsumer() }
    try run.finish()
    return run.report(report)
  }
}
