import ByteKit
import HealthUnits

/// A workout as a row of a table; duration in s, distance in m, energy in J.
public struct WorkoutSummary: Sendable {
  /// Where an average heart rate comes from.
  public enum HeartRateOrigin: String, Sendable, CaseIterable {
    /// The workout says it.
    case statistics
    /// It is the mean of the samples taken during the workout.
    case samples
  }

  /// The activity's short name.
  public var activity: String
  /// When it begins, in its zone.
  public var start: Timestamp
  /// When it ends, in its zone; the start and the duration where no end was written.
  public var end: Timestamp
  /// How long it was, without pauses.
  public var duration: ExactDecimal?
  /// How far.
  public var distance: ExactDecimal?
  /// The active energy.
  public var energy: ExactDecimal?
  /// The average heart rate in count/min.
  public var heartRate: Rational?
  /// Where that is from.
  public var heartRateOrigin: HeartRateOrigin?
  /// Who wrote it.
  public var source: String

  /// The mean speed in m/s; nil without a distance or a duration.
  public var speed: Rational? {
    guard let distance = distance.flatMap({ Rational($0) }), !distance.isZero,
      let duration = duration.flatMap({ Rational($0) }), !duration.isZero
    else { return nil }
    return distance / duration
  }

  /// How fast people say they were.
  public enum Tempo: Sendable {
    /// Minutes for a kilometre or a mile.
    case pace
    /// Minutes for a hundred metres or yards.
    case swimmingPace
    /// Kilometres or miles in an hour.
    case speed
  }

  /// How people say it for this activity.
  public var tempo: Tempo {
    switch activity {
    case "Running", "Walking", "Hiking", "WheelchairRunPace", "WheelchairWalkPace",
      "CrossCountrySkiing":
      .pace
    case "Swimming": .swimmingPace
    default: .speed
    }
  }

  /// By what workouts are ordered.
  public enum Order: String, Sendable, CaseIterable {
    /// The earliest start first.
    case start
    /// The earliest end first.
    case end
    /// The longest first.
    case duration
    /// The most energy first.
    case energy
    /// The farthest first.
    case distance

    /// Whether a workout stands before another one.
    func precedes(_ a: WorkoutSummary, _ b: WorkoutSummary) -> Bool {
      func numbers(_ value: KeyPath<WorkoutSummary, ExactDecimal?>) -> (Double, Double) {
        (a[keyPath: value]?.doubleValue ?? -1, b[keyPath: value]?.doubleValue ?? -1)
      }
      let (first, second) =
        switch self {
        case .start: (0.0, 0.0)
        case .end: (Double(b.end.instant), Double(a.end.instant))
        case .duration: numbers(\.duration)
        case .energy: numbers(\.energy)
        case .distance: numbers(\.distance)
        }
      if first != second { return first > second }
      if a.start.instant != b.start.instant { return a.start.instant < b.start.instant }
      if a.end.instant != b.end.instant { return a.end.instant < b.end.instant }
      return (a.activity, a.source) < (b.activity, b.source)
    }
  }
}
