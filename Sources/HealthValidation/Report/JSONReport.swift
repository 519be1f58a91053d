import HealthFormats
import HealthModel
import JSONCodec

/// The report for programs: one document, or one object a line.
struct JSONReport {
  let report: ValidationReport
  let options: ReportOptions

  init(_ report: ValidationReport, _ options: ReportOptions) {
    self.report = report
    self.options = options
  }

  /// The document (schema `validation`): facts one a line, then a line for each finding.
  var document: [UInt8] {
    var out: [UInt8] = []
    out.append(contentsOf: "{\n".utf8)
    for (key, value) in head + totals {
      out.append(contentsOf: "  \"\(key)\": ".utf8)
      value.write(to: &out)
      out.append(contentsOf: ",\n".utf8)
    }
    var book = FingerprintBook()
    out.append(contentsOf: "  \"rules\": [".utf8)
    for (index, outcome) in report.rules.enumerated() {
      out.append(contentsOf: (index == 0 ? "\n    " : ",\n    ").utf8)
      JSONValue.object(Self.members(outcome)).write(to: &out)
      out.removeLast()  // the brace, behind which the examples come
      out.append(contentsOf: ",\"examples\":[".utf8)
      for (index, finding) in outcome.examples.enumerated() {
        out.append(contentsOf: (index == 0 ? "\n      " : ",\n      ").utf8)
        JSONValue.object(members(finding, &book)).write(to: &out)
      }
      out.append(contentsOf: (outcome.examples.isEmpty ? "]}" : "\n    ]}").utf8)
    }
    out.append(contentsOf: (report.rules.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)
    return out
  }

  /// The lines (schema `validation-line`): the run, its findings, its rules, the totals.
  var lines: [UInt8] {
    var out: [UInt8] = []
    func add(_ kind: String, _ members: [(key: String, value: JSONValue)]) {
      JSONValue.object([("kind", .string(kind))] + members).write(to: &out)
      out.append(0x0A)
    }
    add("run", head)
    var book = FingerprintBook()
    for finding in report.rules.flatMap(\.examples) { add("finding", members(finding, &book)) }
    for outcome in report.rules { add("rule", Self.members(outcome)) }
    add("totals", totals)
    return out
  }

  // MARK: - Parts

  private var head: [(key: String, value: JSONValue)] {
    [
      ("report", .string("validation")), ("version", .integer(1)),
      (
        "tool",
        .object([("name", .string("healthconv")), ("version", .string(options.toolVersion))])
      ),
      ("profile", .string(report.profile)), ("baseline", .bool(report.hasBaseline)),
      (
        "redacted",
        .array(
          Redaction.names.filter { options.redaction.contains($0.redaction) }
            .map { .string($0.name) }
        )
      ),
      ("inputs", .array(report.inputs.map(Self.json))),
    ]
  }

  private var totals: [(key: String, value: JSONValue)] {
    [
      ("records", .integer(report.recordCount)),
      (
        "findings",
        .object(
          Severity.allCases.reversed().map { ($0.name, .integer(report.count($0))) }
        )
      ),
      ("suppressed", .integer(report.rules.reduce(0) { $0 + $1.suppressed })),
      ("known", .integer(report.rules.reduce(0) { $0 + $1.known })),
      ("fixed", .integer(report.rules.reduce(0) { $0 + $1.fixed })),
      ("stoppedEarly", .bool(report.isStoppedEarly)),
    ]
  }

  private static func json(_ input: ValidatedInput) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("file", .string(input.path))]
    if !input.entry.isEmpty { members.append(("entry", .string(input.entry))) }
    if let format = input.format { members.append(("format", .string(format.rawValue))) }
    members += [("records", .integer(input.records)), ("bytes", .integer(input.bytes))]
    return .object(members)
  }

  private static func members(_ outcome: RuleOutcome) -> [(key: String, value: JSONValue)] {
    [
      ("id", .string(outcome.rule.rawValue)), ("severity", .string(outcome.severity.name)),
      ("title", .string(outcome.row.title)), ("count", .integer(outcome.count)),
      ("suppressed", .integer(outcome.suppressed)), ("known", .integer(outcome.known)),
      ("fixed", .integer(outcome.fixed)), ("types", counts(outcome.byType)),
      ("sources", counts(outcome.bySource)),
    ]
  }

  /// Counts by name, the greatest first.
  private static func counts(_ counts: [String: Int]) -> JSONValue {
    .array(
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        .object([("name", .string($0.key)), ("count", .integer($0.value))])
      }
    )
  }

  private func members(
    _ finding: ValidationFinding,
    _ book: inout FingerprintBook
  ) -> [(key: String, value: JSONValue)] {
    let place = finding.place
    var members: [(key: String, value: JSONValue)] = [
      ("rule", .string(finding.rule.rawValue)), ("severity", .string(finding.severity.name)),
      ("message", .string(finding.message)), ("file", .string(place.path)),
    ]
    if !place.entry.isEmpty { members.append(("entry", .string(place.entry))) }
    if place.record > 0 { members.append(("record", .integer(place.record))) }
    members += [
      ("line", .integer(place.line)), ("column", .integer(place.column)),
      ("characterColumn", .integer(place.characterColumn)),
      ("byteOffset", .integer(place.byteOffset)), ("byteLength", .integer(place.byteLength)),
    ]
    switch place.field {
    case .pointer(let text): members.append(("pointer", .string(text)))
    case .column(let text): members.append(("columnName", .string(text)))
    case .element(let text): members.append(("element", .string(text)))
    case nil: break
    }
    if !finding.type.isEmpty { members.append(("type", .string(finding.type))) }
    if !finding.source.isEmpty { members.append(("source", .string(finding.source))) }
    if let excerpt = finding.excerpt {
      members.append(
        (
          "excerpt",
          .object([
            ("text", .string(excerpt.text)), ("caretStart", .integer(excerpt.caretStart)),
            ("caretLength", .integer(excerpt.caretLength)),
          ])
        )
      )
    }
    members.append(("fingerprint", .string(book.fingerprint(of: finding))))
    if report.hasBaseline { members.append(("new", .bool(finding.isNew))) }
    return members
  }
}
