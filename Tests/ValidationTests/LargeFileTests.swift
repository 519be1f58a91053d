import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import TestSupport
import Testing

/// What holds for small files holds for large ones.
@Suite struct LargeFileTests {
  /// All that are about one record, where that is fast; what is about a file stays in its line 1.
  static var moved: [RuleFixture] {
    let movable = RuleFixtureTests.ofRecords.filter {
      ![.duplicateCopy, .timeClockShift].contains($0.rule)
    }
    #if DEBUG
      return movable.filter {
        [.timeEndBeforeStart, .valueRange, .duplicateExact, .metaValue].contains($0.rule)
      }
    #else
      return movable
    #endif
  }

  @Test(arguments: moved)
  func `the place is right in line 1,000,000`(fixture: RuleFixture) throws {
    let scratch = try Scratch()
    let bytes = try readBytes(fixture.bad)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let expected = try fixture.expected()
    let line = try #require(expected["line"]?.intValue)
    // Blank lines before the damaged one, so that it becomes the millionth.
    let blank = [UInt8](repeating: 0x0A, count: 1_000_000 - line)
    let moved =
      Array(lines[..<(line - 1)].joined(separator: [0x0A])) + [0x0A] + blank
      + Array(lines[(line - 1)...].joined(separator: [0x0A]))
    for (name, text) in [("a.ndjson", moved), ("a.ndjson.gz", gzipped(moved))] {
      var validation = try fixture.validation(of: scratch.put(text, in: name))
      validation.reading.chunkSize = 100_000
      validation.settings.off = [.gzipRatio]
      let report = validation.run()
      #expect(report.counts == [fixture.rule.rawValue: 1])
      let place = try #require(report.outcome(fixture.rule)?.examples.first?.place)
      #expect(place.line == 1_000_000)
      #expect(place.column == expected["column"]?.intValue)
      #expect(place.byteOffset == (expected["offset"]?.intValue ?? 0) + blank.count)
      #expect(place.field?.text == expected["field"]?.stringValue)
    }
  }

  /// How many findings a test can make in reasonable time.
  static var many: Int {
    #if DEBUG
      20_000
    #else
      1_000_000
    #endif
  }

  @Test func `counts are exact whatever is kept`() throws {
    let scratch = try Scratch()
    var text: [UInt8] = []
    for number in 0..<Self.many { text += Array((number % 2 == 0 ? "x\n" : "{}\n").utf8) }
    var validation = Validation(inputs: [try scratch.put(text, in: "a.ndjson")])
    validation.reading.format = .ndjson
    validation.settings.examples = 1
    let report = validation.run()
    #expect(report.counts == ["json.syntax": Self.many / 2, "record.missing-field": Self.many / 2])
    #expect(report.rules.allSatisfy { $0.examples.count <= 1 })
    #expect(report.recordCount == Self.many)
  }

  @Test func `repeats are found on disk as in memory`() throws {
    let scratch = try Scratch()
    var generator = SplitMix64(seed: testSeed())
    var lines: [String] = []
    for _ in 0..<3000 {
      let minute = Int.random(in: 10..<60, using: &generator)
      let day = Int.random(in: 10..<28, using: &generator)
      let id = Int.random(in: 0..<800, using: &generator)
      let time = "2026-02-\(day)T08:\(minute):00+01:00"
      lines.append(
        #"{"record":"sample","type":"HeartRate","startDate":"\#(time)","endDate":"\#(time)","#
          + #""value":\#(60 + minute % 2),"unit":"count/min","sourceName":"W\#(id % 3)","uuid":"\#(id)"}"#
      )
    }
    let half = lines.count / 2
    let first = try scratch.put(lines[..<half].joined(separator: "\n") + "\n", in: "a.ndjson")
    let second = try scratch.put(
      gzipped(Array((lines[half...].joined(separator: "\n") + "\n").utf8)),
      in: "b.ndjson.gz"
    )
    func text(limit: Int, _ change: (inout Validation) -> Void = { _ in }) -> String {
      var validation = Validation(inputs: [first, second])
      validation.settings.fingerprintLimit = limit
      change(&validation)
      return validation.run().text
    }
    let whole = text(limit: 1_000_000)
    for limit in [8, 100, 640, 1200] {
      #expect(text(limit: limit) == whole, "\(limit) in memory")
      #expect(
        text(limit: limit) { $0.settings.examples = 0 }
          == text(limit: 1_000_000) {
            $0.settings.examples = 0
          }
      )
    }
    let known = Validation(inputs: [first, second]).identified()
    var again = Validation(inputs: [first, second])
    again.settings.baseline = known.baseline
    again.settings.identifiesContent = true
    again.settings.fingerprintLimit = 100
    #expect(again.run().counts == [:])
  }
}

extension Validation {
  /// The report and the baseline it makes.
  func identified() -> (report: ValidationReport, baseline: Baseline) {
    var validation = self
    validation.settings.identifiesContent = true
    let (report, baseline, _) = validation.runWithBaselines()
    return (report, baseline)
  }
}
