/// What happened at one moment of a workout, such as a pause.
public struct WorkoutEventType: Sendable, Equatable, Hashable {
  /// The short name canonical files use, such as `Pause`.
  public let name: String
  /// The number behind it.
  public let raw: Int

  /// What an export writes, such as `HKWorkoutEventTypePause`.
  public var identifier: String { Self.prefix + name }
  /// The name as a person reads it, such as "Motion Paused".
  public var title: String { Spelling.title(name) }

  static let prefix = "HKWorkoutEventType"

  /// Every event type of the SDK.
  static let all: [WorkoutEventType] = [
    WorkoutEventType(name: "Pause", raw: 1),
    WorkoutEventType(name: "Resume", raw: 2),
    WorkoutEventType(name: "Lap", raw: 3),
    WorkoutEventType(name: "Marker", raw: 4),
    WorkoutEventType(name: "MotionPaused", raw: 5),
    WorkoutEventType(name: "MotionResumed", raw: 6),
    WorkoutEventType(name: "Segment", raw: 7),
    WorkoutEventType(name: "PauseOrResumeRequest", raw: 8),
  ]
}
