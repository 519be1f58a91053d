import CommandLineKit
import HealthModel

/// The report for people: one block a rule, the gravest first, and the summary last.
struct HumanReport {
  private static let exampleCount = 3

  let report: ValidationReport
  let options: ReportOptions

  init(_ report: ValidationReport, _ options: ReportOptions) {
    self.report = report
    self.options = options
  }

  var text: String {
    let blocks = report.broken.map { block($0).joined(separator: "\n") }
    return (blocks + [summary.joined(separator: "\n")]).joined(separator: "\n\n") + "\n"
  }

  // MARK: - Rules

  private func block(_ outcome: RuleOutcome) -> [String] {
    let rule = outcome.row
    let color = Style.of(outcome.severity)
    var lines = [
      "\(paint(outcome.severity.name + ":", color)) \(paint(rule.title, .bold)) "
        + paint("[\(rule.id.rawValue)]", .dim)
    ]
    lines += paragraph(amount(outcome), indent: 2)
    for example in outcome.newExamples.prefix(Self.exampleCount) {
      lines.append("")
      lines += self.example(example, color)
    }
    let more = outcome.count - min(outcome.newExamples.count, Self.exampleCount)
    if more > 0, more < outcome.count { lines += ["", "  and \(Readable.count(more)) more"] }
    lines.append("")
    lines += paragraph(rule.why, indent: 7, label: "  why: ")
    lines += paragraph(rule.advice, indent: 7, label: "  fix: ")
    return lines
  }

  /// `12 findings, 0.4 % of records, in HeartRate (10), StepCount (2), from Watch`.
  private func amount(_ outcome: RuleOutcome) -> String {
    var text = Readable.plural(outcome.count, "finding")
    if let share = outcome.share(of: report.recordCount) { text += ", \(share) of records" }
    if !outcome.byType.isEmpty { text += ", in " + top(outcome.byType, of: outcome.count) }
    if !outcome.bySource.isEmpty { text += ", from " + top(outcome.bySource, of: outcome.count) }
    return text
  }

  /// The three greatest counts; a name alone when it has them all.
  private func top(_ counts: [String: Int], of total: Int) -> String {
    if let only = counts.first, counts.count == 1, only.value == total { return only.key.visible }
    let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts = ranked.prefix(3).map { "\($0.key.visible) (\(Readable.count($0.value)))" }
    if ranked.count > 3 { parts.append("\(Readable.count(ranked.count - 3)) others") }
    return parts.joined(separator: ", ")
  }

  // MARK: - Examples

  private func example(_ finding: ValidationFinding, _ color: Style) -> [String] {
    let place = finding.place.text
    let message = finding.message.visible
    var lines: [String]
    if 2 + place.count + 2 + message.count <= options.width {
      lines = ["  \(paint(place, .bold)): \(message)"]
    } else {
      lines = ["  \(paint(place, .bold)):"] + paragraph(message, indent: 4)
    }
    if let excerpt = finding.excerpt {
      let number = String(finding.place.line)
      let gutter = String(repeating: " ", count: max(2, 6 - number.count)) + number + " | "
      let empty = String(repeating: " ", count: gutter.count - 2) + "| "
      let shown = excerpt.fitted(to: max(20, options.width - gutter.count))
      lines.append(paint(gutter, .dim) + shown.text)
      lines.append(paint(empty, .dim) + shown.indent + paint(shown.carets, color))
    }
    return lines
  }

  // MARK: - Summary

  private var summary: [String] {
    let worst = report.broken.first.map { Style.of($0.severity) } ?? .good
    var head = paint(report.verdict, worst)
    let broken = report.broken.count
    if broken > 1 { head += " of \(broken) rules" }
    let asides = report.asides
    if !asides.isEmpty { head += " (\(asides))" }
    var lines = [head + " in \(report.extent)"]
    if report.profile != "default" { lines[0] += ", profile \(report.profile.visible)" }
    if report.isStoppedEarly { lines.append(ValidationReport.stoppedEarly) }
    return lines
  }

  private func paragraph(_ text: String, indent: Int, label: String = "") -> [String] {
    let blank = String(repeating: " ", count: indent)
    return wrap(text, width: max(20, options.width - indent)).enumerated().map { index, line in
      (index == 0 && !label.isEmpty ? paint(label, .dim) : blank) + line
    }
  }

  private func paint(_ text: String, _ style: Style) -> String {
    options.usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// What a terminal is told (ECMA-48 §8.3.117).
  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case good = "1;32"

    static func of(_ severity: Severity) -> Style {
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    }
  }
}
