import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import JSONSchema
import Schemas
import TestSupport
import Testing

/// What is known stays known, whatever line it moves to, and nothing else does.
@Suite struct BaselineTests {
  private static let head =
    #"{"record":"archive","format":"healthconv","version":1,"exportDate":"2026-03-01T00:00:00Z"}"#

  /// Lines that break many rules, none of which depends on the neighbours of a line.
  private static func lines() throws -> [String] {
    let neighbours: Set<RuleID> = [
      .valueStuck, .valueJump, .timeOrder, .unitMixed, .duplicateExact, .duplicateID,
      .duplicateNear, .duplicateCopy, .timeClockShift, .overlapSameSource, .overlapCrossSource,
      .sleepStageOverlap, .workoutOverlap, .sourceInconsistent, .refMissing, .timeAncient,
      .timeFixedOffset, .timeOffsetZero,
    ]
    return try RuleFixtureTests.ofRecords.filter { !neighbours.contains($0.rule) }.flatMap {
      String(decoding: try readBytes($0.bad), as: UTF8.self).split(separator: "\n").dropFirst()
        .map(String.init)
    }
  }

  private static func validation(_ lines: [String], _ scratch: Scratch) throws -> Validation {
    let text = ([head] + lines).joined(separator: "\n") + "\n"
    var validation = Validation(inputs: [try scratch.put(text, in: "a.ndjson")])
    let off = RuleID.allCases.filter {
      [
        "dup.", "overlap.", "time.order", "value.jump", "unit.mixed", "sleep.", "workout.overlap",
        "source.inconsistent",
      ].contains(where: $0.rawValue.hasPrefix)
    }
    validation.settings.off = Set(off)
    return validation
  }

  private static func report(
    _ lines: [String],
    _ scratch: Scratch,
    against baseline: Baseline
  ) throws -> ValidationReport {
    var validation = try validation(lines, scratch)
    validation.settings.baseline = baseline
    return validation.identified().report
  }

  @Test func `what was accepted is not told of again`() throws {
    let scratch = try Scratch()
    let lines = try Self.lines()
    let (first, made) = try Self.validation(lines, scratch).identified()
    #expect(first.broken.count > 15)
    let baseline = try Baseline(made.text)
    #expect(baseline == made)

    let same = try Self.report(lines, scratch, against: baseline)
    #expect(same.counts == [:])
    #expect(same.rules.allSatisfy { $0.examples.isEmpty && $0.fixed == 0 })
    #expect(same.rules.reduce(0) { $0 + $1.known } == first.broken.reduce(0) { $0 + $1.count })

    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<5 {
      let shuffled = lines.shuffled(using: &generator)
      #expect(try Self.report(shuffled, scratch, against: baseline).counts.isEmpty)
    }
    // Other line ends and blanks change no content.
    let reformatted = lines.map { "  " + $0.replacing("\":", with: "\" : ") + "\r" }
    #expect(try Self.report(reformatted, scratch, against: baseline).counts.isEmpty)
  }

  @Test func `one more is exactly one new, one less exactly one fixed`() throws {
    let scratch = try Scratch()
    let lines = try Self.lines()
    let baseline = try Self.validation(lines, scratch).identified().baseline
    let bad =
      #"{"record":"sample","type":"HeartRate","startDate":"2026-02-03T08:00:00Z","endDate":"#
      + #""2026-02-03T08:00:00Z","value":600,"unit":"count/min","sourceName":"W"}"#
    for place in [0, lines.count / 2, lines.count] {
      var more = lines
      more.insert(bad, at: place)
      let report = try Self.report(more, scratch, against: baseline)
      #expect(report.counts == ["value.range": 1])
      #expect(report.outcome(.valueRange)?.examples.first?.place.line == place + 2)
    }
    // The same finding once more than it is known.
    let again = try #require(lines.first { $0.contains("500") })
    let twice = try Self.report(lines + [again], scratch, against: baseline)
    #expect(twice.counts == ["value.range": 1])
    #expect(twice.outcome(.valueRange)?.examples.first?.place.line == lines.count + 2)

    let repaired = lines.map { $0 == again ? $0.replacing("500", with: "50") : $0 }
    var validation = try Self.validation(repaired, scratch)
    validation.settings.baseline = baseline
    validation.settings.identifiesContent = true
    let (report, _, pruned) = validation.runWithBaselines()
    #expect(report.counts == [:])
    #expect(report.rules.reduce(0) { $0 + $1.fixed } == 1)
    #expect(report.outcome(.valueRange)?.fixed == 1)
    // What is pruned knows the rest and no more.
    #expect(try Self.report(repaired, scratch, against: pruned).rules.allSatisfy { $0.fixed == 0 })
    #expect(try Self.report(lines, scratch, against: pruned).counts == ["value.range": 1])
  }

  @Test func `suppressed findings are not in it, and stay suppressed`() throws {
    let scratch = try Scratch()
    var validation = try Self.validation(try Self.lines(), scratch)
    let suppression = Configuration.suppressing("value.range", type: "HeartRate")
    suppression.apply(to: &validation.settings)
    let (report, baseline) = validation.identified()
    #expect(report.outcome(.valueRange)?.suppressed == 1)
    #expect(report.outcome(.valueRange)?.count == 0)
    validation.settings.baseline = baseline
    let again = validation.identified().report
    #expect(again.counts == [:])
    #expect(again.outcome(.valueRange)?.suppressed == 1)
    #expect(again.outcome(.configUnusedSuppression)?.count == 0)
  }

  @Test func `a baseline is what its schema says`() throws {
    let scratch = try Scratch()
    let baseline = try Self.validation(try Self.lines(), scratch).identified().baseline
    let schema = try #require(EmbeddedSchema.all.first { $0.name == "baseline" })
    var validator = try Schema(compiling: schema.bytes).validator()
    let text = baseline.text
    #expect(try validator.validate(text.span, 0..<text.count), "\(validator.violations)")
  }
}

extension Configuration {
  /// A configuration with one suppression.
  static func suppressing(_ rule: String, type: String) -> Configuration {
    var configuration = Configuration()
    var suppression = Suppression(rule: rule, reason: "a test")
    suppression.type = type
    configuration.suppressions = [suppression]
    return configuration
  }
}
