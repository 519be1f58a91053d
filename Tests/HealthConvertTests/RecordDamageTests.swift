import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import JSONCodec
import TestSupport
import Testing

/// Records that can't be understood: the others are kept, and each goes to the rejects as it was.
@Suite struct RecordDamageTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var code: FindingCode
    /// The record as it stands in the text.
    var record: String
    var testDescription: String { name }

    init(_ name: String, _ code: FindingCode, _ record: String) {
      self.name = name
      self.code = code
      self.record = record
    }

    /// A step record with an attribute changed or, for nil, left out.
    init(_ name: String, _ code: FindingCode, _ attribute: String, _ value: String?) {
      var attributes = [
        ("type", "HKQuantityTypeIdentifierStepCount"), ("sourceName", "Phone"), ("unit", "count"),
        ("creationDate", "2024-02-01 08:00:00 +0200"), ("startDate", "2024-02-01 08:00:00 +0200"),
        ("endDate", "2024-02-01 08:00:00 +0200"), ("value", "5"),
      ]
      attributes.removeAll { $0.0 == attribute }
      if let value { attributes.append((attribute, value)) }
      self.init(name, code, "<Record\(attributes.map { " \($0.0)=\"\($0.1)\"" }.joined())/>")
    }
  }

  static let xml: [Case] = [
    Case("no type", .missingType, "type", nil),
    Case("no start", .missingStart, "startDate", nil),
    Case("30 February", .invalidDate, "startDate", "2024-02-30 08:00:00 +0200"),
    Case("a word as date", .invalidDate, "endDate", "yesterday"),
    Case("hour 25", .invalidDate, "creationDate", "2024-02-01 25:00:00 +0200"),
    Case("year 0", .invalidDate, "startDate", "0000-01-01 00:00:00 +0000"),
    Case("no offset", .missingOffset, "startDate", "2024-02-01 08:00:00"),
    Case("a word as value", .invalidNumber, "value", "many"),
    Case("a decimal comma", .invalidNumber, "value", "1,5"),
    Case("not a number", .invalidNumber, "value", "nan"),
    Case("a wrong unit", .wrongDimension, "unit", "kg"),
    Case("a bad attribute", .malformed, "<Record type=\"StepCount\" unit=count/>"),
  ]

  static let ndjson: [Case] = [
    Case("no type", .missingType, #"{"startDate":"2024-01-01T00:00:00Z","value":1}"#),
    Case("no start", .missingStart, #"{"type":"StepCount","value":1}"#),
    Case("30 February", .invalidDate, #"{"type":"StepCount","startDate":"2024-02-30T00:00:00Z"}"#),
    Case("no offset", .missingOffset, #"{"type":"StepCount","startDate":"2024-02-03T00:00:00"}"#),
    Case(
      "a word as value",
      .invalidNumber,
      #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":"many","unit":"count"}"#
    ),
    Case(
      "an object as value",
      .wrongForm,
      #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":{}}"#
    ),
    Case(
      "a wrong unit",
      .wrongDimension,
      #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":1,"unit":"kg"}"#
    ),
    Case("an unknown kind", .wrongForm, #"{"record":"dream"}"#),
    Case("no object", .malformed, "[1,2]"),
    Case("no JSON", .malformed, #"{"type":"StepCount""#),
    Case("no UTF-8", .malformed, "{\"type\":\"\u{1}\"}"),
    Case("deep nesting", .tooDeep, #"{"a":"# + String(repeating: "[", count: 600)),
    Case(
      "513 levels",
      .tooDeep,
      #"{"a":"# + String(repeating: "[", count: 512) + String(repeating: "]", count: 512) + "}"
    ),
  ]

  static let csv: [Case] = [
    Case("no type", .missingType, ",2024-01-01T00:00:00Z,1,count"),
    Case("no start", .missingStart, "StepCount,,1,count"),
    Case("30 February", .invalidDate, "StepCount,2024-02-30T00:00:00Z,1,count"),
    Case("no offset", .missingOffset, "StepCount,2024-02-03 10:00:00,1,count"),
    Case("a word as value", .invalidNumber, "StepCount,2024-01-01T00:00:00Z,many,count"),
    Case("a wrong unit", .wrongDimension, "StepCount,2024-01-01T00:00:00Z,1,kg"),
    Case("a field too many", .malformed, "StepCount,2024-01-01T00:00:00Z,1,count,5"),
    Case("a field too few", .malformed, "StepCount,2024-01-01T00:00:00Z,1"),
    Case("a stray quote", .malformed, "Step\"Count,2024-01-01T00:00:00Z,1,count"),
    Case("text after a quote", .malformed, "\"StepCount\"x,2024-01-01T00:00:00Z,1,count"),
  ]

  private func check(_ text: String, _ damage: Case) throws {
    let scratch = try Scratch()
    let path = try scratch.put(text, in: "input")
    for chunkSize in [7, 1 << 20] {
      var trial = Trial(path)
      trial.chunkSize = chunkSize
      let (ending, result) = try trial.run(in: scratch)
      let outcome = try #require(ending.outcome, "\(String(describing: ending.error))")
      let report = try #require(result?.report)
      #expect(report.rejectCounts == [damage.code: 1])
      #expect(report.total.isConserved && report.total.rejected == 1 && report.total.written == 2)
      let reject = try JSONValue.parse(Array(outcome.rejects))
      // What no tag ends goes on to the next one.
      let record = reject["record"]?.stringValue?.split(separator: "\n").first
      #expect(record.map(String.init) == damage.record)
      #expect(reject["code"]?.stringValue == damage.code.rawValue)
      #expect(reject["message"]?.stringValue?.isEmpty == false)
      #expect(reject["file"]?.stringValue == path)
      try Places.check(rejects: outcome.rejects, against: Array(text.utf8))
    }
  }

  @Test(arguments: xml)
  func inAnExport(damage: Case) throws {
    try check(export("\(steps("1"))\n \(damage.record)\n\(steps("2"))"), damage)
  }

  @Test(arguments: ndjson)
  func inNDJSON(damage: Case) throws {
    let good = #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":1,"unit":"count"}"#
    try check("\(good)\n\(damage.record)\n\(good)\n", damage)
  }

  @Test(arguments: csv)
  func inATable(damage: Case) throws {
    let good = "StepCount,2024-01-01T00:00:00Z,1,count"
    try check("type,start,value,unit\n\(good)\n\(damage.record)\n\(good)\n", damage)
  }

  @Test func anEndBeforeTheStartIsKept() throws {
    let scratch = try Scratch()
    let text = export(
      steps("1").replacing("endDate=\"2024-04-30", with: "endDate=\"2023-04-30")
    )
    let path = try scratch.put(text, in: "export.xml")
    let (ending, result) = try Trial(path).run(in: scratch)
    #expect(ending.outcome?.lines.count == 2 && ending.outcome?.rejects.isEmpty == true)
    #expect(result?.report.findingCounts == [.endBeforeStart: 1])
    let finding = try #require(result?.report.examples.first)
    #expect(finding.position.line == 4 && finding.position.column == 2)
  }

  @Test func recordsBeforeTheEndOfATruncatedExportAreKept() throws {
    let whole = export("\(steps("1"))\n\(steps("2"))\n\(steps("3"))")
    for size in stride(from: 110, to: whole.utf8.count - 15, by: 7) {
      let scratch = try Scratch()
      let text = Array(whole.utf8.prefix(size))
      let path = try scratch.put(text, in: "export.xml")
      let (ending, result) = try Trial(path).run(in: scratch)
      let outcome = try #require(ending.outcome, "\(size) bytes")
      let report = try #require(result?.report)
      let complete = String(decoding: text, as: UTF8.self).split(separator: "/>").count - 1
      #expect(report.total.written >= complete - 1, "\(size) bytes")
      #expect(report.findingCounts[.truncated] == 1, "\(size) bytes")
      try Places.check(rejects: outcome.rejects, against: text)
    }
  }

  @Test func strictReadingStopsAtTheFirstWithItsPlace() throws {
    let text = export("\(steps("1"))\n\(steps("x"))\n\(steps("y"))")
    for (chunkSize, threads) in [(1 << 20, 1), (7, 3)] {
      let error = try Refusal.check(Array(text.utf8)) {
        $0.reading.isStrict = true
        $0.reading.chunkSize = chunkSize
        $0.reading.threads = threads
      }
      #expect(error.code == "strict.invalid-number" && error.line == 5)
      #expect(error.message.contains("\"x\"") && error.advice.contains("--strict"))
    }
  }
}

@Suite struct NestingTests {
  @Test(.timeLimit(.minutes(1)), arguments: [60, 70, 600, 3000])
  func deepElementsEndInRejects(depth: Int) throws {
    let scratch = try Scratch()
    let open = String(repeating: "<a>", count: depth)
    let close = String(repeating: "</a>", count: depth)
    let text = export("\(steps("1"))\n\(open)\(close)\n\(steps("2"))")
    let path = try scratch.put(text, in: "export.xml")
    let (ending, result) = try Trial(path).run(in: scratch)
    let outcome = try #require(ending.outcome)
    let report = try #require(result?.report)
    #expect(report.total.isConserved && report.byKind[Int(RecordKind.sample.rawValue)].written == 2)
    #expect(depth < 64 ? report.rejected == 0 : report.rejectCounts[.tooDeep] ?? 0 > 0)
    try Places.check(rejects: outcome.rejects, against: Array(text.utf8))
  }

  @Test(arguments: ["ndjson", "json"])
  func deepJSONIsRejectedWithItsPlace(format: String) throws {
    let scratch = try Scratch()
    let deep =
      #"{"a":"# + String(repeating: "[", count: 5000)
      + String(repeating: "]", count: 5000) + "}"
    let good = #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":1,"unit":"count"}"#
    let text = format == "json" ? "[\(good),\n\(deep)\n,\(good)]" : "\(good)\n\(deep)\n\(good)\n"
    let path = try scratch.put(text, in: "input")
    let (ending, result) = try Trial(path).run(in: scratch)
    if let error = ending.error {
      #expect(format == "json" && error.code == "json.too-deep" && error.line == 2)
    } else {
      #expect(result?.report.rejectCounts == [.tooDeep: 1])
      #expect(result?.report.total.written == 2)
      #expect(result?.report.rejectExamples.first?.position.line == 2)
    }
  }
}

@Suite struct MissingEndTagTests {
  static let dates = #"startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:00:00 +0200""#
  static let elements = [
    #"<Workout workoutActivityType="HKWorkoutActivityTypeYoga" \#(dates)>"#,
    #"<Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="1" \#(dates)>"#,
    #"<ActivitySummary dateComponents="2024-04-30">"#,
    "<Record><Unknown>",
  ]

  /// What follows is not looked through for the missing tag, however much it is.
  @Test(arguments: elements)
  func costsOneRecord(element: String) throws {
    let scratch = try Scratch()
    let many = (1...50).map { steps("\($0)") }.joined(separator: "\n")
    let path = try scratch.put(export("\(many)\n \(element)\n\(many)"), in: "export.xml")
    let (ending, result) = try Trial(path).run(in: scratch)
    let report = try #require(result?.report, "\(ending)")
    #expect(report.samples["StepCount"]?.written == 100)
    #expect(report.rejected == element.split(separator: "<").count)
    // The place is where the next record begins, not the end of the file.
    #expect(report.rejectExamples.first?.position.line == 55)
  }

  @Test func ofACorrelationEndsAtTheNextOfThem() throws {
    let scratch = try Scratch()
    let open = Layout.correlation.replacing(" </Correlation>", with: "")
    let text = export([open, steps("1"), Layout.correlation, steps("2")].joined(separator: "\n"))
    let path = try scratch.put(text, in: "export.xml")
    let (ending, result) = try Trial(path).run(in: scratch)
    let report = try #require(result?.report, "\(ending)")
    #expect(report.samples["StepCount"]?.written == 2)
    #expect(report.byKind[Int(RecordKind.correlation.rawValue)].written == 1)
    #expect(report.rejectCounts == [.malformed: 1])
  }
}
