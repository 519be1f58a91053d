import Foundation
import JSONCodec
import TestSupport
import Testing

/// What `log` writes, and what it refuses.
@Suite struct LogCommandTests {
  let scratch: Scratch
  let archive: String

  init() throws {
    scratch = try Scratch()
    archive = scratch.path("a.ndjson")
  }

  static let now = ["--now", "2026-03-02T12:00:00+01:00"]
  static let start = ["--start", "2026-03-01T08:00:00+01:00"]

  private func log(_ arguments: [String]) throws -> CommandRun {
    let words = ["log", arguments[0], archive] + arguments.dropFirst() + Self.now
    return try CommandRun(words, scratch: scratch.root)
  }

  private func lines() throws -> [JSONValue] {
    let text = try readBytes(archive)
    return try text.split(separator: 0x0A).map { try JSONValue.parse(Array($0)) }
  }

  @Test func `a sample is written in its canonical unit`() throws {
    let run = try log(
      ["sample", "--type", "body_mass", "--value", "165", "--unit", "lb"] + Self.start
        + ["--metadata", "note=after breakfast, a=b", "--source", "Bathroom"]
    )
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("BodyMass 74.84274105 kg, 2026-03-01T08:00:00+01:00"))
    let lines = try lines()
    #expect(lines.count == 2)
    #expect(lines[0].compact() == #"{"record":"archive","format":"healthconv","version":1}"#)
    let sample = lines[1]
    #expect(sample["type"]?.stringValue == "BodyMass")
    #expect(sample["value"]?.numberText == "74.84274105" && sample["unit"]?.stringValue == "kg")
    #expect(sample["endDate"]?.stringValue == "2026-03-01T08:00:00+01:00")
    #expect(sample["creationDate"]?.stringValue == "2026-03-02T12:00:00+01:00")
    #expect(sample["sourceName"]?.stringValue == "Bathroom")
    #expect(sample["metadata"]?["note"]?.stringValue == "after breakfast, a=b")
    #expect(sample["metadata"]?["HKWasUserEntered"]?.stringValue == "1")
    #expect(UUID(uuidString: sample["uuid"]?.stringValue ?? "") != nil)
  }

  @Test func `a swim of laps has its energy from weight and time`() throws {
    _ = try log(["sample", "--type", "BodyMass", "--value", "80", "--unit", "kg"] + Self.start)
    _ = try log(
      ["sample", "--type", "BodyMass", "--value", "75", "--unit", "kg"]
        + ["--start", "2026-03-01T09:00:00+01:00"]
    )
    // After the swim.
    _ = try log(
      ["sample", "--type", "BodyMass", "--value", "90", "--unit", "kg"]
        + ["--start", "2026-03-02T09:00:00+01:00"]
    )
    let run = try log([
      "workout", "--activity", "swimming", "--start", "2026-03-01T10:00:00+01:00", "--duration",
      "45min", "--distance", "40x25m", "--met", "7", "--weight", "latest",
    ])
    #expect(run.status == 0, "\(run.messages)")
    let lines = try lines().suffix(2)
    let workout = try #require(lines.first)
    #expect(workout["type"]?.stringValue == "Swimming")
    #expect(workout["endDate"]?.stringValue == "2026-03-01T10:45:00+01:00")
    #expect(workout["duration"]?.numberText == "2700")
    #expect(workout["totalDistance"]?.numberText == "1000")
    // 7 x 75 kg x 0.75 h = 393.75 kcal.
    #expect(workout["totalEnergyBurned"]?.numberText == "1647450")
    let energy = try #require(lines.last)
    #expect(energy["type"]?.stringValue == "ActiveEnergyBurned")
    #expect(energy["value"]?.numberText == "1647450")
    #expect(energy["metadata"]?["healthconv.workout"] == workout["uuid"])
  }

  @Test func `intervals are summed`() throws {
    let run = try log([
      "workout", "--activity", "Running", "--rate", "450kcal/h",
      "--start", "2026-03-01T17:00:00Z",
      "--interval", "2026-03-01T18:12:00+01:00/2026-03-01T18:22:00+01:00",
      "--interval", "2026-03-01T18:00:00+01:00/2026-03-01T18:10:00+01:00",
    ])
    #expect(run.status == 0, "\(run.messages)")
    let lines = try lines()
    #expect(lines.count == 4)
    #expect(lines[1]["startDate"]?.stringValue == "2026-03-01T18:00:00+01:00")
    #expect(lines[1]["endDate"]?.stringValue == "2026-03-01T18:22:00+01:00")
    #expect(lines[1]["duration"]?.numberText == "1200")
    #expect(lines[1]["totalEnergyBurned"]?.numberText == "627600")
    #expect(lines[1]["details"]?["activities"]?.elements?.count == 2)
    #expect(lines[2]["value"]?.numberText == "313800")
    #expect(lines[3]["startDate"]?.stringValue == "2026-03-01T18:12:00+01:00")
  }

  @Test func `what was logged is sound`() throws {
    _ = try log(
      ["sample", "--type", "SleepAnalysis", "--value", "asleep core"] + Self.start
        + ["--end", "2026-03-01T08:30:00+01:00"]
    )
    _ = try log(
      ["sample", "--type", "StepCount", "--value", "1200"] + Self.start
        + ["--end", "2026-03-01T08:30:00+01:00"]
    )
    _ = try log([
      "workout", "--activity", "Running", "--energy", "300kcal", "--distance", "5.2km",
      "--interval", "2026-03-01T18:00:00+01:00/2026-03-01T18:10:00+01:00",
      "--interval", "2026-03-01T18:12:00+01:00/2026-03-01T18:22:00+01:00",
    ])
    #expect(try lines().count == 6)
    let run = try CommandRun(
      ["validate", archive, "--fail-on", "warning", "--now", "2026-03-02"],
      scratch: scratch.root
    )
    #expect(run.status == 0, "\(run.text)\(run.messages)")
  }

  @Test func `without an offset or zone no time is guessed, now is the machine's`() throws {
    let words = ["sample", "--type", "BodyMass", "--value", "80", "--unit", "kg"]
    let local = ["--start", "2026-03-01 08:00"]
    #expect(try log(words + local).status == 64)
    #expect(try log(words + local + ["--time-zone", "America/New_York"]).status == 0)
    #expect(try lines()[1]["startDate"]?.stringValue == "2026-03-01T08:00:00-05:00")
    let run = try CommandRun(["log", words[0], archive] + words.dropFirst(), scratch: scratch.root)
    #expect(run.status == 0)
    // The tests run in Kathmandu.
    #expect(try lines()[2]["startDate"]?.stringValue?.hasSuffix("+05:45") == true)
  }

  /// What is refused, with a part of the reason; all of it is a wrong command line.
  static let refusals: [(words: String, reason: String)] = [
    ("sample --type BodyMas --value 80 --unit kg", "did you mean BodyMass?"),
    ("sample --type BloodPressure --value 80", "log those one by one"),
    ("sample --type Running --value 80", "see log workout"),
    ("sample --type BodyMass --value 80", "needs a unit, such as kg"),
    ("sample --type BodyMass --value 80 --unit m", "measures length, not mass"),
    ("sample --type BodyMass --value 80 --unit kgg", "unknown unit"),
    ("sample --type BodyMass --value heavy --unit kg", "is no number"),
    ("sample --type BodyMass --value NaN --unit kg", "is no number"),
    ("sample --type BodyMass --value -80 --unit kg", "can't be"),
    ("sample --type BodyMass --value 8000 --unit kg", "between 0.2 and 700 kg"),
    ("sample --type DietaryIron --value -1 --unit mg", "can't be negative"),
    ("sample --type BodyMass --unit kg", "--value is missing"),
    ("sample --value 80 --unit kg", "--type is missing"),
    ("sample --type SleepAnalysis --value Dozing", "is one of: "),
    ("sample --type SleepAnalysis --value AsleepCore --unit min", "has no unit"),
    (
      "sample --type StepCount --value 5 --start 2026-03-03T08:00:00Z", "lies in the future"
    ),
    (
      "sample --type StepCount --value 5 --end 2026-03-02T11:00:01Z", "lies in the future"
    ),
    (
      "sample --type StepCount --value 5 --start 2026-03-01T08:00:00Z --end 2026-03-01T07:59:59Z",
      "lies before the start"
    ),
    ("sample --type StepCount --value 5 --start 2026-03-01", "is no time"),
    ("sample --type StepCount --value 5 --start 2026-03-01T08:00", "has no UTC offset"),
    ("sample --type StepCount --value 5 --metadata note", "KEY=VALUE"),
    ("workout --activity Runing --start 2026-03-01T08:00:00Z --duration 5min", "mean Running?"),
    ("workout --activity Running --start 2026-03-01T08:00:00Z", "--duration is missing"),
    ("workout --activity Running --duration 5min", "--start is missing"),
    ("workout --start 2026-03-01T08:00:00Z --duration 5min", "--activity is missing"),
    ("workout --activity Running --start 2026-03-01T08:00:00Z --duration 5kg", "not time"),
    ("workout --activity Running --start 2026-03-01T08:00:00Z --duration -5min", "negative"),
    ("workout --activity Running --start 2026-03-01T08:00:00Z --duration 0min", "no length"),
    ("workout --activity Running --start 2026-03-02T10:59:00Z --duration 5min", "future"),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --end 2026-03-01T07:00:00Z",
      "no length"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --end 2026-03-01T09:00:00Z"
        + " --duration 5min", "not both"
    ),
    (
      "workout --activity Running --interval 2026-03-01T08:00:00Z/2026-03-01T08:10:00Z"
        + " --interval 2026-03-01T08:09:59Z/2026-03-01T08:20:00Z", "overlap"
    ),
    ("workout --activity Running --interval 2026-03-01T08:00:00Z", "START/END"),
    (
      "workout --activity Running --interval 2026-03-01T08:00:00Z/2026-03-01T08:10:00Z"
        + " --duration 5min", "takes the place"
    ),
    (
      "workout --activity Running --start 2026-03-01T07:00:00Z"
        + " --interval 2026-03-01T08:00:00Z/2026-03-01T08:10:00Z", "first interval"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --energy 5kg",
      "not energy"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --energy -5kcal",
      "negative"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --rate 5kcal",
      "not power"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --met 7 --weight 5m",
      "not mass"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --met much",
      "metabolic equivalents"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --weight 70kg",
      "only for --met"
    ),
    (
      "workout --activity Running --start 2026-03-01T08:00:00Z --duration 5min --met 7"
        + " --energy 5kcal", "only one of"
    ),
    (
      "workout --activity Swimming --start 2026-03-01T08:00:00Z --duration 5min"
        + " --distance 40x25kg", "not length"
    ),
  ]

  @Test(arguments: refusals.indices)
  func `what can't be is refused with its reason`(index: Int) throws {
    let (words, reason) = Self.refusals[index]
    let run = try log(words.split(separator: " ").map(String.init))
    #expect(run.status == 64, "\(words): \(run.messages)")
    #expect(run.messages.contains(reason), "\(run.messages)")
    #expect(scratch.files().isEmpty)
  }

  @Test func `a refusal leaves the archive alone`() throws {
    _ = try log(["sample", "--type", "BodyMass", "--value", "80", "--unit", "kg"])
    let before = try readBytes(archive)
    for words in ["sample --type BodyMass --value -1 --unit kg", "workout --activity Chess"] {
      #expect(try log(words.split(separator: " ").map(String.init)).status == 64)
    }
    #expect(try readBytes(archive) == before)
    #expect(scratch.files() == ["a.ndjson"])
  }

  @Test func `a weight that nobody knows is a job that can't be done`() throws {
    let run = try log([
      "workout", "--activity", "Running", "--start", "2026-03-01T08:00:00Z", "--duration", "5min",
      "--met", "7",
    ])
    #expect(run.status == 2 && run.messages.contains("give --weight"), "\(run.messages)")
    #expect(scratch.files().isEmpty)
  }
}
