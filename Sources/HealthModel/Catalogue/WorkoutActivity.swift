/// What was done in a workout, such as running.
public struct WorkoutActivity: Sendable, Equatable, Hashable {
  /// The short name canonical files use, such as `Running`.
  public let name: String
  /// The number behind it; the metadata key `HKActivityType` holds it.
  public let raw: Int
  /// The first iOS version that knows the activity.
  public let iOSVersion: String

  /// What an export writes, such as `HKWorkoutActivityTypeRunning`.
  public var identifier: String { Self.prefix + name }
  /// The name as a person reads it, such as "Table Tennis".
  public var title: String { Spelling.title(name) }

  static let prefix = "HKWorkoutActivityType"

  init(_ name: String, raw: Int, ios: String) {
    self.name = name
    self.raw = raw
    iOSVersion = ios
  }
}
