import ByteKit
import HealthConvert
import HealthModel
import HealthUnits
import Testing

/// Workouts step by step, and what is out of order.
@Suite struct WorkoutBuilderTests {
  static let start = Timestamp(seconds: 1_767_258_000, offsetMinutes: 60)

  private func at(_ minutes: Int64) -> Timestamp { Self.start.adding(seconds: minutes * 60) }

  @Test func `intervals are summed, and each has its energy`() throws {
    var builder = WorkoutBuilder(activity: "Running")
    try builder.addInterval(from: at(30), to: at(40))
    try builder.begin(at: at(0))
    try builder.pause(at: at(5))
    try builder.resume(at: at(7))
    try builder.end(at: at(22))
    let rate = try EnergyEstimate.constant(rate: Quantity("450", "kcal/h"))
    var origin = Origin()
    origin.sourceName = "Test"
    let finished = try builder.finish(energy: rate, distance: Rational(5_200), origin: origin)
    let workout = finished.workout
    #expect(workout.startDate == at(0) && workout.endDate == at(40))
    #expect(workout.totals.duration == ExactDecimal(1_800).normalized)
    #expect(workout.totals.distance == ExactDecimal(5_200).normalized)
    #expect(workout.totals.energy?.doubleValue == 225.0 * 4_184)
    #expect(finished.energySamples.map(\.doubleValue) == [150 * 4_184, 75 * 4_184])
    #expect(finished.energySamples.map(\.startDate) == [at(0), at(30)])
    #expect(finished.energySamples.map(\.endDate) == [at(22), at(40)])
    let identifier = try #require(workout.origin.uuid)
    for sample in finished.energySamples {
      #expect(sample.origin.metadata[WorkoutBuilder.workoutKey] == [identifier])
      #expect(sample.origin.uuid != identifier && sample.origin.sourceName == "Test")
    }
    #expect(workout.events.map(\.type) == ["Pause", "Resume"])
    #expect(workout.events.map(\.date) == [at(5), at(7)])
    #expect(workout.parts.map(\.duration?.doubleValue) == [1_200, 600])
  }

  @Test func `an energy of it all is shared out by time`() throws {
    var builder = WorkoutBuilder(activity: "Running")
    try builder.addInterval(from: at(0), to: at(10))
    try builder.addInterval(from: at(10), to: at(30))
    let finished = try builder.finish(energy: .total(Quantity("300", "kcal")))
    #expect(finished.energySamples.map(\.doubleValue) == [100 * 4_184, 200 * 4_184])
    #expect(finished.workout.totals.energy?.doubleValue == 300.0 * 4_184)
  }

  @Test func `a pause that lasts to the end is no part of it`() throws {
    var builder = WorkoutBuilder(activity: "Yoga")
    try builder.begin(at: at(0))
    try builder.pause(at: at(10))
    try builder.end(at: at(30))
    #expect(builder.duration == Rational(600))
    let finished = try builder.finish()
    #expect(finished.energySamples.isEmpty && finished.workout.totals.energy == nil)
    #expect(finished.workout.parts.isEmpty)
  }

  @Test func `steps out of order throw and change nothing`() throws {
    typealias Misuse = WorkoutBuilder.Misuse
    var builder = WorkoutBuilder(activity: "Yoga")
    #expect(throws: Misuse.notBegun) { try builder.pause(at: at(0)) }
    #expect(throws: Misuse.notBegun) { try builder.resume(at: at(0)) }
    #expect(throws: Misuse.notBegun) { try builder.end(at: at(0)) }
    #expect(throws: Misuse.notBegun) { try builder.discard() }
    #expect(throws: Misuse.notBegun) { _ = try builder.finish() }
    let local = Timestamp(seconds: 0)
    #expect(throws: Misuse.missingOffset(local)) { try builder.begin(at: local) }
    try builder.begin(at: at(10))
    #expect(throws: Misuse.stillRunning) { try builder.begin(at: at(11)) }
    #expect(throws: Misuse.stillRunning) { try builder.addInterval(from: at(1), to: at(2)) }
    #expect(throws: Misuse.stillRunning) { _ = try builder.finish() }
    #expect(throws: Misuse.notPaused) { try builder.resume(at: at(11)) }
    #expect(throws: Misuse.backwards(at(9), before: at(10))) { try builder.pause(at: at(9)) }
    try builder.pause(at: at(12))
    #expect(throws: Misuse.alreadyPaused) { try builder.pause(at: at(13)) }
    #expect(throws: Misuse.backwards(at(11), before: at(12))) { try builder.resume(at: at(11)) }
    #expect(throws: Misuse.backwards(at(11), before: at(12))) { try builder.end(at: at(11)) }
    try builder.resume(at: at(13))
    try builder.end(at: at(20))
    #expect(builder.duration == Rational(540))
    #expect(throws: Misuse.emptyInterval(at(30), at(30))) {
      try builder.addInterval(from: at(30), to: at(30))
    }
    #expect(throws: Misuse.self) { try builder.addInterval(from: at(19), to: at(30)) }
    #expect(throws: Misuse.self) { try builder.begin(at: at(15)) }
    // Where one ends the next may begin.
    try builder.addInterval(from: at(20), to: at(30))
    #expect(builder.intervals.count == 2)
    try builder.discard()
    #expect(builder.intervals.isEmpty)
  }

  @Test func `a stretch that would run into another is not ended`() throws {
    var builder = WorkoutBuilder(activity: "Yoga")
    try builder.addInterval(from: at(10), to: at(20))
    try builder.begin(at: at(0))
    #expect(throws: WorkoutBuilder.Misuse.self) { try builder.end(at: at(11)) }
    try builder.end(at: at(10))
    #expect(builder.duration == Rational(1_200))
  }

  @Test func `estimates need the right dimension`() throws {
    #expect(throws: UnitError.self) { try EnergyEstimate.constant(rate: Quantity("5", "kcal")) }
    #expect(throws: UnitError.self) {
      try EnergyEstimate.metabolic(equivalents: Rational(7), mass: Quantity("5", "m"))
    }
    #expect(throws: UnitError.self) { try EnergyEstimate.total(Quantity("5", "W")) }
  }
}
