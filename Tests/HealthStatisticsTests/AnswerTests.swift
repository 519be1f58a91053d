import ByteKit
import HealthConvert
import HealthModel
import HealthStatistics
import HealthUnits
import TestSupport
import Testing

/// The most recent samples, and lists of workouts.
@Suite struct AnswerTests {
  private func latest(
    _ type: String,
    _ lines: [String],
    configure: (inout Latest) -> Void = { _ in }
  ) throws -> [LatestSample?] {
    let scratch = try Scratch()
    let path = try scratch.put(lines.map { $0 + "\n" }.joined(), in: "in.ndjson")
    var latest = Latest(inputs: [path], types: WantedType.named(type))
    configure(&latest)
    return try latest.run().samples
  }

  private static let weights = [
    sample(
      "BodyMass",
      "2026-01-10T08:00:00+01:00",
      "2026-01-10T08:00:00+01:00",
      "74.5",
      unit: "kg"
    ),
    sample("BodyMass", "2026-01-10T23:30:00Z", "2026-01-10T23:30:00Z", "75", unit: "kg"),
    sample(
      "BodyMass",
      "2026-01-09T08:00:00Z",
      "2026-01-09T08:00:00Z",
      "76",
      unit: "kg",
      source: "Scale"
    ),
  ]

  @Test func `the latest sample is the one that ended last`() throws {
    #expect(try latest("BodyMass", Self.weights)[0]?.number.map(text) == "75")
    #expect(try latest("BodyMass", Self.weights.reversed())[0]?.number.map(text) == "75")
    #expect(try latest("Height", Self.weights)[0] == nil)
  }

  @Test func `a day is one of the sample's zone`() throws {
    func on(_ day: Int, _ zone: ZoneSource) throws -> String? {
      try latest("BodyMass", Self.weights) {
        $0.day = .day(CivilDate(year: 2026, month: 1, day: day))
        $0.zone = zone
      }[0]?.number.map(text)
    }
    #expect(try on(10, .recorded) == "75")
    #expect(try on(10, try zone("Europe/Paris")) == "74.5")
    #expect(try on(11, try zone("Europe/Paris")) == "75")
    #expect(try on(8, .recorded) == nil)
    let today = try latest("BodyMass", Self.weights) {
      // Noon of the 9th in UTC; still the 9th in the samples' zones.
      $0.day = .of(Timestamp(seconds: 1_767_960_000, offsetMinutes: 0))
    }
    #expect(today[0]?.source == "Scale")
  }

  @Test func `a category's latest value is its case`() throws {
    let stage = sample(
      "SleepAnalysis",
      "2026-01-10T01:00:00Z",
      "2026-01-10T02:00:00Z",
      "AsleepREM",
      unit: nil
    )
    #expect(try latest("sleep", [stage])[0]?.text == "AsleepREM")
  }

  private static func workout(_ start: String, _ end: String, _ more: String) -> String {
    "{\"record\":\"workout\",\"type\":\"Running\",\"startDate\":\"\(start)\",\"endDate\":\"\(end)\","
      + "\"sourceName\":\"Watch\"" + more + "}"
  }

  @Test func `workouts have their totals, and heart rates of samples where they tell none`() throws
  {
    func beat(_ time: String, _ value: String, _ source: String) -> String {
      sample("HeartRate", time, time, value, unit: "count/min", source: source)
    }
    let lines = [
      Self.workout(
        "2026-01-10T09:00:00Z",
        "2026-01-10T09:30:00Z",
        ",\"duration\":1800,\"totalDistance\":6000,\"totalEnergyBurned\":1255200"
      ),
      Self.workout(
        "2026-01-11T09:00:00Z",
        "2026-01-11T09:40:00Z",
        ",\"duration\":2400,\"totalDistance\":5000,\"details\":{\"statistics\":[{\"type\":"
          + "\"HeartRate\",\"unit\":\"count/min\",\"average\":140}]}"
      ), beat("2026-01-10T09:00:00Z", "120", "Watch"),
      beat("2026-01-10T09:10:00Z", "131", "Watch"), beat("2026-01-10T09:15:00Z", "200", "Strap"),
      beat("2026-01-10T09:31:00Z", "60", "Watch"), beat("2026-01-11T09:10:00Z", "90", "Watch"),
    ]
    let scratch = try Scratch()
    let path = try scratch.put(lines.map { $0 + "\n" }.joined(), in: "in.ndjson")
    var list = WorkoutList(inputs: [path])
    list.memory = 0
    let workouts = try list.run().workouts
    #expect(workouts.map(\.heartRate) == [Rational(251, 2), Rational(140)])
    #expect(workouts.map(\.heartRateOrigin) == [.samples, .statistics])
    #expect(workouts[0].speed == Rational(10, 3))
    list.order = .duration
    #expect(try list.run().workouts.map { $0.duration.map(text) } == ["2400", "1800"])
    list.order = .distance
    #expect(try list.run().workouts.map { $0.distance.map(text) } == ["6000", "5000"])
    list.order = .energy
    #expect(try list.run().workouts.map { $0.energy.map(text) } == ["1255200", nil])
    list.since = .wall(1_768_089_600)  // 2026-01-11
    #expect(try list.run().workouts.count == 1)
    list.activities = ["Yoga"]
    #expect(try list.run().workouts.isEmpty)
  }
}
