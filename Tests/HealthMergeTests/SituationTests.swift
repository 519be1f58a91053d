import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthMerge
import TestSupport
import Testing

/// What people have: last year's export and today's, a phone and a watch, a scale's table.
@Suite struct SituationTests {
  private func input(_ name: String, _ file: String) -> String {
    Shared.path("cases/apple-\(name)/\(file)")
  }

  @Test(.enabled(if: Shared.isAvailable, "needs HEALTHCONV_SHARED"))
  func twoExportsOfOnePerson() throws {
    let merging = try Merging()
    let name = "31-merge-two-exports-of-one-person"
    let files = [input(name, "input-a.xml"), input(name, "input-b.xml")]
    let (path, summary) = try merging.merge(files)
    let lines = records(String(decoding: try readBytes(path), as: UTF8.self))
      .filter { $0.contains("\"sample\"") }
    #expect(lines.count == 3)
    #expect(lines.filter { $0.contains("BodyMass") }.count == 1)
    #expect(summary.report.total.replaced[.rounding] == 1)
    #expect(summary.report.total.replaced[.conflict] == nil)
    let merged = String(decoding: try readBytes(path), as: UTF8.self)
    #expect(try merging.merged(files.reversed()) == merged)
    #expect(try merging.merged([files[0], files[0]]) == merging.merged([files[0]]))
  }

  @Test(.enabled(if: Shared.isAvailable, "needs HEALTHCONV_SHARED"))
  func identicalWorkouts() throws {
    let merging = try Merging()
    let file = input("11-identical-workouts-twice", "input.xml")
    // Both stay in one snapshot, and a second copy of the export adds none.
    let twice = records(try merging.merged([file, file])).filter { $0.contains("\"workout\"") }
    #expect(twice.count == 2)
    let (path, summary) = try merging.merge([file]) { $0.collapsesTwins = true }
    let text = String(decoding: try readBytes(path), as: UTF8.self)
    #expect(records(text).filter { $0.contains("\"workout\"") }.count == 1)
    #expect(summary.report.total.collapsed == 1)
  }

  @Test(.enabled(if: Shared.isAvailable, "needs HEALTHCONV_SHARED"))
  func memoryAddressesAreNoDevices() throws {
    let merging = try Merging()
    let text = try merging.merged([input("13-hkdevice-memory-address", "input.xml")])
    let devices = records(text).compactMap { line -> Substring? in
      guard let start = line.range(of: "\"device\":")?.upperBound else { return nil }
      return line[start...].prefix { $0 != "}" }
    }
    #expect(devices.count == 2)
    #expect(Set(devices).count == 1)
    #expect(!text.contains("0x"))
    #expect(text.contains("\"hardware\":\"iPhone16,1\""))
  }

  @Test(.enabled(if: Shared.isAvailable, "needs HEALTHCONV_SHARED"))
  func phoneAndWatch() throws {
    let merging = try Merging()
    let file = input("15-steps-iphone-and-watch-overlap", "input.xml")
    func values(_ policy: ResolvePolicy) throws -> [String] {
      records(try merging.merged([file]) { $0.resolve.policy = policy })
        .filter { $0.contains("StepCount") }.map(value)
    }
    #expect(try values(.keepAll) == ["600", "500"])
    // The watch counts first, the phone fills the half hour before it: 300 + 500.
    #expect(try values(.trim) == ["300", "500"])
    #expect(try values(.maxSourcePerDay) == ["600"])
    #expect(try values(.preferSourcePerDay) == ["500"])
    #expect(try values(.drop) == ["500"])
    let preferred = try merging.merged([file]) { merge in
      merge.resolve.policy = .trim
      merge.resolve.priority.preferred = ["Pho*"]
    }
    #expect(records(preferred).filter { $0.contains("StepCount") }.map(value) == ["600", "250"])
  }

  private func value(_ line: String) -> String {
    guard let start = line.range(of: "\"value\":")?.upperBound else { return "" }
    return String(line[start...].prefix { $0 != "," && $0 != "}" })
  }

  /// An export, a canonical table and a flat table with other units and zones, of one week.
  @Test func threeFormsOfOneWeek() throws {
    let merging = try Merging()
    func xmlSteps(
      _ source: String,
      _ day: Int,
      _ from: String,
      _ to: String,
      _ value: Int
    ) -> String {
      " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(source)\" unit=\"count\" "
        + "startDate=\"2026-03-0\(day) \(from):00 +0100\" endDate=\"2026-03-0\(day) \(to):00 +0100\" "
        + "value=\"\(value)\"/>\n"
    }
    var xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n"
      + " <ExportDate value=\"2026-03-08 10:00:00 +0100\"/>\n"
    for day in 1...7 { xml += xmlSteps("iPhone", day, "08:00", "09:00", 600) }
    xml +=
      " <Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"Scale\" unit=\"lb\" "
      + "startDate=\"2026-03-02 07:00:00 +0100\" endDate=\"2026-03-02 07:00:00 +0100\" "
      + "value=\"176.37\"/>\n</HealthData>\n"
    let export = try merging.put(xml, as: "xml")
    // The watch covers the second half of each hour; its table is in UTC.
    var lines: [String] = []
    for day in 1...7 {
      lines.append(
        "{\"record\":\"sample\",\"type\":\"StepCount\",\"startDate\":\"2026-03-0\(day)T07:30:00Z\","
          + "\"endDate\":\"2026-03-0\(day)T08:30:00Z\",\"value\":500,\"unit\":\"count\","
          + "\"sourceName\":\"Apple Watch\"}"
      )
    }
    let watch = try merging.merge([try merging.put(lines)], to: "csv.gz").path
    // The phone again and the scale in kg, in a zone with another offset.
    var flat = "type,start,end,value,unit,source\n"
    for day in 1...7 {
      flat +=
        "StepCount,2026-03-0\(day)T09:00:00+02:00,2026-03-0\(day)T10:00:00+02:00,600,count,iPhone\n"
    }
    flat += "BodyMass,2026-03-02T01:00:00-05:00,2026-03-02T01:00:00-05:00,80,kg,Scale\n"
    let table = try merging.put(flat, as: "csv")

    let (path, summary) = try merging.merge([export, watch, table]) { $0.resolve.policy = .trim }
    let text = String(decoding: try readBytes(path), as: UTF8.self)
    let steps = records(text).filter { $0.contains("StepCount") }
    // By hand: each day the watch's 500 and the phone's first half hour, 300; 7 × 800 = 5,600.
    #expect(steps.count == 14)
    #expect(steps.compactMap { Int(value($0)) }.reduce(0, +) == 5_600)
    #expect(records(text).filter { $0.contains("BodyMass") }.count == 1)
    let total = summary.report.total
    #expect(total.read == 23)
    #expect(total.replaced == [.identical: 7, .rounding: 1])
    #expect(total.trimmed.records == 7)
    #expect(total.trimmed.seconds == 7 * 1_800)
    #expect(total.trimmed.amount == 7 * 300)
  }

