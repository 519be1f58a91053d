import CommandLineKit
import HealthModel

/// JUnit's XML: a suite is a file, a case is a rule, and the rules that hold are listed too.
///
/// What reaches the severity that fails is a failure; what lies below it is in the case's output.
/// The body of a failure repeats what its attributes say, because some readers show only that.
struct JUnitReport {
  let report: ValidationReport
  let options: ReportOptions

  init(_ report: ValidationReport, _ options: ReportOptions) {
    self.report = report
    self.options = options
  }

  var text: String {
    let suites = files.map(suite)
    let tests = suites.reduce(0) { $0 + $1.tests }
    let failures = suites.reduce(0) { $0 + $1.failures }
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"healthconv validate\" tests=\"\(tests)\" failures=\"\(failures)\""
    out += " errors=\"0\">\n"
    out += suites.map(\.text).joined()
    return out + "</testsuites>\n"
  }

  /// A file or an entry, by its index among the inputs if it is one of them.
  private struct File {
    var path: String
    var entry: String
    var index: Int?
  }

  private struct Suite {
    var tests: Int
    var failures: Int
    var text: String
  }

  /// The inputs, and what findings name beside them.
  private var files: [File] {
    var files = report.inputs.enumerated().map { index, input in
      File(path: input.path, entry: input.entry, index: index)
    }
    for place in report.rules.flatMap({ $0.newExamples.map(\.place) }) {
      if !files.contains(where: { $0.path == place.path && $0.entry == place.entry }) {
        files.append(File(path: place.path, entry: place.entry))
      }
    }
    return files
  }

  private func suite(_ file: File) -> Suite {
    let name = FindingPlace.relative(file.path, to: options.root)
    let title = escaped(file.entry.isEmpty ? name : "\(name): \(file.entry)")
    var cases = ""
    var failures = 0
    for outcome in report.rules {
      let found = findings(outcome, in: file)
      cases += "    <testcase name=\"\(outcome.rule.rawValue)\" classname=\"\(title)\" time=\"0\""
      if found.count == 0 {
        cases += "/>\n"
        continue
      }
      let head = "\(outcome.row.title): \(Readable.plural(found.count, "finding"))"
      let body = ([head] + lines(found) + [outcome.row.advice]).joined(separator: "\n")
      cases += ">\n      "
      if options.isFailure(outcome.severity) {
        failures += 1
        cases += "<failure type=\"\(outcome.severity.name)\" message=\"\(escaped(head))\">"
        cases += escaped(body) + "</failure>"
      } else {
        cases += "<system-out>\(escaped("\(outcome.severity.name): \(body)"))</system-out>"
      }
      cases += "\n    </testcase>\n"
    }
    var text = "  <testsuite name=\"\(title)\" tests=\"\(report.rules.count)\""
    text += " failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"0\">\n" + cases
    if report.isStoppedEarly {
      text += "    <system-err>\(escaped(ValidationReport.stoppedEarly))</system-err>\n"
    }
    return Suite(tests: report.rules.count, failures: failures, text: text + "  </testsuite>\n")
  }

  /// The findings of a rule in a file: how many, and those that are known.
  private func findings(
    _ outcome: RuleOutcome,
    in file: File
  ) -> (count: Int, examples: [ValidationFinding]) {
    let examples = outcome.newExamples.filter {
      $0.place.path == file.path && $0.place.entry == file.entry
    }
    guard let index = file.index else { return (examples.count, examples) }
    if outcome.byInput.indices.contains(index) { return (outcome.byInput[index], examples) }
    return (report.inputs.count == 1 ? outcome.count : examples.count, examples)
  }

  private func lines(_ found: (count: Int, examples: [ValidationFinding])) -> [String] {
    var lines = found.examples.map { "\($0.place.text) \($0.message.visible)" }
    let more = found.count - found.examples.count
    if more > 0, more < found.count { lines.append("and \(Readable.count(more)) more") }
    return lines
  }

  /// Text for an attribute or an element; what XML 1.0 §2.2 forbids is written as an escape.
  private func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\n": out += "\n"
      case "\u{FFFE}", "\u{FFFF}": out += "\u{FFFD}"
      case _ where scalar.isUnsafeToShow: out += String(Character(scalar)).visible
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
