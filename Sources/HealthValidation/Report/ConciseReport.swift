import CommandLineKit
import HealthModel

/// One line a finding, `path:line:column: error[id] text`, which editors and terminals can follow.
///
/// The column counts bytes. Lines that are about no place follow: findings that are not listed, and
/// an early stop.
struct ConciseReport {
  let report: ValidationReport

  init(_ report: ValidationReport) { self.report = report }

  var text: String {
    var lines: [String] = []
    for outcome in report.broken {
      for finding in outcome.newExamples {
        let label = "\(finding.severity.name)[\(finding.rule.rawValue)]"
        lines.append("\(finding.place.text): \(label) \(finding.message.visible)")
      }
      if outcome.unlisted > 0 {
        let more = "\(Readable.count(outcome.unlisted)) more"
        lines.append("\(more) \(outcome.severity.name)[\(outcome.rule.rawValue)]")
      }
    }
    if report.isStoppedEarly { lines.append(ValidationReport.stoppedEarly) }
    return lines.map { $0 + "\n" }.joined()
  }
}
