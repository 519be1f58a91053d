/// Which values of a quantity type can be, and which are usual.
///
/// Two tiers: what lies outside `possible` is an error in the data, what lies outside `plausible`
/// deserves a look. **Not clinically reviewed**: the figures are for finding broken files, not for
/// judging a person's health. Values are in the type's canonical unit.
public struct ValueRange: Sendable {
  /// The short name of the type.
  public let type: String
  /// What can be measured at all.
  public let possible: ClosedRange<Double>
  /// What is usual in people.
  public let plausible: ClosedRange<Double>
  /// Whether 0 means that there was no measurement.
  public let zeroIsMissing: Bool

  private init(
    _ type: String,
    _ possible: ClosedRange<Double>,
    _ plausible: ClosedRange<Double>,
    zeroIsMissing: Bool = false
  ) {
    self.type = type
    self.possible = possible
    self.plausible = plausible
    self.zeroIsMissing = zeroIsMissing
  }

  /// The range of a type by its short name, nil when none is declared.
  public static func of(_ type: String) -> ValueRange? { byType[type] }

  private static let byType = Dictionary(all.map { ($0.type, $0) }, uniquingKeysWith: { a, _ in a })

  /// The table; the sources are the limits of Health Connect's data types, widened where real
  /// readings go beyond them.
  public static let all: [ValueRange] = [
    ValueRange("HeartRate", 1...350, 25...230, zeroIsMissing: true),
    ValueRange("RestingHeartRate", 1...300, 30...120, zeroIsMissing: true),
    ValueRange("WalkingHeartRateAverage", 1...350, 40...200, zeroIsMissing: true),
    ValueRange("BodyMass", 0.2...700, 25...300, zeroIsMissing: true),
    ValueRange("LeanBodyMass", 0.2...500, 15...200, zeroIsMissing: true),
    ValueRange("Height", 0.2...2.8, 1.2...2.2, zeroIsMissing: true),
    ValueRange("BodyMassIndex", 5...200, 13...70, zeroIsMissing: true),
    ValueRange("BodyFatPercentage", 0...1, 0.03...0.65),
    ValueRange("BloodPressureSystolic", 20...350, 70...220, zeroIsMissing: true),
    ValueRange("BloodPressureDiastolic", 10...250, 40...140, zeroIsMissing: true),
    ValueRange("OxygenSaturation", 0...1, 0.7...1, zeroIsMissing: true),
    // 0.1 to 60 and 2 to 30 mmol/L.
    ValueRange("BloodGlucose", 1.8...1081, 36...541, zeroIsMissing: true),
    ValueRange("BodyTemperature", 15...46, 34...42),
    ValueRange("BasalBodyTemperature", 15...46, 34...42),
    ValueRange("RespiratoryRate", 1...150, 6...40, zeroIsMissing: true),
    ValueRange("HeartRateVariabilitySDNN", 0.1...1000, 5...300, zeroIsMissing: true),
    ValueRange("VO2Max", 3...110, 12...90, zeroIsMissing: true),
    ValueRange("StepCount", 0...1_000_000, 0...100_000),
    ValueRange("FlightsClimbed", 0...1_000_000, 0...1000),
    ValueRange("ActiveEnergyBurned", 0...4_184_000_000, 0...41_840_000),
    ValueRange("BasalEnergyBurned", 0...4_184_000_000, 0...41_840_000),
    ValueRange("DistanceWalkingRunning", 0...1_000_000, 0...200_000),
    ValueRange("DistanceCycling", 0...1_000_000, 0...500_000),
    ValueRange("DistanceSwimming", 0...1_000_000, 0...50_000),
    ValueRange("WalkingSpeed", 0...15, 0...4),
    ValueRange("RunningSpeed", 0...15, 0...8),
    ValueRange("CyclingSpeed", 0...70, 0...30),
    ValueRange("EnvironmentalAudioExposure", 0...200, 10...140),
    ValueRange("HeadphoneAudioExposure", 0...200, 10...140),
    ValueRange("DietaryWater", 0...20, 0...3),
    ValueRange("InsulinDelivery", 0...1000, 0...100),
    ValueRange("DietaryCaffeine", 0...20, 0...1),
    ValueRange("TimeInDaylight", 0...86_400, 0...86_400),
  ]
}

/// How fast a cumulative type can grow, in its canonical unit a second.
public struct RateRange: Sendable {
  /// The short name of the type.
  public let type: String
  /// The most that is possible.
  public let possible: Double
  /// The most that is usual over more than a minute.
  public let plausible: Double

  /// The rates of a type by its short name, nil when none is declared.
  public static func of(_ type: String) -> RateRange? { all.first { $0.type == type } }

  /// The table; not clinically reviewed either.
  public static let all: [RateRange] = [
    RateRange(type: "StepCount", possible: 10, plausible: 4),
    RateRange(type: "FlightsClimbed", possible: 5, plausible: 1),
    // 100 and 30 kcal a minute; 20,000 and 4,500 kcal a day.
    RateRange(type: "ActiveEnergyBurned", possible: 6973.4, plausible: 2092),
    RateRange(type: "BasalEnergyBurned", possible: 968.6, plausible: 218),
    RateRange(type: "DistanceWalkingRunning", possible: 15, plausible: 8),
    RateRange(type: "DistanceCycling", possible: 70, plausible: 30),
    RateRange(type: "DistanceSwimming", possible: 5, plausible: 2.5),
  ]
}
