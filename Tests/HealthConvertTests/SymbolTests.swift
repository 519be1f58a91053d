import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// Repeated text is worked out once; one record's text must not be taken for another's.
@Suite struct SymbolTests {
  private func convert(_ text: String) throws -> Outcome {
    let scratch = try Scratch()
    let path = try scratch.put(text, in: "input")
    return try #require(try Trial(path).run().outcome)
  }

  @Test(arguments: ["other", "workout", "correlation"])
  func aTypeIsReadByItsKindWhateverWasReadBefore(kind: String) throws {
    let dates = #""startDate":"2024-01-01T00:00:00Z""#
    let other = #"{"record":"\#(kind)","type":"step_count",\#(dates)}"#
    let sample = #"{"record":"sample","type":"step_count",\#(dates),"value":1,"unit":"count"}"#
    for lines in [[other, sample], [sample, other]] {
      let outcome = try convert(lines.joined(separator: "\n"))
      #expect(outcome.lines.count { $0.contains("\"StepCount\"") } == 1, "\(outcome.text)")
      #expect(outcome.lines.count { $0.contains("\"step_count\"") } == 1, "\(outcome.text)")
    }
  }

  /// A workout's attributes are decoded before they are looked up, a record's after.
  @Test(arguments: [true, false])
  func referencesAreExpandedOnce(isWorkoutFirst: Bool) throws {
    let record = steps("1").replacing("Phone", with: "a&lt;b")
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="a&amp;lt;b" \
      device="name:x&amp;lt;y" startDate="2024-04-30 08:00:00 +0200">
      <MetadataEntry key="k&amp;lt;" value="v&amp;lt;"/></Workout>
      """
    let records = isWorkoutFirst ? [workout, record] : [record, workout]
    let outcome = try convert(export(records.joined(separator: "\n")))
    let sample = try #require(outcome.lines.first { $0.contains("\"sample\"") })
    #expect(sample.contains(#""sourceName":"a<b""#), "\(sample)")
    let other = try #require(outcome.lines.first { $0.contains("\"workout\"") })
    #expect(other.contains(#""sourceName":"a&lt;b""#), "\(other)")
    #expect(other.contains(#""metadata":{"k&lt;":"v&lt;"}"#), "\(other)")
  }

  @Test func oddAttributeNamesAreNotedWhereTheyStand() throws {
    let scratch = try Scratch()
    let text = export(steps("1") + "\n" + steps("2").replacing(" unit", with: " \u{1}x=\"1\" unit"))
    let path = try scratch.put(text, in: "export.xml")
    let (_, result) = try Trial(path).run(in: scratch)
    let finding = try #require(result?.report.examples.first { $0.code == .controlCharacter })
    #expect(finding.position.line == 5)
  }
}
