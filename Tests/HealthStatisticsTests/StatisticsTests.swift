import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits
import TestSupport
import Testing

/// What statistics say of a few records whose numbers are known.
@Suite struct StatisticsTests {
  // MARK: Overlapping sources

  private static let twoSources = [
    sample("StepCount", "2026-01-10T08:00:00+01:00", "2026-01-10T09:00:00+01:00", "900"),
    sample(
      "StepCount",
      "2026-01-10T08:40:00+01:00",
      "2026-01-10T09:20:00+01:00",
      "400",
      source: "Watch"
    ),
  ]

  @Test func `merged counts each instant once, for the watch before the phone`() throws {
    let counting = Counting("StepCount", Self.twoSources)
    // Two thirds of the phone's hour are not the watch's.
    #expect(try counting.sums() == ["2026-01-10 1000"])
    let report = try counting.run()
    #expect(report.sources.name == "merged")
    #expect(report.types[0].sources.map(\.name) == ["Phone", "Watch"])
  }

  @Test func `sources can be added up, apart, or chosen`() throws {
    var counting = Counting("steps", Self.twoSources)
    counting.plan.sources = .sum
    #expect(try counting.sums() == ["2026-01-10 1300"])
    counting.plan.sources = .named(["W*"])
    #expect(try counting.sums() == ["2026-01-10 400"])
    counting.plan.sources = .each
    let series = try counting.run().series
    #expect(series.map(\.source) == ["Phone", "Watch"])
    #expect(series.map { $0.sums[0] } == ["2026-01-10 900", "2026-01-10 400"])
  }

  // MARK: Days

  /// One offset for the whole file, as exports have it: in July it is an hour off.
  private static func oneOffset(_ zone: String?) -> [String] {
    [
      sample(
        "StepCount",
        "2025-07-14T23:30:00+01:00",
        "2025-07-14T23:31:00+01:00",
        "40",
        zone: zone
      ),
      sample(
        "StepCount",
        "2025-07-16T23:30:00+01:00",
        "2025-07-16T23:31:00+01:00",
        "50",
        zone: zone
      ),
    ]
  }

  @Test func `the zone that a sample names gives its day`() throws {
    let report = try Counting("StepCount", Self.oneOffset("Europe/Paris")).run()
    #expect(report.series[0].sums == ["2025-07-15 40", "2025-07-16 0", "2025-07-17 50"])
    #expect(report.zones == [ZoneUse(zone: "Europe/Paris", origin: .recorded, samples: 2)])
  }

  @Test func `without a zone the written offset gives the day, which is said`() throws {
    var counting = Counting("StepCount", Self.oneOffset(nil))
    var report = try counting.run()
    #expect(report.series[0].sums == ["2025-07-14 40", "2025-07-15 0", "2025-07-16 50"])
    #expect(report.zones == [ZoneUse(zone: "+01:00", origin: .written, samples: 2)])
    counting.lines = Self.oneOffset("Europe/Paris")
    counting.plan.zone = .written
    report = try counting.run()
    #expect(report.series[0].sums[0] == "2025-07-14 40")
    counting.plan.zone = try zone("Asia/Kathmandu")
    report = try counting.run()
    #expect(report.zones.map(\.origin) == [.given])
    #expect(report.series[0].sums == ["2025-07-15 40", "2025-07-16 0", "2025-07-17 50"])
  }

  @Test func `a sample that crosses midnight is shared out by time`() throws {
    var counting = Counting(
      "StepCount",
      [sample("StepCount", "2026-01-10T23:40:00+01:00", "2026-01-11T00:10:00+01:00", "100")]
    )
    let rows = try counting.run().series[0].rows
    #expect(rows.map { $0.sum?.rational } == [Rational(200, 3), Rational(100, 3)])
    #expect(rows.map(\.count) == [1, 0])
    counting.plan.assignsToStart = true
    #expect(try counting.sums() == ["2026-01-10 100"])
  }

