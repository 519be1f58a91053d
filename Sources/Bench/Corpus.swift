import ByteKit
import Foundation
import HealthConvert
import HealthFormats

/// Files to measure on, made in a temporary folder: an export and the same records in other formats.
struct Corpus {
  let folder: String
  let xml: String
  let csv: String
  let ndjson: String

  init(records: Int) throws {
    folder = NSTemporaryDirectory() + "healthconv-bench-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true
    )
    xml = folder + "/export.xml"
    csv = folder + "/all.csv"
    ndjson = folder + "/all.ndjson"
    try Self.export(records).write(toFile: xml, atomically: true, encoding: .utf8)
    for path in [csv, ndjson] {
      let format = OutputFormat.of(name: path).format ?? .csv
      _ = try Conversion(
        inputs: [xml],
        output: OutputPlan(target: .file(path), format: format)
      ).run()
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// How many bytes a file has.
  static func size(_ path: String) -> Int { (try? InputFile(path: path).size) ?? 0 }

  /// An export in Apple's layout with heart rates, steps, energies and weights.
  private static func export(_ records: Int) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
    text += " <ExportDate value=\"2025-09-30 01:00:00 -0400\"/>\n"
    var state: UInt64 = 7
    func random(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    let kinds = [
      ("HeartRate", "count/min"), ("StepCount", "count"), ("ActiveEnergyBurned", "kcal"),
      ("DistanceWalkingRunning", "mi"), ("BodyMass", "lb"),
    ]
    for index in 0..<records {
      let kind = kinds[index * kinds.count / max(records, 1)]
      let minute = index / 4
      let time = "\(two(minute / 60 % 24)):\(two(minute % 60)):\(two(Int(random(60))))"
      let date =
        "2025-\(two(minute / 1_440 / 28 % 12 + 1))-\(two(minute / 1_440 % 28 + 1)) \(time) -0400"
      let address = String(0x2_8000_0000 + random(1 << 24) * 16, radix: 16)
      text += " <Record type=\"HKQuantityTypeIdentifier\(kind.0)\" sourceName=\"Robin’s Watch\""
      text += " sourceVersion=\"11.6\" device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:Watch,"
      text += " manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:11.6&gt;\""
      text += " unit=\"\(kind.1)\" creationDate=\"\(date)\" startDate=\"\(date)\""
      text += " endDate=\"\(date)\" value=\"\(random(200)).\(random(10_000))\"/>\n"
    }
    return text + "</HealthData>\n"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
