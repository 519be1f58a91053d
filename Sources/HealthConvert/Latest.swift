import ByteKit
import HealthFormats
import HealthModel
import HealthStatistics

/// Finds the most recent sample of each type, by its end.
///
///     let latest = Latest(inputs: ["export.zip"], types: WantedType.named("BodyMass"))
///     if let weight = try latest.run().samples[0], let number = weight.number {
///       print(number.doubleValue, weight.unit, "of", weight.source)
///     }
///
/// Numbers are in canonical units.
public struct Latest: Sendable {
  /// Paths of the inputs, `-` for standard input.
  public var inputs: [String]
  /// The types, in the order of the result.
  public var types: [WantedType]
  /// On which clock times are given, and days counted.
  public var zone = ZoneSource.recorded
  /// Only samples that ended on this day; nil for all.
  public var day: LatestDay?
  /// How the inputs are read.
  public var reading = ReadingOptions()
  /// Called now and then with the number of decoded bytes.
  public var progress: (@Sendable (Int) -> Void)?

  /// The most recent samples of types.
  public init(inputs: [String], types: [WantedType]) {
    self.inputs = inputs
    self.types = types
  }

  /// Reads the inputs; one sample a type, nil where there is none, and what was read and found.
  public func run() throws(ConversionError) -> (samples: [LatestSample?], report: RunReport) {
    let run = LatestRun(types, zone: zone, on: day)
    let pass = RecordPass(
      inputs: inputs,
      reading: reading,
      types: Set(types.map(\.name)),
      progress: progress
    )
    let report = try pass.run { run.makeConsumer() }
    return (run.samples, report)
  }
}
