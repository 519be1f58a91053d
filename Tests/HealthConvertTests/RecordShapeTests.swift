import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

/// A Record like one before it is compared instead of scanned; it must come out as if it were alone.
@Suite struct RecordShapeTests {
  /// What one or several conversions gave.
  private struct Total: Equatable {
    var records: [Substring] = []
    var rejects = 0
    var findings: [FindingCode: Int] = [:]

    mutating func add(_ text: String, in scratch: Scratch) throws {
      let path = try scratch.put(text, in: "input.xml")
      let (ending, result) = try Trial(path).run(in: scratch)
      let outcome = try #require(ending.outcome)
      records += outcome.lines.filter { !$0.contains(#""record":"archive""#) }
      let report = try #require(result?.report)
      rejects += report.rejected
      findings.merge(report.findingCounts, uniquingKeysWith: +)
    }
  }

  @Test func aRecordIsReadAsIfItWereAlone() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<8 {
      // Few choices a round, so that records share what they begin with.
      let pool = (0..<3).map { _ in RandomRecord.start(&random) }
      let records = (0..<40).map { _ in
        RandomRecord.text(start: pool.randomElement(using: &random) ?? "", &random)
      }
      let scratch = try Scratch()
      var together = Total()
      try together.add(export(records.joined(separator: "\n")), in: scratch)
      var alone = Total()
      for record in records { try alone.add(export(record), in: scratch) }
      #expect(together.records.count == alone.records.count)
      for (a, b) in zip(together.records, alone.records) { #expect(a == b) }
      #expect(together.rejects == alone.rejects)
      #expect(together.findings == alone.findings)
    }
  }
}

extension RecordShapeTests {
  @Test(arguments: ["ndjson", "csv"])
  func aDeviceIsReadAsIfItWereAlone(format: String) throws {
    var random = SplitMix64(seed: testSeed(format))
    func table(_ devices: [String]) -> String {
      let rows = devices.map { device in
        let text = device.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        return format == "csv"
          ? "StepCount,2024-01-01T00:00:00Z,1,count,S,\"\(text)\"\n"
          : #"{"type":"StepCount","startDate":"2024-01-01T00:00:00Z","value":1,"unit":"count","#
            + #""sourceName":"S","device":"\#(text)"}"# + "\n"
      }
      return (format == "csv" ? "type,startDate,value,unit,sourceName,device\n" : "")
        + rows.joined()
    }
    let devices = (0..<200).map { _ in
      let isOdd = random.next() % 2 == 0
      let front = isOdd ? RandomRecord.oddFront(&random) : "&lt;&lt;HKDevice: 0x28a0b4c10&gt;"
      return front + ", name:Watch, hardware:W1&gt;"
    }
    func lines(_ devices: [String]) throws -> [Substring] {
      let scratch = try Scratch()
      let ending = try Trial(try scratch.put(table(devices), in: "a." + format)).run(in: scratch).0
      let outcome = try #require(ending.outcome)
      return outcome.lines.filter { !$0.contains(#""record":"archive""#) }
    }
    let together = try lines(devices)
    #expect(together.count == devices.count)
    var alone: [String: Substring] = [:]
    for (device, line) in zip(devices, together) {
      if alone[device] == nil { alone[device] = try lines([device]).first }
      #expect(line == alone[device])
    }
  }
}

/// Records of an export with everything that such a file may have in odd places.
private enum RandomRecord {
  /// A start tag up to its dates.
  static func start(_ random: inout SplitMix64) -> String {
    func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
    let quote = pick("\"", "\"", "\"", "'")
    let type = pick(
      "HKQuantityTypeIdentifierStepCount",
      "HKQuantityTypeIdentifierBodyMass",
      "HKCategoryTypeIdentifierSleepAnalysis",
      "HKQuantityTypeIdentifierUnheardOf",
      ""
    )
    var attributes = ["type=\(quote)\(type)\(quote)"]
    attributes.append(
      "sourceName=\(quote)\(pick("Phone", "A &amp; B", "x\u{1}y", "Ännchen"))\(quote)"
    )
    if random.next() % 2 == 0 { attributes.append("sourceVersion=\(quote)17.4\(quote)") }
    let address = pick("0x28a0b4c10", "0xdeadbeef", "0x1", "0x600003a1b2c3d4", "%")
    if random.next() % 2 == 0 {
      let front = pick("&lt;&lt;HKDevice: \(address)&gt;", oddFront(&random))
      attributes.append("device=\(quote)\(front), name:Watch, hardware:W1&gt;\(quote)")
    }
    if random.next() % 3 > 0 {
      attributes.append("unit=\(quote)\(pick("count", "lb", "kg", "%"))\(quote)")
    }
    if random.next() % 6 == 0 { attributes.append("unit=\(quote)count\(quote)") }
    if random.next() % 3 == 0 { attributes.append("value=\"\(random.next() % 9)\"") }
    if random.next() % 6 == 0 { attributes.append("creationDate=\"2024-04-30 09:00:00 +0200\"") }
    if random.next() % 6 == 0 { attributes.append("uuid=\(quote)u-1\(quote)") }
    if random.next() % 6 == 0 { attributes.shuffle(using: &random) }
    return "<Record " + attributes.joined(separator: pick(" ", " ", "  ", "\n  "))
  }

  /// What stands before a device's first comma in no export: nothing may be taken for an address.
  static func oddFront(_ random: inout SplitMix64) -> String {
    [
      "", "x", "&gt;", "&lt;0x28a0b4c10&gt;", "&lt;&lt;HKDevice: 0x28a0b4c10",
      "&lt;&lt;HKDevice: 0x28a&gt;b4c1&gt;", "&lt;&lt;HKDevice: 0x28a0b4c1&gt;&gt;",
      "&lt;&lt;HKDevice:0x28a0b4c10&gt;", "&lt;HKDevice: 0x28a0b4c10&gt;",
    ].randomElement(using: &random) ?? ""
  }

  /// A whole record that begins with `start`.
  static func text(start: String, _ random: inout SplitMix64) -> String {
    func pick(_ choices: String...) -> String { choices.randomElement(using: &random) ?? "" }
    // Another address of the same length, or of another.
    var text = start
    if random.next() % 2 == 0 {
      text = text.replacing(
        "0x28a0b4c10",
        with: pick("0x2800000ff", "0x28FFFFFFF", "0x28a0b4c1", "0x28a>b4c1>")
      )
    }
    func date() -> String {
      let usual = "2024-04-\(10 + random.next() % 20) 0\(random.next() % 10):15:00 +0200"
      return random.next() % 8 > 0
        ? usual
        : pick(
          "",
          "2024-04-30T08:00:00Z",
          "2024-04-31 08:00:00 +0200",
          "2024-04-30 24:00:00 +0200",
          "2024-04-30 23:59:60 +0200",
          "2024-04-30 08:0/:00 +0200",
          "2024-04-30 08:15;00 +0200",
          "2024-04-12 08:15:00 -0330",
          "yesterday"
        )
    }
    let hasDate = start.contains("creationDate")
    if !hasDate, random.next() % 4 > 0 { text += " creationDate=\"\(date())\"" }
    text += " startDate=\"\(date())\""
    text += pick(" ", " ", " ", "  ") + "endDate=\"\(date())\""
    if !start.contains("value="), random.next() % 8 > 0 {
      let value = pick("1", "72.5", "-0", "1e3", "123456789012345678901.5", "", "NaN", "a&lt;b")
      text += " value=" + pick("\"\(value)\"", "\"\(value)\"", "\"\(value)\" ", "'\(value)'")
    }
    if random.next() % 10 == 0 { text += " extra=\"1\"" }
    switch random.next() % 6 {
    case 0: return text + "></Record>"
    case 1:
      return text + ">\n  <MetadataEntry key=\"k\" value=\"\(pick("v", "a\"", "ä"))\"/>\n </Record>"
    case 2: return text + "><MetadataEntry value=\"v\" key=\"\(pick("k", "", "q"))\"/>\n</Record>"
    case 3:
      let beats = "<InstantaneousBeatsPerMinute bpm=\"61\" time=\"9:39:49,09\u{202F}AM\"/>\n"
      let odd = "<InstantaneousBeatsPerMinute time=\"\\\" bpm=\"x\"/>"
      return text + "><HeartRateVariabilityMetadataList>\n" + beats + pick(beats, odd, "")
        + "</HeartRateVariabilityMetadataList>" + pick("", "<Unknown a=\"1\"/>") + "</Record>"
    default: return text + pick("/>", "/>", " />")
    }
  }
}
