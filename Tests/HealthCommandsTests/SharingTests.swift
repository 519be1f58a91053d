import Foundation
import JSONCodec
import TestSupport
import Testing

/// Nothing of what is taken out occurs anywhere in what is written.
@Suite struct SharingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Texts that stand for one field each, wherever it occurs; no other text holds them.
  private enum Mark {
    static let source = "Zsource"
    static let device = "Zdevice"
    static let metadata = "Zmeta"
    static let uuid = "Zuuid"
    static let fact = "Zfact"
    static let other = "Zother"
    static let all = [source, device, metadata, uuid, fact, other]
  }

  /// An export with a mark in every place a text can be.
  private static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="Zfact_Locale">
     <ExportDate value="2024-05-01 10:00:00 +0200"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-03" \
    HKCharacteristicTypeIdentifierBiologicalSex="Zfact"/>
     <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Zsource one" sourceVersion="Zsource9" \
    device="&lt;&lt;HKDevice: 0x28&gt;, name:Zdevice one, manufacturer:Maker, localIdentifier:Zdevice-7&gt;" \
    unit="kg" creationDate="2024-04-30 08:00:01 +0200" startDate="2024-04-30 08:00:00 +0200" \
    endDate="2024-04-30 08:00:00 +0200" value="70.5">
      <MetadataEntry key="HKExternalUUID" value="Zuuid-1"/>
      <MetadataEntry key="HKMetadataKeySyncIdentifier" value="Zuuid-2"/>
      <MetadataEntry key="HKDeviceSerialNumber" value="Zdevice-8"/>
      <MetadataEntry key="note" value="Zmeta by Zsource one on 2024-04-30"/>
      <MetadataEntry key="taken" value="2024-04-30 08:00:00 +0200"/>
      <MetadataEntry key="stamp" value="1714456800"/>
     </Record>
     <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Zsource one" unit="count/min" \
    startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:00:00 +0200" value="77.77"/>
     <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Zsource one" unit="ms" \
    startDate="2024-04-30 08:00:00 +0200" endDate="2024-04-30 08:01:00 +0200" value="41">
      <HeartRateVariabilityMetadataList>
       <InstantaneousBeatsPerMinute bpm="77.77" time="8:00:01.50 AM"/>
      </HeartRateVariabilityMetadataList>
     </Record>
     <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Zsource two" \
    startDate="2024-04-30 09:00:00 +0200" endDate="2024-04-30 09:00:00 +0200">
      <MetadataEntry key="note" value="Zmeta"/>
      <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Zsource two" \
    device="&lt;&lt;HKDevice: 0x28&gt;, name:Zdevice two&gt;" unit="mmHg" \
    creationDate="2024-04-30 09:00:01 +0200" \
    startDate="2024-04-30 09:00:00 +0200" endDate="2024-04-30 09:00:00 +0200" value="121"/>
      <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Zsource two" unit="mmHg" \
    startDate="2024-04-30 09:00:00 +0200" endDate="2024-04-30 09:00:00 +0200" value="79"/>
     </Correlation>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
    sourceName="Zsource one" startDate="2024-04-30 18:00:00 +0200" endDate="2024-04-30 18:30:00 +0200" \
    odd="Zother">
      <MetadataEntry key="HKWorkoutBrandName" value="Zsource brand"/>
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-04-30 18:10:00 +0200">
       <MetadataEntry key="note" value="Zmeta"/>
      </WorkoutEvent>
      <WorkoutActivity uuid="Zuuid-3" startDate="2024-04-30 18:00:00 +0200" \
    endDate="2024-04-30 18:30:00 +0200" duration="30" durationUnit="min">
       <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="77.77" unit="count/min" \
    startDate="2024-04-30 18:00:00 +0200" endDate="2024-04-30 18:30:00 +0200"/>
      </WorkoutActivity>
      <WorkoutRoute sourceName="Zsource one" device="&lt;&lt;HKDevice: 0x28&gt;, name:Zdevice one&gt;" \
    creationDate="2024-04-30 18:31:00 +0200" startDate="2024-04-30 18:00:00 +0200" \
    endDate="2024-04-30 18:30:00 +0200">
       <MetadataEntry key="note" value="Zmeta"/>
       <FileReference path="/workout-routes/route_2024-04-30_6.30pm.gpx"/>
      </WorkoutRoute>
      <Strange name="Zother"/>
     </Workout>
     <ActivitySummary dateComponents="2024-04-30" activeEnergyBurned="77.77" \
    activeEnergyBurnedUnit="kcal" odd="Zother"/>
     <Audiogram type="Zother" startDate="2024-04-30 08:00:00 +0200" sourceName="Zsource one"/>
     <Record type="Zother" sourceName="Zsource one" startDate="2024-04-30 08:00:00 +0200" value="Zother"/>
    </HealthData>

    """

  /// The export, and what it becomes as NDJSON, with identifiers beside.
  private func inputs() throws -> [String] {
    let xml = scratch.path("export.xml")
    try Data(Self.export.utf8).write(to: URL(fileURLWithPath: xml))
    let lines = scratch.path("lines.ndjson")
    let run = try CommandRun(["convert", xml, "-o", lines], scratch: scratch.root)
    #expect(run.status == 0, "\(run.messages)")
    var text = String(decoding: try readBytes(lines), as: UTF8.self)
    text.replace(
      "\"sourceName\":\"Zsource one\"",
      with: "\"sourceName\":\"Zsource one\",\"uuid\":\"Zuuid-4\""
    )
    text +=
      #"{"record":"sample","type":"BodyMass","startDate":"2024-04-30T08:00:00+02:00","value":70,"#
      + #""unit":"kg","owner":"Zmeta","details":{"x":{"y":"Zother"},"origin":[0]}}"# + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: lines))
    return [xml, lines]
  }

  private static let outputs = [
    "out.ndjson", "out.csv", "json/ --to json", "csv/", "out.json", "ndjson/ --to ndjson",
    "out.csv --sort start", "out.ndjson --sort end --memory 64k",
    "samples.csv --records samples", "workouts.csv --records workouts",
  ]

  /// Everything that conversions leave, the manifest too.
  private func given(
    _ input: String,
    _ options: [String],
    in outputs: [String] = Array(outputs.prefix(4))
  ) throws -> [(name: String, text: String)] {
    var texts: [(name: String, text: String)] = []
    for (index, output) in outputs.enumerated() {
      let found = try given(input, options, output, threads: index % 2 == 0 ? "1" : "3")
      texts += found
      // The same bytes for any number of threads.
      guard index == 0 else { continue }
      let others = try given(input, options, output, threads: "3")
      #expect(found.map(\.text) == others.map(\.text), "\(options)")
    }
    return texts
  }

  private func given(
    _ input: String,
    _ options: [String],
    _ output: String,
    threads: String
  ) throws -> [(name: String, text: String)] {
    let folder = scratch.path("given-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let words = output.split(separator: " ").map(String.init)
    let run = try CommandRun(
      ["convert", input, "-o", folder + "/" + words[0], "--force", "--threads", threads]
        + ["--chunk-size", "600", "--manifest", folder + "/manifest.json"]
        + words.dropFirst() + options,
      scratch: scratch.root
    )
    #expect(run.status == 0, "\(output) \(options): \(run.messages)")
    let files = Folders.files(in: folder)
    #expect(files.contains("manifest.json"))
    return try files.map { name in
      let text = String(decoding: try readBytes(folder + "/" + name), as: UTF8.self)
      return (name: output + ": " + name, text: text)
    }
  }

  private func expectNone(of marks: [String], in texts: [(name: String, text: String)]) {
    for (name, text) in texts {
      for mark in marks where text.contains(mark) {
        let line = text.split(separator: "\n").first { $0.contains(mark) } ?? ""
        Issue.record("\(mark) in \(name): \(line)")
      }
    }
  }

  @Test func `the marks are in what is not redacted`() throws {
    let xml = try inputs()[0]
    let run = try CommandRun(["convert", xml, "--to", "ndjson"], scratch: scratch.root)
    for mark in Mark.all + ["77.77"] { #expect(run.text.contains(mark), "\(mark)") }
  }

  @Test(arguments: [
    ("source", [Mark.source]), ("device", [Mark.device]), ("metadata", [Mark.metadata]),
    ("uuid", [Mark.uuid]), ("characteristics", ["Zfact\""]),
    (
      "source,device,metadata,uuid,characteristics",
      [Mark.source, Mark.device, Mark.metadata, Mark.uuid]
    ),
  ])
  func `a redacted field is nowhere`(fields: String, marks: [String]) throws {
    for input in try inputs() {
      let isAll = fields.contains("source,")
      let texts = try given(
        input,
        ["--redact", fields],
        in: isAll ? Self.outputs : Array(Self.outputs.prefix(4))
      )
      expectNone(of: marks, in: texts)
      // What is not modelled is never given away.
      expectNone(of: ["\"odd\"", "Strange", "Audiogram", "owner\":\"Zsource"], in: texts)
    }
  }

  @Test func `what is not redacted is still there`() throws {
    let xml = try inputs()[0]
    let texts = try given(xml, ["--redact", "device"])
    let whole = try #require(texts.first { $0.name == "out.ndjson: out.ndjson" }).text
    for mark in [Mark.source, Mark.metadata, Mark.uuid, "77.77", "Zfact"] {
      #expect(whole.contains(mark), "\(mark)")
    }
  }

  @Test func `only shared types leave, with the fields they need`() throws {
    for input in try inputs() {
      let texts = try given(
        input,
        ["--share", "body_mass,BloodPressure,Running"],
        in: Self.outputs
      )
      expectNone(
        of: Mark.all + ["77.77", "7777", "1980", "Zfact", "Maker", "gpx", "Pause"],
        in: texts
      )
      // Beats are no part of it, the export date neither.
      expectNone(of: ["2024-05-01", "HeartRate\",\"start", "41,ms"], in: texts)
      let whole = try #require(texts.first { $0.name == "out.ndjson: out.ndjson" }).text
      let lines = try whole.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
      #expect(lines[0].compact() == #"{"record":"archive","format":"healthconv","version":1}"#)
      let keys = Set(lines.dropFirst().flatMap { ($0.members ?? []).map(\.key) })
      #expect(
        keys == ["record", "type", "startDate", "endDate", "value", "unit", "duration", "details"]
      )
      let pressure = try #require(lines.first { $0["type"]?.stringValue == "BloodPressure" })
      #expect(pressure["details"]?["members"]?.elements?.count == 2)
      let member = pressure["details"]?["members"]?[0]?.members?.map(\.key)
      #expect(member == ["type", "startDate", "endDate", "value", "unit"])
    }
  }

  @Test func `the summary and the manifest say what stayed`() throws {
    let xml = try inputs()[0]
    let output = scratch.path("out.ndjson")
    let run = try CommandRun(
      ["convert", xml, "-o", output, "--share", "BodyMass", "--manifest", scratch.path("m.json")],
      scratch: scratch.root
    )
    #expect(run.status == 0)
    #expect(
      run.messages.contains(
        "stayed behind: 1 BloodPressureDiastolic, 1 BloodPressureSystolic, 1 HeartRate"
      )
    )
    #expect(run.messages.contains("1 of unknown types"))
    #expect(run.messages.contains("taken out: source (1)"), "\(run.messages)")
    let manifest = try JSONValue.parse(try readBytes(scratch.path("m.json")))
    #expect(manifest["share"]?.compact() == #"["BodyMass"]"#)
    #expect(manifest["written"]?.intValue == 1)
    #expect(manifest["leftOut"]?["types"]?["HeartRate"]?.intValue == 1)
    #expect(manifest["leftOut"]?["kinds"]?["workout"]?.intValue == 1)
    #expect(manifest["removed"]?["device"]?.intValue == 1)
    #expect(run.messages.hasPrefix("11 records read, 1 written"), "\(run.messages)")
    #expect(run.messages.contains("10 filtered out"))
  }

  // MARK: - Pseudonyms

  private func key(_ byte: UInt8) throws -> String {
    let path = scratch.path("key\(byte)")
    try Data([UInt8](repeating: byte, count: 32)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func records(_ input: String, _ options: [String]) throws -> [JSONValue] {
    let run = try CommandRun(["convert", input, "--to", "ndjson"] + options, scratch: scratch.root)
    #expect(run.status == 0, "\(run.messages)")
    return try run.text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
  }

  @Test func `pseudonyms hide every name`() throws {
    for input in try inputs() {
      let texts = try given(input, ["--pseudonymize", try key(1)])
      expectNone(of: [Mark.source + " ", Mark.device, Mark.uuid, Mark.metadata], in: texts)
    }
  }

  @Test func `pseudonyms are stable across files and differ under another key`() throws {
    let files = try inputs()
    func names(_ input: String, _ key: String) throws -> [String: Set<String>] {
      var names: [String: Set<String>] = [:]
      for record in try records(input, ["--pseudonymize", key]) {
        for field in ["sourceName", "device"] {
          if let name = record[field] { names[field, default: []].insert(name.compact()) }
        }
      }
      return names
    }
    let first = try names(files[0], key(1))
    #expect(first["sourceName"]?.count == 2)
    #expect(try names(files[1], key(1)) == first)
    let other = try names(files[0], key(2))
    for (field, found) in first { #expect(found.isDisjoint(with: other[field] ?? []), "\(field)") }
    // What many devices share says nothing of one.
    #expect(first["device"]?.contains { $0.contains("\"manufacturer\":\"Maker\"") } == true)
  }

  @Test func `a short or missing key is refused`() throws {
    let xml = try inputs()[0]
    let short = scratch.path("short")
    try Data("secret".utf8).write(to: URL(fileURLWithPath: short))
    for path in [short, scratch.path("none")] {
      let run = try CommandRun(["convert", xml, "--pseudonymize", path], scratch: scratch.root)
      #expect(run.status == 2 && run.output.isEmpty, "\(run.messages)")
    }
  }

  // MARK: - Dates

  /// All texts in a record that are times or days, by their path.
  private func dates(_ value: JSONValue, _ path: String = "") -> [(path: String, text: String)] {
    switch value {
    case .object(let members): return members.flatMap { dates($0.value, path + "/" + $0.key) }
    case .array(let elements):
      return elements.enumerated().flatMap { dates($0.element, path + "/\($0.offset)") }
    case .string(let text) where text.count >= 10 && text.prefix(4).allSatisfy(\.isNumber):
      return [(path, text)]
    default: return []
    }
  }

  @Test func `a shift moves all dates by the same days and keeps the clock`() throws {
    let xml = try inputs()[0]
    let before = try records(xml, ["--redact", "characteristics"])
    let after = try records(xml, ["--shift-dates", "-30", "--redact", "characteristics"])
    #expect(before.count == after.count)
    var seen = 0
    for (old, new) in zip(before, after) {
      let moved = Dictionary(uniqueKeysWithValues: dates(new).map { ($0.path, $0.text) })
      for (path, text) in dates(old) where path != "/metadata/taken" && path != "/metadata/stamp" {
        let found = try #require(moved[path], "\(path)")
        // 30 days before 2024-04-30 and 2024-05-01.
        #expect(
          text.prefix(10) == "2024-04-30"
            ? found.hasPrefix("2024-03-31") : found.hasPrefix("2024-04-01")
        )
        #expect(found.dropFirst(10) == text.dropFirst(10))
        seen += 1
      }
    }
    #expect(seen > 20)
    let mass = try #require(after.first { $0["type"]?.stringValue == "BodyMass" })
    #expect(mass["metadata"]?["taken"]?.stringValue == "2024-03-31T08:00:00+02:00")
    #expect(mass["metadata"]?["stamp"] == nil && mass["metadata"]?["note"] == nil)
    let texts = try given(xml, ["--shift-dates", "-30"])
    expectNone(of: ["2024-04-30", "1714456800", "1980-02-03", "gpx"], in: texts)
    #expect(texts.contains { $0.text.contains("1980-01-04") })
  }

  @Test func `dates in names and texts move or are taken out`() throws {
    let path = scratch.path("dates.ndjson")
    let line =
      #"{"type":"Zodd","startDate":"2024-04-30T08:00:00+02:00","value":"2024-04-30","#
      + #""sourceName":"Import 2024-04-30","sourceVersion":"2.1","uuid":"weight-20240430","#
      + #""device":{"name":"Scale","creationDate":"2024-04-30 08:00:00 +0200","model":"M 30.04.2024"},"#
      + #""metadata":{"day 2024-04-30":"x","30 Apr":"y","said":"on Apr 30, 2024","n":1714456800,"#
      + #""nested":{"at":["2024-04-30T08:00:00Z"]},"weight":"71.5","month":"2024-04","#
      + #""week":"2024-W18-2","size":"1920x1080","zone":"Europe/Paris","length":"418.5 cm","#
      + #""wall":"2024-04-30 08:00:00","day":"30.04.2024"}}"#
    try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: path))
    let record = try #require(try records(path, ["--shift-dates", "-30"]).last)
    let expected =
      #"{"record":"sample","type":"Zodd","startDate":"2024-03-31T08:00:00+02:00","value":"2024-03-31","#
      + #""sourceVersion":"2.1","device":{"name":"Scale","creationDate":"2024-03-31T08:00:00+02:00"},"#
      + #""metadata":{"nested":{"at":["2024-03-31T08:00:00Z"]},"weight":"71.5","week":"2024-03-31","#
      + #""size":"1920x1080","zone":"Europe/Paris","length":"418.5 cm","#
      + #""wall":"2024-03-31T08:00:00","day":"2024-03-31"}}"#
    #expect(record.compact() == expected)
  }

  @Test func `a random shift is one for the run`() throws {
    let xml = try inputs()[0]
    let days = Set(
      try records(xml, ["--shift-dates", "random"]).dropFirst().compactMap {
        $0["startDate"]?.stringValue?.prefix(10)
      }
    )
    #expect(days.count == 1 && !days.contains("2024-04-30"))
  }

  @Test func `coarsened times are days`() throws {
    for input in try inputs() {
      let texts = try given(input, ["--coarsen", "day"])
      expectNone(of: ["T08:00:0", "T09:00", "T18:", "8:00:01"], in: texts)
      let lines = try records(input, ["--coarsen", "day"])
      for record in lines.dropFirst() where record["startDate"] != nil {
        #expect(record["startDate"]?.stringValue == "2024-04-30", "\(record.compact())")
      }
    }
  }

  @Test func `a date that can't be moved rejects its record`() throws {
    let path = scratch.path("old.ndjson")
    let line = #"{"type":"BodyMass","startDate":"0001-01-02T08:00:00Z","value":70,"unit":"kg"}"#
    try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: path))
    let run = try CommandRun(
      ["convert", path, "--to", "ndjson", "--shift-dates", "-3"],
      scratch: scratch.root
    )
    #expect(run.status == 1 && run.messages.contains("1 rejected"), "\(run.messages)")
  }

  @Test(arguments: [
    (["--share", "BodyMas"], "did you mean BodyMass?"),
    (["--redact", "sourc"], "did you mean source?"),
    (["--shift-dates", "soon"], "whole number of days"), (["--shift-dates", "99999"], "36525"),
    (["--coarsen", "week"], "day"), (["--manifest", "m.json"], "nothing is taken out"),
    (["--share", "samples"], "there is no type"),
  ])
  func `what can't be meant is refused`(options: [String], reason: String) throws {
    let xml = try inputs()[0]
    let run = try CommandRun(["convert", xml] + options, scratch: scratch.root)
    #expect(run.status == 64 && run.messages.contains(reason), "\(run.messages)")
  }

  @Test func `rejects are not saved beside what is given away unless asked for`() throws {
    let path = scratch.path("bad.ndjson")
    let lines =
      #"{"type":"BodyMass","startDate":"soon","value":70,"unit":"kg","sourceName":"Zsource"}"#
    try Data((lines + "\n").utf8).write(to: URL(fileURLWithPath: path))
    let run = try CommandRun(
      ["convert", path, "-o", scratch.path("out.ndjson"), "--redact", "source"],
      scratch: scratch.root
    )
    #expect(run.status == 1 && run.messages.contains("rejected records are not saved"))
    #expect(scratch.files() == ["bad.ndjson", "out.ndjson"])
  }
}
