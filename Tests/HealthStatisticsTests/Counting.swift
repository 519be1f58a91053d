import ByteKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits
import TestSupport
import Testing

/// Statistics of a few records given as canonical lines.
struct Counting {
  var lines: [String]
  var plan: StatisticsPlan
  var threads = 1
  var chunkSize = 1 << 19

  init(_ type: String, _ lines: [String]) {
    self.lines = lines
    plan = StatisticsPlan(types: WantedType.named(type))
  }

  /// The report; the lines may be spread over several inputs.
  func run(inputs count: Int = 1) throws -> StatisticsReport {
    let scratch = try Scratch()
    let paths = try (0..<count).map { input in
      let part = lines.enumerated().filter { $0.offset % count == input }.map { $0.element + "\n" }
      return try scratch.put(part.joined(), in: "\(input).ndjson")
    }
    var statistics = Statistics(inputs: paths, plan: plan)
    statistics.reading.format = .ndjson
    statistics.reading.threads = threads
    statistics.reading.chunkSize = chunkSize
    return try statistics.run()
  }

  /// The sums of the only series, as `period sum`.
  func sums() throws -> [String] { try #require(try run().series.first).sums }
}

extension StatisticsSeries {
  /// The sums as `period sum`.
  var sums: [String] { rows.map { "\($0.period) \($0.sum.map { text($0.decimal) } ?? "-")" } }
}

func text(_ value: ExactDecimal) -> String {
  var out: [UInt8] = []
  value.write(to: &out)
  return String(decoding: out, as: UTF8.self)
}

/// A canonical line of a sample.
func sample(
  _ type: String,
  _ start: String,
  _ end: String,
  _ value: String,
  unit: String? = "count",
  source: String = "Phone",
  zone: String? = nil
) -> String {
  let number = unit == nil ? "\"\(value)\"" : value
  return
    "{\"record\":\"sample\",\"type\":\"\(type)\",\"startDate\":\"\(start)\",\"endDate\":\"\(end)\","
    + "\"value\":\(number)" + (unit.map { ",\"unit\":\"\($0)\"" } ?? "")
    + ",\"sourceName\":\"\(source)\""
    + (zone.map { ",\"metadata\":{\"HKTimeZone\":\"\($0)\"}" } ?? "") + "}"
}

func zone(_ name: String) throws -> ZoneSource { .given(try #require(ZoneRules(identifier: name))) }
