import ByteKit

/// A workout as a plain value; duration in s, distance in m, energy in J.
public struct Workout: Sendable, Equatable {
  /// The activity's short name, such as `Running`.
  public var activity: String
  /// When it begins.
  public var startDate: Timestamp
  /// When it ends.
  public var endDate: Timestamp?
  /// The totals.
  public var totals: WorkoutTotals
  /// Who wrote it.
  public var origin: Origin
  /// Aggregates over the workout, one a type.
  public var statistics: [Statistics] = []
  /// Pauses, laps, segments.
  public var events: [Event] = []
  /// Its parts: the intervals of a training, the sports of a triathlon.
  public var parts: [Part] = []

  /// A workout of an activity at a time.
  public init(
    activity: String,
    startDate: Timestamp,
    endDate: Timestamp? = nil,
    totals: WorkoutTotals = WorkoutTotals(),
    origin: Origin = Origin()
  ) {
    self.activity = activity
    self.startDate = startDate
    self.endDate = endDate
    self.totals = totals
    self.origin = origin
  }

  /// What a workout knows of one type.
  public struct Statistics: Sendable, Equatable {
    /// The type's short name.
    public var type: String
    /// The unit of the numbers.
    public var unit: String?
    /// The sum, for cumulative types.
    public var sum: ExactDecimal?
    /// The average, for discrete types.
    public var average: ExactDecimal?
    /// The smallest value.
    public var minimum: ExactDecimal?
    /// The largest value.
    public var maximum: ExactDecimal?

    /// Statistics of a type.
    public init(type: String) { self.type = type }
  }

  /// A part of a workout that was an activity of its own.
  public struct Part: Sendable, Equatable {
    /// The activity's short name.
    public var activity: String
    /// When it begins.
    public var startDate: Timestamp?
    /// When it ends.
    public var endDate: Timestamp?
    /// How long it lasted without pauses, in s.
    public var duration: ExactDecimal?

    /// A part of an activity.
    public init(activity: String) { self.activity = activity }
  }

  /// Something that happened during a workout.
  public struct Event: Sendable, Equatable {
    /// Its short name, such as `Pause`.
    public var type: String
    /// When.
    public var date: Timestamp?
    /// How long, in s.
    public var duration: ExactDecimal?

    /// An event.
    public init(type: String) { self.type = type }
  }
}
