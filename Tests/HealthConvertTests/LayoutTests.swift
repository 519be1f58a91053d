import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// Layouts of an export that invite a wrong cut: what looks like the start of a record and is none, and
/// records without any line break between them.
struct Layout: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  /// How many records there are, rejected ones too.
  var records: Int

  var testDescription: String { name }

  init(_ name: String, _ text: String, _ records: Int) {
    self.name = name
    self.text = text
    self.records = records
  }

  static let bait = """
    \n <Record type="Bait" startDate="2024-01-01 00:00:00 +0000" unit="count" value="666"/>\n
    """

  static let correlation = """
     <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" \
    startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:00:00 +0200">
     <MetadataEntry key="Arm" value="left"/>
     <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" \
    startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:00:00 +0200" value="120"/>
     <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" \
    startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:00:00 +0200" value="80"/>
     </Correlation>
    """

  static let many = (1...12).map { steps("\($0)") }.joined(separator: "\n")

  /// Strange text, bytes that are no text, and empty things in one record.
  static let oddRecord = """
     <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="A &unknown; \u{0B} B" unit="stone?" \
    startDate="2024-04-30 24:00:00 +0200" endDate="2023-04-30 08:00:00 +0200" value="1e400">
      <MetadataEntry key="k" value="1"/><MetadataEntry key="k" value="2 &other;"/>
     </Record>
    """

  static let all: [Layout] = [
    Layout("one line", export(many).replacing("\n", with: ""), 12),
    Layout("CRLF", export(many).replacing("\n", with: "\r\n"), 12),
    Layout("tabs", export(many).replacing("\n ", with: "\n\t"), 12),
    Layout("no indent", export(many).replacing("\n ", with: "\n"), 12),
    Layout("records in comments", export(between("<!--\(bait)-->")), 12),
    Layout("records in CDATA", export(between("<![CDATA[\(bait)]]>")), 12),
    Layout("records in instructions", export(between("<?note \(bait)?>")), 12),
    Layout("records in attributes", export(attributes), 12),
    Layout("members with the indent of records", export(nested), 15 + 6),
    Layout("a document type between records", export(between("<!DOCTYPE x>")), 12),
    Layout("text between records", export(between("words & more")), 12),
    Layout("a huge comment", export("<!-- \(String(repeating: bait, count: 60)) -->" + many), 12),
    Layout("a huge record", export(huge + many), 13),
    Layout("a huge workout", export(workout + many), 13),
    Layout("odd records", export([many, oddRecord, many, oddRecord].joined(separator: "\n")), 26),
    Layout("odd members", export([many, oddMembers, many].joined(separator: "\n")), 25 + 2),
    Layout("text after the root", export(many) + bait + "words\n<!-- end -->" + bait, 14),
    Layout("two roots", export(many) + export(many), 24),
    Layout("no end of the root", export(many).replacing("</HealthData>", with: ""), 12),
    Layout("an end in a record", String(export(many).dropLast(40)), 12),
    Layout("an end in a correlation", String(export(many + correlation).dropLast(120)), 13),
    Layout("an end in metadata", String(export(many + oddRecord).dropLast(60)), 13),
    Layout("stray end tags", export(between("</Record>")), 12),
    Layout("an unclosed quote", export(many + "\n <Record type=\"x\n" + many), 25),
    Layout("a broken tag", export(many + "\n <Record <type=>\n" + many), 26),
    Layout("crossed tags", export(many + "\n <Record><a></Record></a>\n" + many), 26),
    Layout("a broken member", export(many + broken + "\n" + many), 24 + 6),
    Layout("blanks only", export("\n\n   \n\t\r\n"), 0),
  ]

  /// A text between all the records.
  private static func between(_ text: String) -> String {
    (1...12).map { steps("\($0)") }.joined(separator: "\n \(text)\n")
  }

  private static let attributes = (1...12).map {
    steps("\($0)").replacing("Phone", with: bait.replacing("\"", with: "&quot;"))
  }.joined(separator: "\n")

  private static let nested =
    many + "\n" + [correlation, correlation, correlation].joined(separator: "\n")

  /// A correlation that is found odd before its end is in sight.
  private static let oddMembers = correlation.replacing("Cuff", with: "C&x;u\u{0B}ff")
    .replacing("unit=\"mmHg\" ", with: "unit=\"mmWater?\" ")

  private static let huge = steps("1").replacing(
    "/>",
    with: ">"
      + (1...80).map { "\n <MetadataEntry key=\"k\($0)\" value=\"&lt;Record \($0)\"/>" }.joined()
      + "\n </Record>\n"
  )

  private static let workout = """
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
    sourceName="Watch" startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:30:00 +0200">
    \((0..<30).map { minute in
      """
       <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-04-30 08:\(10 + minute):00 +0200"/>

      """
    }.joined())
     </Workout>

    """

  private static let broken = correlation.replacing("value=\"80\"", with: "value=\"eighty\"")
    .replacing("</Correlation>", with: "<Record <</Correlation>")
}

@Suite struct LayoutTests {
  @Test(arguments: Layout.all)
  func isReadTheSameHoweverItIsCut(layout: Layout) throws {
    let scratch = try Scratch()
    let path = try scratch.put(layout.text, in: "export.xml")
    try SameBytesTests.check(Trial(path), sizes: [1, 3, 7, 64, 1000, 1 << 14], threads: [1, 7])
  }

  @Test(arguments: Layout.all)
  func countsEveryRecordOnce(layout: Layout) throws {
    let scratch = try Scratch()
    let path = try scratch.put(layout.text, in: "export.xml")
    let (ending, result) = try Trial(path).run(in: scratch)
    let report = try #require(result?.report, "\(ending)")
    #expect(report.total.read == layout.records)
    #expect(report.total.isConserved)
  }

  @Test(arguments: Layout.all.filter { $0.name.hasPrefix("records in") })
  func takesNoBait(layout: Layout) throws {
    let scratch = try Scratch()
    let path = try scratch.put(layout.text, in: "export.xml")
    let outcome = try #require(try Trial(path).run().outcome)
    #expect(outcome.lines.filter { $0.contains("\"type\":\"StepCount\"") }.count == 12)
    #expect(!outcome.text.contains("\"type\":\"Bait\""))
  }
}
