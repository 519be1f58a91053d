import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import TestSupport
import Testing

/// Each rule against a file that breaks it alone, and the repaired twin.
@Suite struct RuleFixtureTests {
  @Test(arguments: RuleFixture.all)
  func `a damaged file breaks one rule, and the finding is where the damage is`(
    fixture: RuleFixture
  ) throws {
    let report = try fixture.validation(of: fixture.bad).run()
    #expect(report.counts == [fixture.rule.rawValue: 1])
    let finding = try #require(report.outcome(fixture.rule)?.examples.first)
    let expected = try fixture.expected()
    #expect(finding.place.byteOffset == expected["offset"]?.intValue)
    #expect(finding.place.byteLength == expected["length"]?.intValue)
    #expect(finding.place.line == expected["line"]?.intValue)
    #expect(finding.place.column == expected["column"]?.intValue)
    #expect(finding.place.field?.text == expected["field"]?.stringValue)
    #expect(finding.severity == Rule.of(fixture.rule).severity)
    #expect(!finding.message.isEmpty && !finding.message.hasSuffix("."))
  }

  @Test(arguments: RuleFixture.all)
  func `the repaired file passes`(fixture: RuleFixture) throws {
    let report = try fixture.validation(of: fixture.good).run()
    #expect(report.counts == [:])
  }

  @Test(arguments: RuleFixture.all)
  func `a rule that is off finds nothing`(fixture: RuleFixture) throws {
    var validation = try fixture.validation(of: fixture.bad)
    validation.settings.off = [fixture.rule]
    #expect(validation.run().counts == [:])
  }

  /// Rules about records, whatever format holds them.
  static let ofRecords = RuleFixture.all.filter { fixture in
    let isOfForm = ["file.", "gzip.", "text.", "csv.", "json.", "xml.", "schema."]
      .contains { fixture.rule.rawValue.hasPrefix($0) }
    return !isOfForm && fixture.rule != .recordCount && fixture.bad.hasSuffix(".ndjson")
  }

  @Test(arguments: ofRecords)
  func `the same records in other formats break the same rules`(fixture: RuleFixture) throws {
    let scratch = try Scratch()
    let lines = String(decoding: try readBytes(fixture.bad), as: UTF8.self)
    let other = OtherFormats(lines)
    for (name, text) in [("a.json", other.document), ("a.csv", try other.table())] {
      let path = try scratch.put(text, in: name)
      let report = try fixture.validation(of: path).run()
      #expect(report.counts == [fixture.rule.rawValue: 1], "\(name)")
    }
    let packed = try scratch.put(gzipped(Array(lines.utf8)), in: "a.ndjson.gz")
    let report = try fixture.validation(of: packed).run()
    #expect(report.counts == [fixture.rule.rawValue: 1])
    // Behind gzip the places are those of the text.
    let finding = try #require(report.outcome(fixture.rule)?.examples.first)
    let expected = try fixture.expected()
    #expect(finding.place.byteOffset == expected["offset"]?.intValue)
  }

  @Test func `a file that is not there is one finding`() throws {
    let report = Validation(inputs: ["/nowhere/at/all.csv"]).run()
    #expect(report.counts == ["file.unreadable": 1])
    #expect(report.inputs.map(\.path) == ["/nowhere/at/all.csv"])
  }
}
