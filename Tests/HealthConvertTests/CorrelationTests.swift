import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// Every member of a correlation comes out as a sample once: as the one at top level, or promoted.
@Suite struct CorrelationTests {
  static let pressures = ["BloodPressureSystolic", "BloodPressureDiastolic"]

  /// The members once more, as the Health app writes them.
  static let twins = Layout.correlation.split(separator: "\n")
    .filter { $0.contains("<Record") }.joined(separator: "\n")

  private func samples(_ outcome: Outcome) -> [Substring] {
    outcome.lines.filter { $0.contains("\"record\":\"sample\"") }
  }

  private static let choices: [(name: String, change: @Sendable (inout Conversion) -> Void)] = [
    ("as it is", { _ in }),
    ("original units", { $0.reading.units = UnitPolicy(system: .original) }),
    ("US units", { $0.reading.units = UnitPolicy(system: .us) }),
    (
      "a unit of choice",
      { conversion in
        for type in pressures { conversion.reading.units.overrides[type] = "kPa" }
      }
    ),
    (
      "another zone",
      { conversion in
        conversion.reading.zone =
          ZoneRules(identifier: "America/New_York").map { .zone($0) } ?? .original
      }
    ),
    ("sorted", { $0.sort = .start }),
  ]

  @Test(arguments: choices.map(\.name), ["xml", "xml twins", "ndjson", "csv twins"])
  func membersAreWrittenOnce(choice: String, input: String) throws {
    let hasTwins = input.hasSuffix("twins")
    let format = input.replacing(" twins", with: "")
    let scratch = try Scratch()
    let records = hasTwins ? [Self.twins, Layout.correlation] : [Layout.correlation]
    var path = try scratch.put(export(records.joined(separator: "\n")), in: "export.xml")
    if let form = OutputFormat(rawValue: format) {
      let canonical = try #require(try Trial(path, format: form).run().outcome)
      path = try scratch.put(canonical.output, in: "canonical")
    }
    var trial = Trial(path)
    trial.configure = try #require(Self.choices.first { $0.name == choice }).change
    let (ending, result) = try trial.run(in: scratch)
    let outcome = try #require(ending.outcome)
    #expect(samples(outcome).count == 2, "\(outcome.text)")
    for type in Self.pressures {
      #expect(samples(outcome).filter { $0.contains("\"\(type)\"") }.count == 1)
    }
    // In canonical files made from an export, members have been promoted before.
    let promoted = hasTwins || format != "xml" ? nil : 1
    #expect(result?.report.findingCounts[.memberPromoted] == promoted)
  }

  @Test func promotedMembersAreInTheUnitsAskedFor() throws {
    let scratch = try Scratch()
    let line = """
      {"record":"correlation","type":"Food","startDate":"2024-01-01T00:00:00Z","details":{"members":\
      [{"type":"DietaryWater","startDate":"2024-01-01T00:00:00Z","value":1000,"unit":"mL"}]}}
      """
    let path = try scratch.put(line, in: "food.ndjson")
    let outcome = try #require(try Trial(path).run().outcome)
    #expect(samples(outcome).count == 1)
    #expect(
      samples(outcome).first?.contains("\"value\":1,\"unit\":\"L\"") == true,
      "\(outcome.text)"
    )
  }

  @Test func twinsOfTypesNobodyKnowsAreFound() throws {
    let scratch = try Scratch()
    let old = "HKQuantityTypeIdentifierBloodPressure"
    let text = export([Self.twins, Layout.correlation].joined(separator: "\n"))
      .replacing(old, with: "HKQuantityTypeIdentifierDietaryMarvel")
    let path = try scratch.put(text, in: "export.xml")
    let outcome = try #require(try Trial(path).run().outcome)
    #expect(samples(outcome).count == 2, "\(outcome.text)")
  }

  @Test func twoEqualMembersNeedTwoSamples() throws {
    let scratch = try Scratch()
    let records = [Layout.correlation, Layout.correlation, Self.twins]
    let path = try scratch.put(export(records.joined(separator: "\n")), in: "export.xml")
    let outcome = try #require(try Trial(path).run().outcome)
    #expect(samples(outcome).count == 4)
  }

  @Test func aBadMemberOfACanonicalFileIsRejected() throws {
    let scratch = try Scratch()
    let line = """
      {"record":"correlation","type":"Food","startDate":"2024-01-01T00:00:00Z","details":{"members":\
      [{"type":"DietaryWater","startDate":"2024-02-30T00:00:00Z","value":1,"unit":"L"}]}}
      """
    let path = try scratch.put(line, in: "food.ndjson")
    let (ending, result) = try Trial(path).run(in: scratch)
    let outcome = try #require(ending.outcome)
    #expect(result?.report.rejected == 1 && result?.report.total.isConserved == true)
    #expect(String(decoding: outcome.rejects, as: UTF8.self).contains("2024-02-30"))
  }

  @Test func anEqualWorkoutIsNoted() throws {
    let (ending, result) = try Trial(Exports.path("valid/identical-workouts.xml"))
      .run(in: try Scratch())
    let outcome = try #require(ending.outcome)
    #expect(outcome.lines.filter { $0.contains("\"record\":\"workout\"") }.count == 2)
    #expect(result?.report.findingCounts[.duplicateWorkout] == 1)
  }
}