  @Test func `days of clock changes have their share`() throws {
    // 48 hours over a day of 23: the day before has 12 hours of them, the one after 13.
    var counting = Counting(
      "StepCount",
      [sample("StepCount", "2026-03-28T12:00:00+01:00", "2026-03-30T13:00:00+02:00", "4800")]
    )
    counting.plan.zone = try zone("Europe/Paris")
    #expect(try counting.sums() == ["2026-03-28 1200", "2026-03-29 2300", "2026-03-30 1300"])
    let row = try counting.run().series[0].rows[1]
    #expect(row.start.map { $0.offsetMinutes } == 60)
    #expect(row.end.map { $0.offsetMinutes } == 120)
  }

  @Test func `hours of Lord Howe are cut where its clock changes by half an hour`() throws {
    var counting = Counting(
      "StepCount",
      [sample("StepCount", "2026-04-04T14:00:00Z", "2026-04-04T16:30:00Z", "150")]
    )
    counting.plan.zone = try zone("Australia/Lord_Howe")
    counting.plan.period = .hour
    #expect(
      try counting.sums() == [
        "2026-04-05T01:00+11:00 60", "2026-04-05T01:30+10:30 30", "2026-04-05T02:00+10:30 60",
      ]
    )
  }

  @Test(arguments: [
    (PeriodUnit.week, ["2025-W52 1", "2026-W01 2"]), (.month, ["2025-12 2", "2026-01 1"]),
    (.year, ["2025 2", "2026 1"]), (.all, ["all 3"]),
  ])
  func `periods are those of the calendar`(_ unit: PeriodUnit, _ expected: [String]) throws {
    var counting = Counting(
      "StepCount",
      ["2025-12-28", "2025-12-29", "2026-01-04"].map {
        sample("StepCount", $0 + "T10:00:00Z", $0 + "T10:01:00Z", "1")
      }
    )
    counting.plan.period = unit
    #expect(try counting.sums() == expected)
  }

  @Test func `limits cut samples, and empty periods within them are there`() throws {
    var counting = Counting(
      "StepCount",
      [
        sample("StepCount", "2026-01-09T23:00:00Z", "2026-01-10T01:00:00Z", "20"),
        sample("StepCount", "2026-01-12T10:00:00Z", "2026-01-12T10:10:00Z", "5"),
      ]
    )
    counting.plan.since = .wall(1_768_003_200)  // 2026-01-10
    counting.plan.until = .wall(1_768_348_800)  // 2026-01-14
    #expect(
      try counting.sums() == ["2026-01-10 10", "2026-01-11 0", "2026-01-12 5", "2026-01-13 0"]
    )
    counting.plan.last = 2
    #expect(try counting.sums() == ["2026-01-12 5", "2026-01-13 0"])
    counting.plan.since = nil
    counting.plan.until = nil
    counting.plan.last = 3
    #expect(try counting.sums() == ["2026-01-10 10", "2026-01-11 0", "2026-01-12 5"])
  }

  @Test func `a row of a day belongs to that day in any zone`() throws {
    var counting = Counting(
      "StepCount",
      [
        """
        {"record":"sample","type":"StepCount","startDate":"2026-01-10","value":7000,"unit":"count"}
        """
      ]
    )
    #expect(try counting.sums() == ["2026-01-10 7000"])
    counting.plan.zone = try zone("Australia/Lord_Howe")
    #expect(try counting.sums() == ["2026-01-10 7000"])
  }

  // MARK: Values

  @Test func `values are counted, averaged and compared`() throws {
    var counting = Counting(
      "HeartRate",
      [
        sample(
          "HeartRate",
          "2026-01-10T08:00:00Z",
          "2026-01-10T08:01:00Z",
          "60",
          unit: "count/min"
        ),
        sample(
          "HeartRate",
          "2026-01-10T09:00:00Z",
          "2026-01-10T09:03:00Z",
          "80",
          unit: "count/min"
        ),
        sample(
          "HeartRate",
          "2026-01-10T07:00:00Z",
          "2026-01-10T07:00:00Z",
          "70.5",
          unit: "count/min"
        ),
        sample(
          "HeartRate",
          "2026-01-12T07:00:00Z",
          "2026-01-12T07:00:00Z",
          "50",
          unit: "count/min"
        ),
      ]
    )
    let rows = try counting.run().series[0].rows
    #expect(rows.map(\.period) == ["2026-01-10", "2026-01-11", "2026-01-12"])
    #expect(rows.map(\.count) == [3, 0, 1])
    #expect(rows[0].minimum.map(text) == "60" && rows[0].maximum.map(text) == "80")
    #expect(rows[0].mean == Rational(421, 6))
    #expect(rows[0].latest.map(text) == "80")
    // A minute of 60 and three of 80; what has no duration has no weight.
    #expect(rows[0].weightedMean.map(text) == "75")
    #expect(rows[1].mean == nil && rows[1].minimum == nil && rows[1].weightedMean == nil)
    #expect(rows[2].weightedMean == nil)
    #expect(rows[0].sum == nil)
    counting.plan.types = WantedType.named("BodyMass")
    #expect(try counting.run().series.isEmpty)
  }

  @Test func `percentages are fractions, and what is above one stays and is warned of`() throws {
    let record = { (type: String, value: String) in
      "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"W\" unit=\"%\""
        + " startDate=\"2026-01-10 03:00:00 +0100\" endDate=\"2026-01-10 03:00:00 +0100\""
        + " value=\"\(value)\"/>"
    }
    let scratch = try Scratch()
    let path = try scratch.put(
      "<HealthData locale=\"en\">\n " + record("OxygenSaturation", "0.96")
        + record("OxygenSaturation", "95") + record("BodyFatPercentage", "0.225")
        + record("WalkingAsymmetryPercentage", "0") + "\n</HealthData>\n",
      in: "export.xml"
    )
    let types = ["OxygenSaturation", "BodyFatPercentage", "WalkingAsymmetryPercentage"]
    let report = try Statistics(
      inputs: [path],
      plan: StatisticsPlan(types: types.flatMap { WantedType.named($0) })
    ).run()
    #expect(report.series.map { $0.rows[0].minimum.map(text) } == ["0.96", "0.225", "0"])
    #expect(report.series[0].rows[0].maximum.map(text) == "95")
    #expect(report.series.map(\.unit) == ["1", "1", "1"])
    #expect(report.run.findingCounts[.percentOutOfRange] == 1)
  }

  @Test func `sound levels are averaged as energy`() throws {
    let levels = [("80", 3), ("60", 1)].enumerated().map { hour, level in
      sample(
        "EnvironmentalAudioExposure",
        "2026-01-10T0\(hour + 1):00:00Z",
        "2026-01-10T0\(hour + 1):0\(level.1):00Z",
        level.0,
        unit: "dBASPL"
      )
    }
    let row = try Counting("EnvironmentalAudioExposure", levels).run().series[0].rows[0]
    // 10 log10((3 × 10^8 + 10^6) / 4)
    #expect(row.weightedMean.map(text) == "78.7651")
    #expect(row.mean == Rational(70))
  }

  @Test func `blood pressure is both of its values`() {
    let names = WantedType.named("blood pressure").map(\.name)
    #expect(names == ["BloodPressureSystolic", "BloodPressureDiastolic"])
    #expect(WantedType.named("no such type").isEmpty)
  }

  @Test func `a member of a correlation counts once, with a sample of its own or without`() throws {
    let member = sample(
      "BloodPressureSystolic",
      "2026-01-10T08:00:00Z",
      "2026-01-10T08:00:00Z",
      "120",
      unit: "mmHg"
    )
    let correlation = """
      {"record":"correlation","type":"BloodPressure","startDate":"2026-01-10T08:00:00Z",\
      "endDate":"2026-01-10T08:00:00Z","sourceName":"Phone","details":{"members":[\(member)]}}
      """
    for lines in [[correlation], [member, correlation]] {
      let report = try Counting("BloodPressureSystolic", lines).run()
      #expect(report.series.first?.rows.map(\.count) == [1], "\(lines.count)")
    }
  }

  // MARK: Categories, sleep, rings

  @Test func `cases of a category are counted, and their time added up`() throws {
    let report = try Counting(
      "AppleStandHour",
      [("Stood", 8), ("Idle", 9), ("Stood", 10)].map { value, hour in
        let day = "2026-01-10T\(hour < 10 ? "0" : "")\(hour)"
        return sample("AppleStandHour", day + ":00:00Z", day + ":30:00Z", value, unit: nil)
      }
    ).run()
    #expect(report.series.map(\.value) == ["Idle", "Stood"])
    #expect(report.series.map { $0.rows[0].count } == [1, 2])
    #expect(report.series.map { $0.sums[0] } == ["2026-01-10 1800", "2026-01-10 3600"])
  }

  @Test func `a nap is a session of its own day`() throws {
    let report = try Counting(
      "SleepAnalysis",
      [
        sample(
          "SleepAnalysis",
          "2026-01-10T14:00:00+01:00",
          "2026-01-10T15:30:00+01:00",
          "AsleepUnspecified",
          unit: nil
        )
      ]
    ).run()
    let total = try #require(report.series.first { $0.value == "Asleep" })
    #expect(total.part == "nap")
    #expect(total.sums == ["2026-01-10 5400"])
    #expect(total.rows[0].count == 1)
  }

  @Test func `a night belongs to the day on which it ends, by the stages of one source`() throws {
    func stage(_ from: String, _ to: String, _ value: String, _ source: String) -> String {
      sample("SleepAnalysis", from + "+01:00", to + "+01:00", value, unit: nil, source: source)
    }
    let report = try Counting(
      "sleep",
      [
        stage("2026-01-10T22:00:00", "2026-01-11T06:30:00", "InBed", "Phone"),
        stage("2026-01-10T22:30:00", "2026-01-11T06:00:00", "AsleepUnspecified", "Phone"),
        stage("2026-01-10T23:00:00", "2026-01-11T01:00:00", "AsleepCore", "Watch"),
        stage("2026-01-11T01:00:00", "2026-01-11T02:30:00", "AsleepDeep", "Watch"),
        stage("2026-01-11T02:30:00", "2026-01-11T02:45:00", "Awake", "Watch"),
        stage("2026-01-11T02:45:00", "2026-01-11T05:45:00", "AsleepREM", "Watch"),
        stage("2026-01-13T23:00:00", "2026-01-14T05:00:00", "AsleepCore", "Watch"),
      ]
    ).run()
    let sums = Dictionary(
      uniqueKeysWithValues: report.series.map { ($0.value ?? "", $0.sums.first ?? "") }
    )
    #expect(Set(report.series.map(\.part)) == ["night"])
    #expect(sums["Asleep"] == "2026-01-11 23400")
    #expect(sums["AsleepCore"] == "2026-01-11 7200")
    #expect(sums["AsleepDeep"] == "2026-01-11 5400")
    #expect(sums["Awake"] == "2026-01-11 900")
    #expect(sums["InBed"] == "2026-01-11 30600")
    #expect(sums["AsleepUnspecified"] == nil)
    let total = try #require(report.series.first { $0.value == "Asleep" })
    #expect(
      total.sums == ["2026-01-11 23400", "2026-01-12 -", "2026-01-13 -", "2026-01-14 21600"]
    )
  }

  @Test func `rings are shares of their goals`() throws {
    func rings(_ day: Int, _ energy: Int) -> String {
      """
      {"record":"activitySummary","startDate":"2026-01-1\(day)","details":{\
      "activeEnergyBurned":\(energy),"activeEnergyBurnedGoal":2000000,"appleMoveTime":0,\
      "appleMoveTimeGoal":0,"appleExerciseTime":900,"appleExerciseTimeGoal":1800,\
      "appleStandHours":12,"appleStandHoursGoal":12}}
      """
    }
    var counting = Counting("rings", [rings(0, 1_000_000), rings(1, 3_000_000)])
    #expect(try counting.run().series.map(\.value) == ["move", "exercise", "stand"])
    #expect(
      try counting.run().series[0].rows.map(\.share) == [Rational(1, 2), Rational(3, 2)]
    )
    counting.plan.period = .month
    let rows = try counting.run().series.map { $0.rows[0] }
    #expect(rows.map(\.share) == [Rational(1), Rational(1, 2), Rational(1)])
    #expect(rows.map(\.closed) == [1, 0, 2])
    #expect(rows.map(\.count) == [2, 2, 2])
  }
}
