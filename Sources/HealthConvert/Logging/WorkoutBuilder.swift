import ByteKit
import Foundation
import HealthModel
import HealthUnits

/// Puts a workout together from what happens in it: begin, pause, resume, end, one or more times.
///
///     var builder = WorkoutBuilder(activity: "Swimming")
///     let start = Timestamp(seconds: 1_709_276_400, offsetMinutes: 60)
///     try builder.begin(at: start)
///     try builder.pause(at: start.adding(seconds: 600))
///     try builder.resume(at: start.adding(seconds: 720))
///     try builder.end(at: start.adding(seconds: 1_920))
///     let rate = try EnergyEstimate.constant(rate: Quantity("450", "kcal/h"))
///     let finished = try builder.finish(energy: rate)
///
/// Each stretch between `begin` and `end` is an interval; `addInterval` adds one that is over.
/// A step out of order throws and changes nothing.
public struct WorkoutBuilder: Sendable {
  /// A stretch of a workout.
  public struct Interval: Sendable, Equatable {
    /// When it began.
    public let start: Timestamp
    /// When it ended.
    public let end: Timestamp
    /// The pauses in it, each from one time to another.
    public let pauses: [ClosedPause]

    /// How long it lasted without its pauses, in s.
    public var duration: Rational {
      pauses.reduce(end.seconds(since: start)) { $0 - $1.end.seconds(since: $1.start) }
    }
  }

  /// A pause that is over.
  public struct ClosedPause: Sendable, Equatable {
    /// When it began.
    public let start: Timestamp
    /// When it ended.
    public let end: Timestamp
  }

  /// Why a step is out of order.
  public enum Misuse: Error, Sendable, Equatable {
    /// Nothing has begun that could be paused, resumed, ended, discarded or finished.
    case notBegun
    /// A stretch has begun and has not ended.
    case stillRunning
    /// It is paused already.
    case alreadyPaused
    /// It is not paused.
    case notPaused
    /// A step lies before the one before it.
    case backwards(Timestamp, before: Timestamp)
    /// An interval has no length, or a negative one.
    case emptyInterval(Timestamp, Timestamp)
    /// Two intervals have a time in common.
    case overlap(Interval, Interval)
    /// A time has no UTC offset.
    case missingOffset(Timestamp)
  }

  private struct Running {
    let start: Timestamp
    var pauses: [ClosedPause] = []
    var pausedSince: Timestamp?

    var last: Timestamp { pausedSince ?? pauses.last?.end ?? start }
  }

  /// The short name of the activity.
  public let activity: String
  /// The stretches that are over, by their start.
  public private(set) var intervals: [Interval] = []
  private var running: Running?

  /// A workout in which nothing has happened yet.
  public init(activity: String) { self.activity = activity }

  /// How long all stretches that are over lasted, without pauses, in s.
  public var duration: Rational { intervals.reduce(Rational(0)) { $0 + $1.duration } }

  /// Begins a stretch.
  public mutating func begin(at time: Timestamp) throws(Misuse) {
    guard running == nil else { throw .stillRunning }
    guard time.hasOffset else { throw .missingOffset(time) }
    if let other = intervals.first(where: { $0.holds(time) }) {
      throw .overlap(other, Interval(start: time, end: time, pauses: []))
    }
    running = Running(start: time)
  }

  /// Pauses the stretch.
  public mutating func pause(at time: Timestamp) throws(Misuse) {
    guard let current = running else { throw .notBegun }
    guard current.pausedSince == nil else { throw .alreadyPaused }
    try Self.check(time, after: current.last)
    running?.pausedSince = time
  }

  /// Goes on after a pause.
  public mutating func resume(at time: Timestamp) throws(Misuse) {
    guard let current = running else { throw .notBegun }
    guard let since = current.pausedSince else { throw .notPaused }
    try Self.check(time, after: since)
    running?.pauses.append(ClosedPause(start: since, end: time))
    running?.pausedSince = nil
  }

  /// Ends the stretch; a pause lasts until here.
  public mutating func end(at time: Timestamp) throws(Misuse) {
    guard let current = running else { throw .notBegun }
    try Self.check(time, after: current.last)
    let lastPause = current.pausedSince.map { ClosedPause(start: $0, end: time) }
    let pauses = current.pauses + (lastPause.map { [$0] } ?? [])
    try add(Interval(start: current.start, end: time, pauses: pauses))
    running = nil
  }

  /// Adds a stretch that is over.
  public mutating func addInterval(from start: Timestamp, to end: Timestamp) throws(Misuse) {
    guard running == nil else { throw .stillRunning }
    guard start.hasOffset else { throw .missingOffset(start) }
    guard end.hasOffset else { throw .missingOffset(end) }
    try add(Interval(start: start, end: end, pauses: []))
  }