  /// Two exports of one store: offsets, addresses, display units and the order of attributes
  /// change, records come and go.
  @Test func twoExportsOfOneStore() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases {
      let merging = try Merging()
      let store = Array(Set((0..<random.number(0...40)).map { _ in random.number(0...500) }))
        .sorted()
      let removed = Set(store.filter { _ in random.chance(10) })
      let added = (0..<random.number(0...5)).map { 1_000 + $0 }
      let first = try merging.put(Self.export(store, day: 1, isMetric: true), as: "xml")
      let second = try merging.put(
        Self.export(store.filter { !removed.contains($0) } + added, day: 2, isMetric: false),
        as: "xml"
      )
      let (path, summary) = try merging.merge([first, second])
      let lines = records(String(decoding: try readBytes(path), as: UTF8.self))
      #expect(lines.count == store.count + added.count, "case \(number)")
      #expect(summary.report.total.replaced[.conflict] == nil, "case \(number)")
      let marks = Set(
        lines.compactMap { line in
          line.range(of: "app [0-9]+", options: .regularExpression).map { String(line[$0]) }
        }
      )
      #expect(marks == Set((store + added).map { "app \($0)" }), "case \(number)")
    }
  }

  private static func export(_ records: [Int], day: Int, isMetric: Bool) -> String {
    let offset = isMetric ? 1 : -5
    var text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n"
      + " <ExportDate value=\"2026-04-0\(day) 10:00:00 +0100\"/>\n"
    for record in records {
      let minute = 12 * 60 + record + offset * 60
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let time =
        "2026-03-\(two(10 + minute / 1440)) \(two(minute / 60 % 24)):\(two(minute % 60)):00 "
        + (isMetric ? "+0100" : "-0500")
      let grams = 60_000 + record * 37 % 9_000
      let value = isMetric ? "\(Double(grams) / 1000)" : pounds(grams)
      let device =
        "device=\"&lt;&lt;HKDevice: 0x28\(record)\(day)&gt;, name:iPhone, model:iPhone&gt;\""
      let source = "sourceName=\"app \(record)\""
      let attributes = isMetric ? "\(source) \(device)" : "\(device) \(source)"
      text +=
        " <Record type=\"HKQuantityTypeIdentifierBodyMass\" \(attributes) "
        + "unit=\"\(isMetric ? "kg" : "lb")\" startDate=\"\(time)\" endDate=\"\(time)\" "
        + "value=\"\(value)\"/>\n"
    }
    return text + "</HealthData>\n"
  }

  /// Grams in lb with four decimals, rounded.
  private static func pounds(_ grams: Int) -> String {
    let tenThousandths = Int((Double(grams) / 453.59237 * 10_000).rounded())
    let rest = "\(tenThousandths % 10_000)"
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - rest.count) + rest
  }

  @Test func shardsOfAnArchiveAreTheArchive() throws {
    var random = RandomArchives(seed: testSeed())
    for number in 0..<lawCases / 2 {
      let merging = try Merging()
      random.hasIdentifiers = false
      let file = try merging.put(random.archive(), exportDate: "2026-04-01T00:00:00Z")
      let ending = random.pick(["ndjson", "csv.gz", "json"])
      var conversion = Conversion(
        inputs: [file],
        output: OutputPlan(
          target: .file("\(merging.folder)/part.\(ending)"),
          format: OutputFormat.of(name: "x.\(ending)").format ?? .ndjson,
          isCompressed: ending.hasSuffix(".gz")
        )
      )
      let plan = ShardPlan(count: random.number(1...5), by: random.pick(ShardPlan.Key.allCases))
      conversion.shards = plan
      conversion.reading.chunkSize = 300
      _ = try conversion.run()
      var shards = (0..<plan.count).map {
        plan.path(of: $0, "\(merging.folder)/part.\(ending)")
      }
      shards.sort { _, _ in random.chance(50) }
      let whole = try merging.merged([file])
      #expect(try merging.merged(shards) { $0.isConcatenation = true } == whole, "case \(number)")
      #expect(try merging.merged(shards) == whole, "case \(number): merge knows shards")
    }
  }
}
