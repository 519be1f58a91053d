import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import TestSupport
import Testing

@Suite struct FilterTests {
  static let records = [
    record("StepCount", "2024-01-01T00:00:00Z", "Phone"),
    record("StepCount", "2024-01-01T00:00:00.5Z", "Anna’s\\u00a0Watch"),
    record("BodyMass", "2024-01-01T01:00:00+02:00", "Scale"),
    record("HeartRate", "2024-01-02T00:00:00Z", "Anna's Watch"),
    record("Running", "2024-01-03T00:00:00Z", "Phone", kind: "workout"),
    record("Yoga", "2024-01-03T00:00:00Z", "Watch", kind: "workout"),
    record("Food", "2024-01-04T00:00:00Z", "Diary", kind: "correlation"),
    #"{"record":"activitySummary","startDate":"2024-01-02","details":{"appleStandHours":9}}"#,
    #"{"record":"characteristics","details":{"biologicalSex":"Female"}}"#,
    record("Audiogram", "2024-01-05T00:00:00Z", "Phone", kind: "other"),
  ]

  private static func record(
    _ type: String,
    _ start: String,
    _ source: String,
    kind: String = "sample"
  ) -> String {
    #"{"record":"\#(kind)","type":"\#(type)","startDate":"\#(start)","sourceName":"\#(source)"}"#
  }

  /// The numbers of the records that a filter keeps.
  private func kept(_ change: @escaping (inout RecordFilter) -> Void) throws -> [Int] {
    let scratch = try Scratch()
    let path = try scratch.put(Self.records.joined(separator: "\n"), in: "input")
    var trial = Trial(path)
    trial.configure = { change(&$0.reading.filter) }
    let (ending, result) = try trial.run(in: scratch)
    let outcome = try #require(ending.outcome)
    let report = try #require(result?.report)
    #expect(report.total.read == Self.records.count && report.total.isConserved)
    #expect(report.total.filtered == Self.records.count - outcome.lines.count + 1)
    let lines = outcome.lines.dropFirst().map(String.init)
    return Self.records.indices.filter { index in
      lines.contains(Self.records[index].replacing("\\u00a0", with: "\u{A0}"))
    }
  }

  private static func time(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    return Timestamp.parseRFC3339(bytes.span, 0..<bytes.count)
  }

  @Test func nothingAskedForKeepsEverything() throws {
    #expect(try kept { _ in } == Array(Self.records.indices))
  }

  @Test func typesAndActivitiesAreApart() throws {
    #expect(try kept { $0.types = ["StepCount"] } == [0, 1])
    #expect(try kept { $0.types = ["Food"] } == [6])
    #expect(try kept { $0.activities = ["Yoga"] } == [5])
    #expect(
      try kept {
        $0.types = ["BodyMass"]
        $0.activities = ["Running"]
      } == [2, 4]
    )
    #expect(try kept { $0.types = ["Running"] } == [])
  }

  @Test func kindsAreKept() throws {
    #expect(try kept { $0.kinds = [.workout] } == [4, 5])
    #expect(try kept { $0.kinds = [.characteristics, .other] } == [8, 9])
    #expect(
      try kept {
        $0.kinds = [.sample]
        $0.activities = ["Yoga"]
      } == []
    )
  }

  @Test func sourcesAreFoundAsPeopleTypeThem() throws {
    #expect(try kept { $0.sources = ["Anna's Watch"] } == [1, 3])
    #expect(try kept { $0.sources = ["anna*"] } == [])
    #expect(try kept { $0.sources = ["*Watch"] } == [1, 3, 5])
    #expect(try kept { $0.sources = ["Phone", "Sc*e"] } == [0, 2, 4, 9])
  }

  @Test func timesAreInstants() throws {
    // 01:00 at +02:00 is the day before in UTC.
    #expect(try kept { $0.since = Self.time("2024-01-01T00:00:00Z") } == [0, 1, 3, 4, 5, 6, 7, 9])
    #expect(try kept { $0.until = Self.time("2024-01-01T00:00:00Z") } == [2])
    #expect(try kept { $0.until = Self.time("2024-01-01T00:00:00.5Z") } == [0, 2])
    let day = try kept {
      $0.since = Self.time("2024-01-02T00:00:00Z")
      $0.until = Self.time("2024-01-03T00:00:00Z")
    }
    #expect(day == [3, 7])
  }
}

