import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec
import Testing

/// What CI takes at most.
@Suite struct ReportLimitTests {
  /// A report in which `rules` rules have `examples` findings each, and many more not shown.
  private func report(rules: Int, examples: Int) -> ValidationReport {
    var report = ValidationReport()
    report.inputs = [SampleReport.input("a.ndjson", .ndjson, 1_000_000)]
    report.rules = SampleReport.outcomes()
    for index in report.rules.indices.prefix(rules) {
      let rule = report.rules[index].rule
      report.rules[index].count = 100_000
      report.rules[index].examples = (0..<examples).map {
        SampleReport.finding(rule, "number \($0)", at: "a.ndjson", line: $0 + 1, key: UInt64($0))
      }
    }
    return report
  }

  private func text(_ report: ValidationReport, _ format: ReportFormat) -> String {
    String(decoding: report.written(as: format, ReportOptions(toolVersion: "1")), as: UTF8.self)
  }

  @Test func `SARIF has at most 5,000 results, the worst first`() throws {
    let report = report(rules: RuleID.allCases.count, examples: 150)
    let log = try JSONValue.parse(Array(text(report, .sarif).utf8))
    let run = try #require(log["runs"]?[0])
    let results = try #require(run["results"]?.elements)
    #expect(results.count == 5_000)
    let levels = results.compactMap { $0["level"]?.stringValue }
    let ranks = ["error", "warning", "note"]
    #expect(levels == ranks.flatMap { rank in levels.filter { $0 == rank } })
    let notes = try #require(run["invocations"]?[0]?["toolExecutionNotifications"]?.elements)
    #expect(notes.count == RuleID.allCases.count)
    #expect(results.allSatisfy { $0["locations"]?.elements?.count == 1 })
    let first = results.filter { $0["ruleId"]?.stringValue == RuleID.fileUnreadable.rawValue }
    #expect(first.reduce(0) { $0 + ($1["occurrenceCount"]?.intValue ?? 0) } == 100_000)
  }

  @Test(arguments: [1, 9, 10, 11, 40])
  func `GitHub gets ten of each level and hears of the rest`(rules: Int) throws {
    var report = report(rules: rules, examples: 2)
    for severity in Severity.allCases {
      for index in report.rules.indices { report.rules[index].severity = severity }
      let lines = text(report, .github).split(separator: "\n")
      let name = severity == .note ? "notice" : severity.name
      let commands = lines.filter { $0.hasPrefix("::\(name) ") }
      #expect(commands.count == min(rules, 10))
      #expect(lines.count { $0.hasPrefix("::") } == commands.count)
      // Each rule is named, be it in the last line.
      for outcome in report.broken {
        #expect(commands.contains { $0.contains(outcome.rule.rawValue) })
      }
    }
  }

  @Test func `an early stop stays within ten notices`() {
    var report = report(rules: 40, examples: 1)
    for index in report.rules.indices { report.rules[index].severity = .note }
    report.isStoppedEarly = true
    let lines = text(report, .github).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::notice ") } == 10)
    #expect(lines.contains { $0.contains("title=stopped early") })
  }

  @Test(arguments: ReportFormat.allCases)
  func `every format says that it stopped early`(format: ReportFormat) {
    var report = report(rules: 2, examples: 1)
    let before = text(report, format).lowercased()
    report.isStoppedEarly = true
    let after = text(report, format).lowercased()
    if format == .json || format == .ndjson {
      #expect(
        before.contains("\"stoppedearly\":false") || before.contains("\"stoppedearly\": false")
      )
      #expect(after.contains("\"stoppedearly\":true") || after.contains("\"stoppedearly\": true"))
    } else {
      #expect(!before.contains("stopped early") && after.contains("stopped early"))
    }
  }

  @Test func `the step summary is cut between blocks`() {
    var report = report(rules: 40, examples: 3)
    for index in report.rules.indices.prefix(40) {
      for example in 0..<3 {
        report.rules[index].examples[example].message = String(repeating: "long ", count: 2_500)
      }
    }
    let options = ReportOptions(toolVersion: "1")
    let page = report.stepSummary(options)
    #expect(report.written(as: .markdown, options).count > 1 << 20)
    #expect(page.count <= 1 << 20 && page.count > 900_000)
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.components(of: "<details>") == text.components(of: "</details>"))
    #expect(text.hasSuffix("longer than this page may be.\n"))
  }

  @Test func `a short step summary is the page`() {
    let report = report(rules: 3, examples: 1)
    let options = ReportOptions(toolVersion: "1")
    #expect(report.stepSummary(options) == report.written(as: .markdown, options))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
