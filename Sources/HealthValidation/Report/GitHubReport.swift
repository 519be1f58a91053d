import CommandLineKit
import HealthModel

/// Workflow commands of GitHub Actions: one annotation a rule, since a step shows ten of each
/// level.
struct GitHubReport {
  /// How many annotations of one level a step shows.
  private static let limit = 10

  let report: ValidationReport
  let options: ReportOptions

  init(_ report: ValidationReport, _ options: ReportOptions) {
    self.report = report
    self.options = options
  }

  var text: String {
    var lines = Severity.allCases.reversed().flatMap(annotations)
    lines.append("\(report.verdict) in \(report.extent)")
    if report.isStoppedEarly { lines.append(ValidationReport.stoppedEarly) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func annotations(_ severity: Severity) -> [String] {
    let broken = report.broken.filter { $0.severity == severity }
    // The early stop is told in the last of the notices.
    let isStopNoted = severity == .note && report.isStoppedEarly
    let limit = Self.limit - (isStopNoted ? 1 : 0)
    let shown = broken.count > limit ? limit - 1 : broken.count
    var lines = broken.prefix(shown).map(annotation)
    let rest = broken.dropFirst(shown)
    if !rest.isEmpty {
      let names = rest.map { "\($0.rule.rawValue) (\(Readable.count($0.count)))" }
      let title = "\(Readable.plural(rest.count, "more rule")) broken"
      lines.append(command(severity, [("title", title)], names.joined(separator: ", ")))
    }
    if isStopNoted {
      lines.append(command(.note, [("title", "stopped early")], ValidationReport.stoppedEarly))
    }
    return lines
  }

  private func annotation(_ outcome: RuleOutcome) -> String {
    let row = outcome.row
    let count = Readable.plural(outcome.count, "finding")
    var properties: [(String, String)] = []
    var body = "\(row.title): \(count)"
    if let share = outcome.share(of: report.recordCount) { body += ", \(share) of records" }
    if let first = outcome.newExamples.first {
      let place = first.place
      if place.path != "-" {
        properties.append(("file", FindingPlace.relative(place.path, to: options.root).visible))
        properties.append(("line", String(max(1, place.line))))
        properties.append(("col", String(max(1, place.characterColumn))))
      }
      body += "\n\(outcome.count == 1 ? "at" : "first at") \(place.text): \(first.message.visible)"
    }
    properties.append(("title", "\(row.id.rawValue) (\(count))"))
    body += "\n\(row.advice)"
    return command(outcome.severity, properties, body)
  }

  private func command(
    _ severity: Severity,
    _ properties: [(String, String)],
    _ body: String
  ) -> String {
    let name = severity == .note ? "notice" : severity.name
    let list = properties.map { "\($0.0)=\(Self.escaped($0.1, isProperty: true))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escaped(body, isProperty: false))"
  }

  /// Text with what ends a command or a property of it as the runner reads it back.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": out += "%25"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      case ":" where isProperty: out += "%3A"
      case "," where isProperty: out += "%2C"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
