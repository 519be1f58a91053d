import TestSupport

/// Random archives as canonical NDJSON lines: few seconds, few sources, so that records meet.
struct RandomArchives {
  private var generator: SplitMix64
  /// The largest number of records.
  var size = 40
  /// Whether records have identifiers and versions.
  var hasIdentifiers = true
  /// Whether offsets differ from record to record.
  var hasOffsets = true
  /// Whether records longer than ten minutes are too long to be cut.
  var isLong = false

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick<T>(_ values: [T]) -> T { values[number(0...values.count - 1)] }

  /// The lines of an archive, in any order.
  mutating func archive(tag: String = "") -> [String] {
    var lines: [String] = []
    for index in 0..<number(0...size) {
      if !lines.isEmpty, chance(10) {
        lines.append(pick(lines))
      } else {
        lines.append(record(tag.isEmpty ? nil : "\(tag)\(index)"))
      }
    }
    return lines
  }

  /// One record; `mark` makes it unique.
  mutating func record(_ mark: String? = nil) -> String {
    switch number(1...20) {
    case 1: return workout(mark)
    case 2: return correlation(mark)
    case 3:
      return "{\"record\":\"activitySummary\",\"startDate\":\"2026-03-0\(number(1...3))\","
        + "\"details\":{\"appleStandHours\":\(number(1...12))}}"
    case 4:
      return "{\"record\":\"characteristics\",\"details\":{\"bloodType\":\"\(pick(["A", "B"]))\"}}"
    case 5: return category(mark)
    default: return sample(mark)
    }
  }

  private mutating func sample(_ mark: String?) -> String {
    let start = number(0...30)
    let (type, unit) = pick([
      ("StepCount", "count"), ("BodyMass", "kg"), ("DietaryEnergyConsumed", "J"),
      ("HeartRate", "count/min"),
    ])
    let value = pick([
      "70.3", "70.30682", "5", "9", "12345678901234567890.5", "0.001", "80", "80.0001", "1e-7",
    ])
    return "{\"record\":\"sample\",\"type\":\"\(type)\","
      + times(start, start + pick([0, 0, 1, 5, 20]))
      + ",\"value\":\(value),\"unit\":\"\(unit)\"" + origin() + metadata(mark) + "}"
  }

  private mutating func category(_ mark: String?) -> String {
    let start = number(0...30)
    return "{\"record\":\"sample\",\"type\":\"SleepAnalysis\","
      + times(start, start + number(1...20))
      + ",\"value\":\"\(pick(["InBed", "AsleepCore", "Awake"]))\"" + origin() + metadata(mark) + "}"
  }

  private mutating func workout(_ mark: String?) -> String {
    let start = number(0...30)
    return "{\"record\":\"workout\",\"type\":\"\(pick(["Running", "Walking"]))\","
      + times(start, start + 10) + ",\"duration\":\(pick(["600", "600.5"]))"
      + ",\"totalDistance\":\(pick(["1000", "1000.25"]))" + origin() + metadata(mark)
      + (chance(50) ? ",\"details\":{\"events\":[{\"type\":\"Pause\"}]}" : "") + "}"
  }

  private mutating func correlation(_ mark: String?) -> String {
    let start = times(number(0...30), 30)
    let member = "{\"type\":\"BloodPressureSystolic\",\(start),\"value\":120,\"unit\":\"mmHg\"}"
    // An archive has each member as a sample of its own too.
    return "{\"record\":\"sample\"," + member.dropFirst()
      + "\n{\"record\":\"correlation\",\"type\":\"BloodPressure\",\(start)" + origin()
      + metadata(mark) + ",\"details\":{\"members\":[\(member)]}}"
  }

  private mutating func times(_ start: Int, _ end: Int) -> String {
    let offset = hasOffsets ? pick([0, 60, -300, 330]) : 0
    return
      "\"startDate\":\"\(time(start, offset))\",\"endDate\":\"\(time(max(start, end), offset))\""
  }

  /// A time some minutes after an hour, on the clock of an offset.
  private mutating func time(_ minute: Int, _ offset: Int) -> String {
    let local = 12 * 60 + minute + offset
    let fraction = chance(10) ? ".\(pick(["5", "25"]))" : ""
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let zone =
      offset == 0
      ? "Z" : (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + ":" + two(abs(offset) % 60)
    return "2026-03-01T\(two(local / 60)):\(two(local % 60)):00\(fraction)\(zone)"
  }

  private mutating func origin() -> String {
    let source = pick([
      "Alex’s Watch", "Alex's Watch", "Phone", "com.Example.App", "Scale, \\\"x\\\"",
    ])
    return ",\"sourceName\":\"\(source)\""
      + (chance(30) ? ",\"sourceVersion\":\"\(number(1...2))\"" : "")
      + (chance(10) && hasIdentifiers ? ",\"uuid\":\"u\(number(1...6))\"" : "")
  }

  private mutating func metadata(_ mark: String?) -> String {
    var members: [String] = []
    if hasIdentifiers, chance(20) {
      members.append("\"HKMetadataKeySyncIdentifier\":\"s\(number(1...5))\"")
      members.append("\"HKMetadataKeySyncVersion\":\"\(number(1...3))\"")
    }
    if chance(20) { members.append("\"HKWasUserEntered\":\"1\"") }
    if let mark { members.append("\"mark\":\"\(mark)\"") }
    return members.isEmpty ? "" : ",\"metadata\":{\(members.joined(separator: ","))}"
  }
}
