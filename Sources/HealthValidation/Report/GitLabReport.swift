import ByteKit
import HealthModel
import JSONCodec

/// GitLab's code quality report: one issue a finding, told apart by a fingerprint that outlives
/// moves.
struct GitLabReport {
  let report: ValidationReport
  let options: ReportOptions

  init(_ report: ValidationReport, _ options: ReportOptions) {
    self.report = report
    self.options = options
  }

  var document: [UInt8] {
    var book = FingerprintBook()
    var issues: [JSONValue] = []
    for outcome in report.broken {
      for (index, finding) in outcome.newExamples.enumerated() {
        var text = "\(outcome.row.title): \(finding.message.visible)"
        if outcome.row.title == finding.message { text = outcome.row.title }
        if index == 0, outcome.unlisted > 0 { text += " (\(outcome.unlisted) more are not listed)" }
        issues.append(
          issue(
            text,
            outcome.rule.rawValue,
            book.fingerprint(of: finding),
            Self.severity(finding.severity),
            finding.place
          )
        )
      }
    }
    if report.isStoppedEarly {
      let place = FindingPlace(path: report.inputs.first?.path ?? "")
      let name = "stopped-early"
      let fingerprint = SHA256.hex("\(name) \(place.path)".utf8)
      issues.append(issue(ValidationReport.stoppedEarly, name, fingerprint, "info", place))
    }
    return JSONValue.array(issues).document()
  }

  private func issue(
    _ text: String,
    _ check: String,
    _ fingerprint: String,
    _ severity: String,
    _ place: FindingPlace
  ) -> JSONValue {
    let path = FindingPlace.relative(place.path, to: options.root)
    return .object([
      ("type", .string("issue")), ("description", .string(text)), ("check_name", .string(check)),
      ("categories", .array([.string("Bug Risk")])), ("fingerprint", .string(fingerprint)),
      ("severity", .string(severity)),
      (
        "location",
        .object([
          ("path", .string(path)),
          ("lines", .object([("begin", .integer(max(1, place.line)))])),
        ])
      ),
    ])
  }

  /// GitLab knows info, minor, major, critical and blocker.
  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
