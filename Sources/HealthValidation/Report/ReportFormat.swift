import HealthModel

/// The forms in which a report is written.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// One block a rule, for people.
  case human
  /// One line a finding, as compilers write them.
  case concise
  /// One document (schema `validation`).
  case json
  /// One object a line (schema `validation-line`).
  case ndjson
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// JUnit's XML, for test reports.
  case junit
  /// Workflow commands of GitHub Actions.
  case github
  /// GitLab's code quality report.
  case gitlab
  /// A page with a table of the rules.
  case markdown
}

/// How a report is written.
public struct ReportOptions: Sendable {
  /// Whether text for people may be coloured.
  public var usesColor = false
  /// How many columns text for people may fill.
  public var width = 80
  /// What is left out because others can read the report.
  public var redaction: Redaction = []
  /// The version of the program that the report names.
  public var toolVersion: String
  /// The folder to which CI relates paths, without a final slash; absolute paths below it are
  /// written relative to it.
  public var root = ""
  /// The severity from which on a finding is a failure; nil when none is.
  public var failsFrom: Severity? = .error

  /// Options of a report by a version of the program.
  public init(toolVersion: String) { self.toolVersion = toolVersion }

  func isFailure(_ severity: Severity) -> Bool { failsFrom.map { severity >= $0 } ?? false }
}

extension ValidationReport {
  /// The report in a format, as UTF-8 that ends with a line end.
  public func written(as format: ReportFormat, _ options: ReportOptions) -> [UInt8] {
    let report = options.redaction.isEmpty ? self : redacted(options.redaction)
    return switch format {
    case .human: Array(HumanReport(report, options).text.utf8)
    case .concise: Array(ConciseReport(report).text.utf8)
    case .json: JSONReport(report, options).document
    case .ndjson: JSONReport(report, options).lines
    case .sarif: SARIFReport(report, options).document
    case .junit: Array(JUnitReport(report, options).text.utf8)
    case .github: Array(GitHubReport(report, options).text.utf8)
    case .gitlab: GitLabReport(report, options).document
    case .markdown: Array(MarkdownReport(report).text.utf8)
    }
  }

  /// The page that `$GITHUB_STEP_SUMMARY` shows: Markdown, cut at a line end below 1 MiB.
  public func stepSummary(_ options: ReportOptions) -> [UInt8] {
    let report = options.redaction.isEmpty ? self : redacted(options.redaction)
    return MarkdownReport(report).summary(limit: 1 << 20)
  }
}
