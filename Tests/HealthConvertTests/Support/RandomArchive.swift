import ByteKit
import Foundation
import JSONCodec
import TestSupport

/// Writes canonical NDJSON of random records: all kinds, odd text, all forms of numbers and times.
struct RandomArchive {
  var generator: SplitMix64
  private var lines: [String] = []

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// An archive of about `count` records.
  mutating func bytes(records count: Int) -> [UInt8] {
    lines = [
      #"{"record":"archive","format":"healthconv","version":1,"exportDate":"2024-05-01T10:00:00+02:00","locale":"en_GB"}"#
    ]
    for _ in 0..<count { addRecord() }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func addRecord() {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: addCorrelation()
    case 1: addWorkout()
    case 2: add("activitySummary", [("startDate", quoted(day())), ("details", rings())])
    case 3: add("characteristics", [("details", object(depth: 1))])
    case 4: add("other", [("type", quoted(word()))] + dates() + source() + extras("element"))
    case 5:
      add(
        "sample",
        [("type", quoted("SleepAnalysis"))] + dates()
          + [("value", quoted(pick(["AsleepCore", "AsleepREM", "Awake", "InBed"])))] + source()
          + extras()
      )
    case 6:
      add(
        "sample",
        [("type", quoted(word()))] + dates() + [("value", quoted(text()))]
          + source() + extras()
      )
    case 7:
      add(
        "sample",
        [("type", quoted(word()))] + dates()
          + [("value", number()), ("unit", quoted(pick(["furlong?", "a,b", "x\"y"])))] + source()
          + extras()
      )
    default: add("sample", quantity() + source() + extras())
    }
  }

  private mutating func add(_ kind: String, _ members: [(String, String)]) {
    lines.append("{\"record\":\"\(kind)\"" + members.map { ",\"\($0.0)\":\($0.1)" }.joined() + "}")
  }

  /// A quantity in the unit it is written in canonically.
  private mutating func quantity() -> [(String, String)] {
    let (type, unit) = pick([
      ("BodyMass", "kg"), ("StepCount", "count"), ("HeartRate", "count/min"), ("Height", "m"),
      ("BloodGlucose", "mg/dL"), ("OxygenSaturation", "1"), ("ActiveEnergyBurned", "J"),
    ])
    return [("type", quoted(type))] + dates() + [("value", number()), ("unit", quoted(unit))]
  }

