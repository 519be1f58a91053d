import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits
import TestSupport
import Testing

/// What holds for any records.
@Suite struct PropertyTests {
  /// Steps of three sources over some weeks around a clock change, many of them over midnight.
  private static func steps(_ generator: inout SplitMix64) -> [String] {
    (0..<Int.random(in: 3...50, using: &generator)).map { _ in
      let start = Int64.random(in: 1_774_000_000...1_776_000_000, using: &generator)
      let isLong = Int.random(in: 0...9, using: &generator) == 0
      let length = Int64.random(in: isLong ? 3_601...200_000 : 0...3_600, using: &generator)
      return sample(
        "StepCount",
        time(start),
        time(start + length),
        ["7", "0.1", "12345.678", "1e-7", "123456789.123456789"].randomElement(using: &generator)
          ?? "1",
        source: ["Phone", "Watch", "App"].randomElement(using: &generator) ?? "",
        zone: [nil, "Europe/Paris", "Asia/Kathmandu"].randomElement(using: &generator) ?? nil
      )
    }
  }

  private static func time(_ seconds: Int64) -> String {
    var out: [UInt8] = []
    Timestamp(seconds: seconds, offsetMinutes: 60).write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private static func total(_ report: StatisticsReport) -> Rational {
    report.series.flatMap(\.rows).compactMap { $0.sum?.rational }.reduce(Rational(0)) { $0 + $1 }
  }

  @Test(arguments: [StatisticsSources.merged, .sum, .each])
  func `the periods add up to the total, exactly`(_ sources: StatisticsSources) throws {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<4 {
      var counting = Counting("StepCount", Self.steps(&generator))
      counting.plan.sources = sources
      counting.plan.period = .all
      let whole = Self.total(try counting.run())
      for zone in [.recorded, .written, try zone("Australia/Lord_Howe")] as [ZoneSource] {
        for unit in PeriodUnit.allCases {
          counting.plan.period = unit
          counting.plan.zone = zone
          counting.plan.assignsToStart = Bool.random(using: &generator)
          #expect(Self.total(try counting.run()) == whole, "\(unit)")
        }
      }
    }
  }

  @Test func `merged is never more than the sum`() throws {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<30 {
      var counting = Counting("StepCount", Self.steps(&generator))
      counting.plan.period = .all
      let merged = Self.total(try counting.run())
      counting.plan.sources = .sum
      #expect(merged <= Self.total(try counting.run()))
    }
  }

  @Test(arguments: ["StepCount", "HeartRate"], [StatisticsSources.merged, .sum, .each])
  func `inputs, order, threads, chunks and memory change nothing`(
    _ type: String,
    _ sources: StatisticsSources
  ) throws {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<6 {
      let lines = Self.steps(&generator).map {
        $0.replacing("\"StepCount\"", with: "\"\(type)\"").replacing(
          "\"count\"",
          with: type == "StepCount" ? "\"count\"" : "\"count/min\""
        )
      }
      var counting = Counting(type, lines)
      counting.plan.sources = sources
      let expected = Self.shown(try counting.run())
      #expect(Self.shown(try counting.run(inputs: 3)) == expected)
      counting.lines.shuffle(using: &generator)
      counting.threads = 3
      counting.chunkSize = Int.random(in: 1...2_000, using: &generator)
      counting.plan.memory = 0
      #expect(Self.shown(try counting.run()) == expected)
    }
  }

  @Test(arguments: [OutputFormat.ndjson, .csv, .json])
  func `an export and what it is converted to have the same statistics`(
    _ format: OutputFormat
  ) throws {
    let scratch = try Scratch()
    let export = Fixtures.path("apple/export.zip")
    let converted = scratch.path("converted")
    _ = try Conversion(
      inputs: [export],
      output: OutputPlan(target: .file(converted), format: format)
    ).run()
    let names = [
      "steps", "DistanceWalkingRunning", "HeartRate", "sleep", "rings", "AppleStandHour",
    ]
    let plan = StatisticsPlan(types: names.flatMap { WantedType.named($0) })
    let expected = Self.shown(try Statistics(inputs: [export], plan: plan).run())
    #expect(expected.count > 20)
    #expect(Self.shown(try Statistics(inputs: [converted], plan: plan).run()) == expected)
  }

  /// All that is shown of a report.
  private static func shown(_ report: StatisticsReport) -> [String] {
    let series = report.series.flatMap { series in
      [series.source ?? "", series.unit]
        + series.rows.map { row in
          let numbers = [
            row.sum?.decimal, row.minimum, row.mean?.shortestDecimal, row.maximum, row.latest,
            row.weightedMean,
          ]
          return "\(row.period) \(row.count) "
            + numbers.map { $0.map(text) ?? "-" }.joined(separator: " ")
        }
    }
    return series + report.zones.map { "\($0)" }
      + report.types.flatMap { $0.sources.map { "\($0)" } }
  }
}