@Suite struct ZoneChoiceTests {
  private func starts(_ records: String, _ choice: ZoneChoice) throws -> [String] {
    let scratch = try Scratch()
    let path = try scratch.put(export(records), in: "export.xml")
    var trial = Trial(path)
    trial.configure = { $0.reading.zone = choice }
    let outcome = try #require(try trial.run().outcome)
    return outcome.lines.dropFirst().compactMap { line in
      line.split(separator: "\"startDate\":\"").last?.split(separator: "\"").first.map(String.init)
    }
  }

  private static let berlin = ZoneRules(identifier: "Europe/Berlin")

  @Test(arguments: [
    ("2024-03-31 00:59:59 +0000", "2024-03-31T01:59:59+01:00"),
    ("2024-03-31 01:00:00 +0000", "2024-03-31T03:00:00+02:00"),
    ("2024-10-27 00:59:59 +0000", "2024-10-27T02:59:59+02:00"),
    ("2024-10-27 01:00:00 +0000", "2024-10-27T02:00:00+01:00"),
    ("2024-07-01 12:00:00 +1000", "2024-07-01T04:00:00+02:00"),
  ])
  func aZoneKeepsTheInstant(written: String, local: String) throws {
    let rules = try #require(Self.berlin)
    #expect(try starts(steps("1", at: written), .zone(rules)) == [local])
  }

  @Test func recordsAreWrittenInTheZoneTheyName() throws {
    func record(_ zone: String?) -> String {
      guard let zone else { return steps("1", at: "2024-07-01 12:00:00 +0000") }
      return steps("1", at: "2024-07-01 12:00:00 +0000").replacing(
        "/>",
        with: "><MetadataEntry key=\"HKTimeZone\" value=\"\(zone)\"/></Record>"
      )
    }
    let records = [
      record("Asia/Tokyo"), record(nil), record("Nowhere/City"), record("America/New_York"),
    ]
    #expect(
      try starts(records.joined(separator: "\n"), .recorded) == [
        "2024-07-01T21:00:00+09:00", "2024-07-01T12:00:00Z", "2024-07-01T12:00:00Z",
        "2024-07-01T08:00:00-04:00",
      ]
    )
    #expect(try starts(record("Asia/Tokyo"), .original) == ["2024-07-01T12:00:00Z"])
  }

  @Test func theLastHoursOfTimeKeepTheirOffset() throws {
    let rules = try #require(Self.berlin)
    let written = "9999-12-31 23:30:00 +0000"
    #expect(try starts(steps("1", at: written), .zone(rules)) == ["9999-12-31T23:30:00Z"])
  }
}

@Suite struct UnitPolicyTests {
  private func value(_ policy: UnitPolicy) throws -> String {
    let scratch = try Scratch()
    let record = steps("71").replacing("StepCount", with: "BodyMass")
      .replacing("unit=\"count\"", with: "unit=\"lb\"")
    let path = try scratch.put(export(record), in: "export.xml")
    var trial = Trial(path)
    trial.configure = { $0.reading.units = policy }
    let outcome = try #require(try trial.run().outcome)
    let line = try #require(outcome.lines.last)
    return line.split(separator: "\"value\":").last?.split(separator: ",\"source").first
      .map(String.init) ?? ""
  }

  @Test func eachSystemHasItsUnit() throws {
    #expect(try value(UnitPolicy()) == #"32.20505827,"unit":"kg""#)
    #expect(try value(UnitPolicy(system: .metric)) == #"32.20505827,"unit":"kg""#)
    #expect(try value(UnitPolicy(system: .us)) == #"71,"unit":"lb""#)
    #expect(try value(UnitPolicy(system: .original)) == #"71,"unit":"lb""#)
    let own = UnitPolicy(system: .us, overrides: ["BodyMass": "g"])
    #expect(try value(own) == #"32205.05827,"unit":"g""#)
  }
}
