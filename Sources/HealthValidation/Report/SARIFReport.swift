import CommandLineKit
import HealthModel
import JSONCodec

/// SARIF 2.1.0 for code scanning: the gravest findings first, each with a place, at most 5,000.
///
/// The first result of a rule stands for the findings that have none of their own: its
/// `occurrenceCount` counts them too, so that those of a rule add up to its count.
struct SARIFReport {
  /// How many results of a run GitHub shows.
  private static let limit = 5_000
  private static let base = "%SRCROOT%"

  let report: ValidationReport
  let options: ReportOptions
  /// The files, each once, in order.
  private let paths: [String]
  private let pathIndex: [String: Int]

  init(_ report: ValidationReport, _ options: ReportOptions) {
    self.report = report
    self.options = options
    let named = report.inputs.map(\.path) + report.rules.flatMap { $0.examples.map(\.place.path) }
    var index: [String: Int] = [:]
    var paths: [String] = []
    for path in named where index[path] == nil {
      index[path] = paths.count
      paths.append(path)
    }
    self.paths = paths
    pathIndex = index
  }

  var document: [UInt8] {
    let (results, listed) = listResults()
    let driver: [(key: String, value: JSONValue)] = [
      ("name", .string("healthconv")), ("version", .string(options.toolVersion)),
      ("semanticVersion", .string(options.toolVersion)),
      ("rules", .array(report.rules.map(rule))),
      (
        "notifications",
        .array([
          .object([("id", .string("findings-not-listed"))]),
          .object([("id", .string("stopped-early"))]),
        ])
      ),
    ]
    let run: [(key: String, value: JSONValue)] = [
      ("tool", .object([("driver", .object(driver))])),
      (
        "invocations",
        .array([
          .object([
            ("executionSuccessful", .bool(true)),
            ("toolExecutionNotifications", .array(notifications(listed))),
          ])
        ])
      ),
      (
        "originalUriBaseIds",
        .object([
          (
            Self.base,
            .object([("description", Self.message("The folder in which the check was run."))])
          )
        ])
      ),
      ("artifacts", .array(paths.map { .object([("location", location($0, withIndex: false))]) })),
      ("columnKind", .string("unicodeCodePoints")), ("results", .array(results)),
      (
        "properties",
        .object([
          ("records", .integer(report.recordCount)), ("profile", .string(report.profile)),
          ("suppressed", .integer(report.rules.reduce(0) { $0 + $1.suppressed })),
          ("fixed", .integer(report.rules.reduce(0) { $0 + $1.fixed })),
        ])
      ),
    ]
    let log = JSONValue.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")), ("runs", .array([.object(run)])),
    ])
    return log.document()
  }

  // MARK: - Rules and notifications

  private func rule(_ outcome: RuleOutcome) -> JSONValue {
    let row = outcome.row
    let id = row.id.rawValue
    let group = String(id.prefix { $0 != "." })
    let command = "healthconv rules explain \(id)"
    let markdown = "\(row.why)\n\n**What to do:** \(row.advice)\n\n`\(command)` shows this text."
    return .object([
      ("id", .string(id)), ("shortDescription", Self.message(row.title + ".")),
      ("fullDescription", Self.message(row.why)),
      (
        "help",
        .object([
          ("text", .string(Self.plain("\(row.why) \(row.advice)"))),
          ("markdown", .string(markdown)),
        ])
      ),
      ("helpUri", .string("urn:healthconv:rule:\(id)")),
      ("defaultConfiguration", .object([("level", .string(row.severity.name))])),
      (
        "properties",
        .object([
          ("tags", .array([.string("health-data"), .string(group)])),
          ("count", .integer(outcome.count)),
        ])
      ),
    ])
  }

  /// What the results do not show: how many findings of each rule have one, and an early stop.
  private func notifications(_ listed: [RuleID: Int]) -> [JSONValue] {
    var notes: [JSONValue] = []
    if report.isStoppedEarly {
      notes.append(note("stopped-early", "warning", ValidationReport.stoppedEarly))
    }
    for (index, outcome) in report.rules.enumerated() {
      let all = outcome.count + outcome.known
      let shown = listed[outcome.rule, default: 0]
      guard all > shown else { continue }
      let text = "\(shown) of \(Readable.plural(all, "finding")) have a result of their own"
      let rule = JSONValue.object([
        ("id", .string(outcome.rule.rawValue)), ("index", .integer(index)),
      ])
      notes.append(note("findings-not-listed", "note", text, [("associatedRule", rule)]))
    }
    return notes
  }

  private func note(
    _ id: String,
    _ level: String,
    _ text: String,
    _ more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    .object(
      [
        ("descriptor", .object([("id", .string(id))])), ("level", .string(level)),
        ("message", Self.message(text)),
      ] + more
    )
  }

  // MARK: - Results

  /// The results, and how many each rule has.
  private func listResults() -> ([JSONValue], [RuleID: Int]) {
    var results: [JSONValue] = []
    var listed: [RuleID: Int] = [:]
    var book = FingerprintBook()
    // What counts comes before what the baseline knows.
    for isNew in [true, false] {
      for (outcome, index) in ranked {
        let findings = outcome.examples.filter { $0.isNew == isNew }
        let room = Self.limit - results.count
        let shown = findings.prefix(room)
        let total = isNew ? outcome.count : outcome.known
        let rest = max(0, total - shown.count)
        for (position, finding) in shown.enumerated() {
          let times = position == 0 ? 1 + rest : 1
          results.append(result(finding, index, times, book.fingerprint(of: finding)))
        }
        listed[outcome.rule, default: 0] += shown.count
      }
    }
    return (results, listed)
  }

  /// The rules with findings, the gravest first, and their places in the list.
  private var ranked: [(outcome: RuleOutcome, index: Int)] {
    let found = report.rules.enumerated().filter { !$0.element.examples.isEmpty }
    return found.sorted {
      ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
    }.map { ($0.element, $0.offset) }
  }

  private func result(
    _ finding: ValidationFinding,
    _ ruleIndex: Int,
    _ times: Int,
    _ fingerprint: String
  ) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("ruleId", .string(finding.rule.rawValue)), ("ruleIndex", .integer(ruleIndex)),
      ("level", .string(finding.severity.name)), ("message", Self.message(finding.message)),
      ("locations", .array([place(finding)])), ("occurrenceCount", .integer(times)),
      ("partialFingerprints", .object([("healthconv/v1", .string(fingerprint))])),
    ]
    if report.hasBaseline {
      members.append(("baselineState", .string(finding.isNew ? "new" : "unchanged")))
    }
    var properties: [(key: String, value: JSONValue)] = []
    if finding.place.record > 0 { properties.append(("record", .integer(finding.place.record))) }
    if !finding.type.isEmpty { properties.append(("type", .string(finding.type))) }
    if !finding.source.isEmpty { properties.append(("source", .string(finding.source))) }
    if !properties.isEmpty { members.append(("properties", .object(properties))) }
    return .object(members)
  }

  private func place(_ finding: ValidationFinding) -> JSONValue {
    let place = finding.place
    var region: [(key: String, value: JSONValue)] = [
      ("startLine", .integer(max(1, place.line))),
      ("startColumn", .integer(max(1, place.characterColumn))),
    ]
    if let length = scalarLength(finding) {
      region.append(("endColumn", .integer(max(1, place.characterColumn) + length)))
    }
    region += [
      ("byteOffset", .integer(max(0, place.byteOffset))),
      ("byteLength", .integer(max(0, place.byteLength))),
    ]
    var members: [(key: String, value: JSONValue)] = [
      (
        "physicalLocation",
        .object([
          ("artifactLocation", location(place.path, withIndex: true)), ("region", .object(region)),
        ])
      )
    ]
    if let logical = logicalLocation(place) {
      members.append(("logicalLocations", .array([logical])))
    }
    return .object(members)
  }

  /// How many scalars the finding covers, as far as its excerpt shows the whole of it.
  private func scalarLength(_ finding: ValidationFinding) -> Int? {
    guard let excerpt = finding.excerpt, finding.place.byteLength > 0 else { return nil }
    let length = excerpt.caretLength
    let end = excerpt.caretStart + length
    let isCut = end >= excerpt.text.unicodeScalars.count && excerpt.text.hasSuffix("…")
    // A scalar is one to four bytes.
    let isPlausible = (length...4 * length).contains(finding.place.byteLength)
    return isCut || !isPlausible ? nil : length
  }

  /// The entry of an archive and the part of the record, by name.
  private func logicalLocation(_ place: FindingPlace) -> JSONValue? {
    guard place.field != nil || !place.entry.isEmpty else { return nil }
    let kind =
      switch place.field {
      case .pointer: "property"
      case .column: "column"
      case .element(let text): text.contains("@") ? "attribute" : "element"
      case nil: "resource"
      }
    let name = place.field?.text ?? ""
    let parts = [place.entry, name].filter { !$0.isEmpty }
    return .object([
      ("fullyQualifiedName", .string(parts.joined(separator: "#"))), ("kind", .string(kind)),
    ])
  }

  // MARK: - Text

  private func location(_ path: String, withIndex: Bool) -> JSONValue {
    let name = FindingPlace.relative(path, to: options.root)
    var members: [(key: String, value: JSONValue)] =
      name.hasPrefix("/")
      ? [("uri", .string("file://" + Self.encoded(name)))]
      : [("uri", .string(Self.encoded(name))), ("uriBaseId", .string(Self.base))]
    if withIndex, let index = pathIndex[path] { members.append(("index", .integer(index))) }
    return .object(members)
  }

  /// A path as the path of a URI (RFC 3986 §3.3); a colon could be taken for a scheme's.
  private static func encoded(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = path.utf8.flatMap { byte -> [UInt8] in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func message(_ text: String) -> JSONValue {
    .object([("text", .string(plain(text)))])
  }

  /// Text without what SARIF takes for a placeholder (§3.11.5) or a link (§3.11.6).
  private static func plain(_ text: String) -> String {
    text.visible.replacing("{", with: "{{").replacing("}", with: "}}")
      .replacing("](", with: "] (")
  }
}
