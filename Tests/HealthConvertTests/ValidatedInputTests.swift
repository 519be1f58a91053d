import HealthConvert
import HealthValidation
import TestSupport
import Testing

/// Which findings are in which input.
@Suite struct ValidatedInputTests {
  private static let header = "type,startDate,endDate,value,unit,sourceName\n"
  private static let start = "2026-01-09T07:30:00+01:00"

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.put(Self.table(good: 2, bad: 0), in: "good.csv")
    try scratch.put(Self.table(good: 1, bad: 3), in: "bad.csv")
    try scratch.put(Self.table(good: 0, bad: 2), in: "worse.csv")
  }

  /// Weights, the bad ones ending a day before they start.
  private static func table(good: Int, bad: Int) -> String {
    let ends = Array(repeating: start, count: good) + Array(repeating: "2026-01-08", count: bad)
    return header
      + ends.enumerated().map { index, end in
        let end = end == start ? start : end + "T07:30:00+01:00"
        return "BodyMass,\(start),\(end),7\(index).5,kg,Scale\n"
      }.joined()
  }

  private func validation(_ names: String...) -> Validation {
    Validation(inputs: names.map(scratch.path))
  }

  private func backwards(_ report: ValidationReport) throws -> RuleOutcome {
    try #require(report.rules.first { $0.rule == .timeEndBeforeStart })
  }

  @Test func `findings are counted for each input`() throws {
    let report = validation("good.csv", "missing.csv", "bad.csv", "worse.csv", "bad.csv").run()
    #expect(
      report.inputs.map(\.path)
        == ["good", "missing", "bad", "worse", "bad"].map {
          scratch.path($0 + ".csv")
        }
    )
    #expect(report.inputs.map(\.records) == [2, 0, 4, 2, 4])
    #expect(try backwards(report).byInput == [0, 0, 3, 2, 3])
    let missing = try #require(report.rules.first { $0.rule == .fileUnreadable })
    #expect(missing.byInput == [0, 1, 0, 0, 0])
    for outcome in report.rules {
      #expect(outcome.byInput.reduce(0, +) == outcome.count, "\(outcome.rule)")
    }
  }

  @Test func `the input in which a run stops is one of them`() throws {
    var validation = validation("good.csv", "bad.csv", "worse.csv")
    validation.settings.maximumErrors = 1
    let report = validation.run()
    #expect(report.isStoppedEarly)
    #expect(report.inputs.map(\.path) == [scratch.path("good.csv"), scratch.path("bad.csv")])
    #expect(try backwards(report).byInput == [0, 1])
  }

  @Test func `what a baseline knows is taken from its input`() throws {
    var first = validation("bad.csv")
    first.settings.identifiesContent = true
    var second = validation("good.csv", "bad.csv", "worse.csv")
    second.settings.identifiesContent = true
    second.settings.baseline = first.runWithBaselines().baseline
    let outcome = try backwards(second.run())
    #expect(outcome.known == 3 && outcome.count == 2)
    #expect(outcome.byInput == [0, 0, 2])
  }
}
