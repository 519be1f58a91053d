import ByteKit

/// One record of an archive as a plain value.
public enum HealthRecord: Sendable, Equatable {
  /// A quantity or category sample.
  case sample(Sample)
  /// Samples that belong together.
  case correlation(Correlation)
  /// A workout.
  case workout(Workout)
  /// The activity rings of a day.
  case activitySummary(ActivitySummary)
  /// Facts about the person, by name.
  case characteristics([String: String])
  /// A record that is not modelled: its type and its details as compact JSON.
  case other(type: String, details: String)
}

/// Samples that belong together, such as the two values of a blood pressure.
public struct Correlation: Sendable, Equatable {
  /// The short name of the type.
  public var type: String
  /// When it begins.
  public var startDate: Timestamp
  /// When it ends.
  public var endDate: Timestamp?
  /// Its samples; each stands at top level of the archive too.
  public var members: [Sample]
  /// Who wrote it.
  public var origin: Origin

  /// A correlation of samples.
  public init(
    type: String,
    startDate: Timestamp,
    endDate: Timestamp? = nil,
    members: [Sample],
    origin: Origin = Origin()
  ) {
    self.type = type
    self.startDate = startDate
    self.endDate = endDate
    self.members = members
    self.origin = origin
  }
}

/// The activity rings of a calendar day; energy in J, times in s, stand hours as a count.
public struct ActivitySummary: Sendable, Equatable {
  /// The day, in the wearer's calendar.
  public var date: CivilDate
  /// Values by their names, such as `activeEnergyBurned` and `appleStandHoursGoal`.
  public var values: [String: ExactDecimal]

  /// The rings of a day.
  public init(date: CivilDate, values: [String: ExactDecimal]) {
    self.date = date
    self.values = values
  }
}