  /// Forgets all that has happened.
  public mutating func discard() throws(Misuse) {
    guard running != nil || !intervals.isEmpty else { throw .notBegun }
    running = nil
    intervals = []
  }

  private mutating func add(_ interval: Interval) throws(Misuse) {
    guard interval.start.precedes(interval.end) else {
      throw .emptyInterval(interval.start, interval.end)
    }
    if let other = intervals.first(where: { $0.overlaps(interval) }) {
      throw .overlap(other, interval)
    }
    let place = intervals.firstIndex { interval.start.precedes($0.start) } ?? intervals.count
    intervals.insert(interval, at: place)
  }

  private static func check(_ time: Timestamp, after last: Timestamp) throws(Misuse) {
    guard time.hasOffset else { throw .missingOffset(time) }
    if time.precedes(last) { throw .backwards(time, before: last) }
  }
}

extension WorkoutBuilder.Interval {
  /// Whether a time lies in it; its end is no part of it.
  fileprivate func holds(_ time: Timestamp) -> Bool { !time.precedes(start) && time.precedes(end) }

  fileprivate func overlaps(_ other: WorkoutBuilder.Interval) -> Bool {
    start.precedes(other.end) && other.start.precedes(end)
  }
}

// MARK: - The result

extension WorkoutBuilder {
  /// A workout with the samples that belong to it.
  public struct Finished: Sendable, Equatable {
    /// The workout: the sums of its intervals, from the start of the first to the end of the last.
    public var workout: Workout
    /// One `ActiveEnergyBurned` for each interval, in J, when the energy is known; their metadata
    /// name the workout by its `uuid`.
    public var energySamples: [Sample] = []

    /// All of it as records.
    public var records: [HealthRecord] {
      [.workout(workout)] + energySamples.map(HealthRecord.sample)
    }
  }

  /// The metadata key under which a sample names its workout.
  public static let workoutKey = "healthconv.workout"

  /// The workout, once all stretches are over.
  ///
  /// - Parameters:
  ///   - energy: how the active energy is estimated; nil when it is not known.
  ///   - distance: the distance in m; nil when it is not known.
  ///   - origin: who writes it; a missing `uuid` is made up.
  public func finish(
    energy: EnergyEstimate? = nil,
    distance: Rational? = nil,
    origin: Origin = Origin()
  ) throws(Misuse) -> Finished {
    guard running == nil else { throw .stillRunning }
    guard let first = intervals.first, let last = intervals.last else { throw .notBegun }
    var totals = WorkoutTotals()
    let duration = self.duration
    totals.duration = duration.shortestDecimal
    totals.distance = distance?.shortestDecimal
    totals.energy = energy?.joules(of: duration, outOf: duration).shortestDecimal
    var origin = origin
    let identifier = origin.uuid ?? UUID().uuidString
    origin.uuid = identifier
    var workout = Workout(
      activity: activity,
      startDate: first.start,
      endDate: last.end,
      totals: totals,
      origin: origin
    )
    workout.events = intervals.flatMap(\.pauses).flatMap { pause in
      [("Pause", pause.start), ("Resume", pause.end)].map { type, date in
        var event = Workout.Event(type: type)
        event.date = date
        return event
      }
    }
    if intervals.count > 1 { workout.parts = intervals.map(part) }
    var finished = Finished(workout: workout)
    guard let energy else { return finished }
    finished.energySamples = intervals.map { interval in
      let joules = energy.joules(of: interval.duration, outOf: duration)
      var own = origin
      own.uuid = UUID().uuidString
      own.metadata[Self.workoutKey] = [identifier]
      return Sample(
        type: "ActiveEnergyBurned",
        startDate: interval.start,
        endDate: interval.end,
        value: .quantity(joules.shortestDecimal),
        unit: "J",
        origin: own
      )
    }
    return finished
  }

  private func part(_ interval: Interval) -> Workout.Part {
    var part = Workout.Part(activity: activity)
    part.startDate = interval.start
    part.endDate = interval.end
    part.duration = interval.duration.shortestDecimal
    return part
  }
}

extension WorkoutBuilder.Misuse: CustomStringConvertible {
  /// What is out of order.
  public var description: String {
    switch self {
    case .notBegun: "the workout has not begun"
    case .stillRunning: "the workout has begun and has not ended"
    case .alreadyPaused: "the workout is paused already"
    case .notPaused: "the workout is not paused"
    case .backwards(let time, let last): "\(time.text) lies before \(last.text)"
    case .emptyInterval(let start, let end):
      "the interval from \(start.text) to \(end.text) has no length"
    case .overlap(let one, let other):
      "the intervals from \(one.start.text) and from \(other.start.text) overlap"
    case .missingOffset(let time): "\(time.text) has no UTC offset"
    }
  }
}
