import HealthFormats
import HealthModel
import HealthValidation
import Testing

/// Reports made by hand; all names and values are invented.
enum SampleReport: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// Findings of all severities in NDJSON, a table and a zip.
  case mixed
  /// Nothing was found.
  case clean
  /// Text that means something to those who read reports, a baseline, an early stop.
  case hostile
  /// The same without any value or name.
  case redacted

  var testDescription: String { rawValue }

  var report: ValidationReport {
    switch self {
    case .mixed: Self.mixedReport
    case .clean: Self.cleanReport
    case .hostile, .redacted: Self.hostileReport
    }
  }

  var options: ReportOptions {
    var options = ReportOptions(toolVersion: "1.2.3")
    options.root = "/work/repo"
    if self == .redacted { options.redaction = .sources }
    return options
  }

  // MARK: - Building

  static func input(
    _ path: String,
    _ format: InputFormat?,
    _ records: Int,
    entry: String = ""
  )
    -> ValidatedInput
  {
    var input = ValidatedInput(path: path)
    input.entry = entry
    input.format = format
    input.records = records
    input.bytes = records * 120
    return input
  }

  static func outcomes() -> [RuleOutcome] {
    Rule.all.map { RuleOutcome(rule: $0.id, severity: $0.severity) }
  }

  /// A finding in a line that is shown; `mark` is the part of it that is underlined.
  static func finding(
    _ rule: RuleID,
    _ message: String,
    at path: String,
    line: Int = 1,
    record: Int = 0,
    field: FieldPath? = nil,
    text: String? = nil,
    mark: String = "",
    type: String = "",
    source: String = "",
    key: UInt64 = 0
  ) -> ValidationFinding {
    var place = FindingPlace(path: path)
    place.line = line
    place.record = record
    place.field = field
    place.byteOffset = (line - 1) * 120
    var finding = ValidationFinding(
      rule: rule,
      severity: Rule.of(rule).severity,
      place: place,
      message: message
    )
    if let text, let range = text.firstRange(of: mark) {
      let before = text[..<range.lowerBound]
      finding.excerpt = Excerpt(
        text: text,
        caretStart: before.unicodeScalars.count,
        caretLength: mark.unicodeScalars.count
      )
      finding.place.column = before.utf8.count + 1
      finding.place.characterColumn = before.unicodeScalars.count + 1
      finding.place.byteOffset += before.utf8.count
      finding.place.byteLength = mark.utf8.count
    }
    finding.type = type
    finding.source = source
    finding.contentKey = key
    return finding
  }

  static func add(
    _ examples: [ValidationFinding],
    count: Int? = nil,
    byInput: [Int] = [],
    to report: inout ValidationReport
  ) {
    guard let rule = examples.first?.rule,
      let index = report.rules.firstIndex(where: { $0.rule == rule })
    else { return }
    report.rules[index].examples = examples
    report.rules[index].count = count ?? examples.count
    report.rules[index].byInput = byInput
    for finding in examples where !finding.type.isEmpty {
      report.rules[index].byType[finding.type, default: 0] += 1
    }
    for finding in examples where !finding.source.isEmpty {
      report.rules[index].bySource[finding.source, default: 0] += 1
    }
  }

  // MARK: - Reports

  private static var cleanReport: ValidationReport {
    var report = ValidationReport()
    report.inputs = [input("data/jan.ndjson", .ndjson, 3_000)]
    report.rules = outcomes()
    return report
  }

  private static var mixedReport: ValidationReport {
    let ndjson = "/work/repo/data/jan.ndjson"
    let zip = "exports/export.zip"
    let entry = "apple_health_export/export.xml"
    var report = ValidationReport()
    report.inputs = [
      input(ndjson, .ndjson, 3_000), input("./data/weight.csv", .csv, 40),
      input(zip, .xml, 9_305, entry: entry),
    ]
    report.rules = outcomes()
    let backwards = (0..<4).map { number in
      let start = "2026-01-0\(number + 1)T08:01:00+01:00"
      let end = "2026-01-0\(number + 1)T08:00:00+01:00"
      return finding(
        .timeEndBeforeStart,
        "HeartRate ends 60 s before it starts",
        at: ndjson,
        line: 17 + number,
        record: 16 + number,
        field: .pointer("/endDate"),
        text: "{\"record\":\"sample\",\"type\":\"HeartRate\",\"startDate\":\"\(start)\","
          + "\"endDate\":\"\(end)\",\"value\":72,\"unit\":\"count/min\"}",
        mark: "\"\(end)\"",
        type: "HeartRate",
        source: "Wren Watch",
        key: UInt64(1000 + number)
      )
    }
    add(backwards, count: 12, byInput: [12, 0, 0], to: &report)
    add(
      [
        finding(
          .unitDimension,
          "m is a length, BodyMass needs a mass such as kg",
          at: "./data/weight.csv",
          line: 3,
          record: 2,
          field: .column("unit"),
          text: "BodyMass,2026-01-04T07:30:00+01:00,81.5,m,Waage „Größe“",
          mark: "m,",
          type: "BodyMass",
          source: "Waage „Größe“",
          key: 2000
        )
      ],
      byInput: [0, 1, 0],
      to: &report
    )
    var plausible = finding(
      .valuePlausible,
      "OxygenSaturation 0.62 is below 0.7",
      at: zip,
      line: 204,
      record: 11,
      field: .element("Record/@value"),
      text: "…5 07:00:00 +0100\" endDate=\"2026-01-05 07:00:00 +0100\" value=\"0.62\"/>",
      mark: "0.62",
      type: "OxygenSaturation",
      source: "脉搏 Clip",
      key: 3000
    )
    plausible.place.entry = entry
    add([plausible], byInput: [0, 0, 1], to: &report)
    var offset = finding(
      .timeFixedOffset,
      "all times have +01:00, from 2025-06-01 to 2026-01-05",
      at: zip,
      key: 4000
    )
    offset.place.entry = entry
    add([offset], byInput: [0, 0, 1], to: &report)
    return report
  }

  /// What a path, a name or a value may hold that some reader takes for its own.
  static let tricks = "50%,a:b\r\n::error::x|`~`<b>&\"'{0}](u)\u{1B}[31m\u{202E}\u{0}\u{7}]]>"

  private static var hostileReport: ValidationReport {
    let path = "in:put, 100%\n::warning::\u{1}`|` <x>.csv"
    var report = ValidationReport()
    report.inputs = [input(path, .csv, 2), input("-", .ndjson, 1), input("", nil, 0)]
    report.rules = outcomes()
    report.hasBaseline = true
    report.isStoppedEarly = true
    report.profile = "strict"
    var old = finding(.valueRange, "old \(tricks)", at: path, line: 2, record: 1, key: 1)
    old.isNew = false
    let new = finding(
      .valueRange,
      "new \(tricks)",
      at: path,
      line: 3,
      record: 2,
      field: .column(tricks),
      text: "体重,\t99\u{FFFD}9,👩‍⚕️ é",
      mark: "99\u{FFFD}9",
      type: tricks,
      source: tricks,
      key: 1
    )
    add([old, new, new], count: 7, to: &report)
    add([finding(.jsonSyntax, tricks, at: "-", line: 1, record: 1)], to: &report)
    add([finding(.fileUnreadable, "no such file", at: "")], to: &report)
    if let index = report.rules.firstIndex(where: { $0.rule == .valueRange }) {
      report.rules[index].known = 3
      report.rules[index].fixed = 2
      report.rules[index].suppressed = 1
    }
    return report
  }
}