  /// A blood pressure with its members, each also as a sample of its own.
  private mutating func addCorrelation() {
    let dates = dates()
    let source = source()
    let members = ["BloodPressureSystolic", "BloodPressureDiastolic"].map { type in
      [("type", quoted(type))] + dates + [("value", number()), ("unit", quoted("mmHg"))] + source
    }
    let list = members.map { member in
      "{" + member.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
    let before = Bool.random(using: &generator)
    if before { for member in members { add("sample", member) } }
    add(
      "correlation",
      [("type", quoted("BloodPressure"))] + dates + source + extras(nil)
        + [("details", "{\"members\":[\(list.joined(separator: ","))]}")]
    )
    if !before { for member in members { add("sample", member) } }
  }

  private mutating func addWorkout() {
    var members = [("type", quoted(pick(["Running", "Yoga", "Swimming", "Quidditch"])))] + dates()
    for name in ["duration", "totalDistance", "totalEnergyBurned"]
    where Bool.random(using: &generator) {
      members.append((name, decimal(digits: 17)))
    }
    add("workout", members + source() + extras())
  }

  // MARK: - Fields

  private mutating func source() -> [(String, String)] {
    var members: [(String, String)] = []
    if chance(0.9) { members.append(("sourceName", quoted(text()))) }
    if chance(0.3) { members.append(("sourceVersion", quoted(text()))) }
    if chance(0.3) {
      members.append(("device", "{\"name\":\(quoted(text())),\"model\":\(quoted(text()))}"))
    }
    if chance(0.3) { members.append(("creationDate", quoted(time()))) }
    return members
  }

  private mutating func extras(_ detail: String? = "elements") -> [(String, String)] {
    var members: [(String, String)] = []
    if chance(0.3) { members.append(("uuid", quoted(text()))) }
    if chance(0.4) { members.append(("metadata", object(depth: 2))) }
    if let detail, chance(0.2) {
      members.append(("details", "{\"\(detail)\":\(value(depth: 3))}"))
    }
    return members
  }

  /// Some of a day's rings.
  private mutating func rings() -> String {
    let keys = ["activeEnergyBurned", "appleStandHours", "appleExerciseTimeGoal", "attributes"]
    let members = keys.prefix(Int.random(in: 1...4, using: &generator)).map { key in
      "\"\(key)\":\(key == "attributes" ? object(depth: 1) : decimal(digits: 12))"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func dates() -> [(String, String)] {
    let start = time()
    return chance(0.8)
      ? [("startDate", quoted(start)), ("endDate", quoted(time()))]
      : [("startDate", quoted(start))]
  }

  private mutating func day() -> String {
    let stamp = Timestamp(
      seconds: Int64.random(in: -3_000_000_000...3_000_000_000, using: &generator),
      offsetMinutes: 0
    )
    var out: [UInt8] = []
    stamp.write(to: &out)
    return String(decoding: out.prefix(10), as: UTF8.self)
  }

  /// Instants of the years 1 to 9999, most of them of our time, at any offset.
  private mutating func time() -> String {
    let isNear = chance(0.7)
    let seconds =
      isNear
      ? Int64.random(in: 0...2_000_000_000, using: &generator)
      : Int64.random(in: -62_135_500_000...253_402_200_000, using: &generator)
    let nanoseconds: Int32 =
      chance(0.6) ? 0 : pick([1, 500_000_000, 999_999_999, 123_000_000, 120_000, 10])
    let offset =
      chance(0.5)
      ? Int16.random(in: -12...14, using: &generator) * 60
      : Int16.random(in: -839...839, using: &generator)
    var out: [UInt8] = []
    Timestamp(seconds: seconds, nanoseconds: nanoseconds, offsetMinutes: offset).write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func number() -> String {
    chance(0.85) ? decimal(digits: 19) : long()
  }

  /// A number in canonical layout, of at most so many digits.
  private mutating func decimal(digits: Int) -> String {
    let count = Int.random(in: 1...digits, using: &generator)
    var significand: UInt64 = 0
    for _ in 0..<count {
      significand = significand &* 10 &+ UInt64.random(in: 0...9, using: &generator)
    }
    let value = ExactDecimal(
      significand: significand,
      exponent: Int32.random(in: -25...25, using: &generator),
      isNegative: significand > 0 && chance(0.2)
    )
    var out: [UInt8] = []
    value.write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// More digits than a word holds.
  private mutating func long() -> String {
    let digits = (0..<Int.random(in: 20...60, using: &generator)).map { _ in
      Character(String(Int.random(in: 1...9, using: &generator)))
    }
    let point = Int.random(in: 0...20, using: &generator)
    let text = Array((point == 0 ? "0." : String(digits[..<point]) + ".").utf8)
    let whole = text + Array(String(digits[point...]).utf8)
    var out: [UInt8] = []
    writeLongDecimal(whole.span, 0..<whole.count, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// JSON as we write it: members in any order, no blanks.
  private mutating func object(depth: Int) -> String {
    let count = Int.random(in: 1...3, using: &generator)
    return "{"
      + (0..<count).map { "\(quoted(text() + "\($0)")):\(value(depth: depth))" }
      .joined(separator: ",") + "}"
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: "null"
    case 1: pick(["true", "false"])
    case 2: pick(["0", "-1", "1.50", "1E+05", "12345678901234567890123"])
    case 3, 4, 5: quoted(text())
    case 6: "[\(value(depth: depth - 1)),\(value(depth: depth - 1))]"
    default: object(depth: depth - 1)
    }
  }

  // MARK: - Text

  /// A name that no catalogue knows.
  private mutating func word() -> String {
    "Odd" + String(Int.random(in: 0...50, using: &generator))
  }

  private mutating func text() -> String {
    let pieces = [
      "Phone", "Anna’s Watch", "a,b", "1,5", "1,234", "1,234,567", "\"", "\"\"", "'", "\\", "\\\"",
      "\n", "\r\n", "\r", "\t", " ", "  x  ", "=1+1", "{", "}", "[]", "null", "\u{FEFF}",
      "\u{2028}",
      "\u{0}", "\u{1}", "\u{7F}", "\u{85}", "😀", "e\u{301}", "日本", "<Record ", "&amp;", "]]>", ";",
      "%", "1e5", "record", "sample", "2024-01-01", "",
    ]
    let count = chance(0.02) ? 400 : Int.random(in: 1...3, using: &generator)
    let text = (0..<count).map { _ in pick(pieces) }.joined()
    return text.isEmpty ? "x" : text
  }

  private func quoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    writeJSONString(bytes.span, 0..<bytes.count, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }
}
