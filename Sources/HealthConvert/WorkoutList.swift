import ByteKit
import HealthFormats
import HealthModel
import HealthStatistics

/// Lists workouts with their totals, and the average heart rate of samples where they tell none.
///
///     var list = WorkoutList(inputs: ["export.zip"])
///     list.order = .distance
///     for workout in try list.run().workouts {
///       print(workout.activity, workout.speed?.doubleValue ?? 0)
///     }
public struct WorkoutList: Sendable {
  /// Paths of the inputs, `-` for standard input.
  public var inputs: [String]
  /// Short names of activities; empty for all.
  public var activities: Set<String> = []
  /// On which clock times are given.
  public var zone = ZoneSource.recorded
  /// No workout that starts before this.
  public var since: TimeBound?
  /// No workout that starts at this or later.
  public var until: TimeBound?
  /// By what they are ordered.
  public var order = WorkoutSummary.Order.start
  /// How the inputs are read.
  public var reading = ReadingOptions()
  /// About how many bytes of heart rates stay in memory; the rest goes to a temporary file.
  public var memory = 1 << 19
  /// Called now and then with the number of decoded bytes.
  public var progress: (@Sendable (Int) -> Void)?

  /// The workouts of inputs.
  public init(inputs: [String]) { self.inputs = inputs }

  /// Reads the inputs; the workouts in order, and what was read and found.
  public func run() throws(ConversionError) -> (workouts: [WorkoutSummary], report: RunReport) {
    var options = reading
    options.filter.since = nil
    options.filter.until = nil
    let run = WorkoutRun(
      zone: zone,
      since: since,
      until: until,
      activities: activities,
      memory: memory
    )
    let pass = RecordPass(inputs: inputs, reading: options, types: [], progress: progress)
    let report = try pass.run { run.makeConsumer() }
    return (try run.workouts(by: order), report)
  }
}
