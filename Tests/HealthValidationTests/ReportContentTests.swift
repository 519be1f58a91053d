import HealthModel
import HealthValidation
import JSONCodec
import Testing

/// What reports say, whatever they look like.
@Suite struct ReportContentTests {
  private let options = ReportOptions(toolVersion: "1")

  private func text(_ report: ValidationReport, _ format: ReportFormat) -> String {
    String(decoding: report.written(as: format, options), as: UTF8.self)
  }

  private func fingerprints(_ report: ValidationReport) throws -> [String] {
    let issues = try JSONValue.parse(report.written(as: .gitlab, options))
    return (issues.elements ?? []).compactMap { $0["fingerprint"]?.stringValue }
  }

  // MARK: - Fingerprints

  @Test(arguments: SampleReport.allCases)
  func `fingerprints are unique`(sample: SampleReport) throws {
    let all = try fingerprints(sample.report)
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { $0.count == 64 })
  }

  @Test func `fingerprints survive moves`() throws {
    var report = SampleReport.mixed.report
    let before = try fingerprints(report)
    for rule in report.rules.indices {
      for example in report.rules[rule].examples.indices {
        report.rules[rule].examples[example].place.line += 1_000
        report.rules[rule].examples[example].place.column += 3
        report.rules[rule].examples[example].place.byteOffset += 120_000
        report.rules[rule].examples[example].place.record += 1_000
        report.rules[rule].examples[example].excerpt = nil
      }
    }
    #expect(try fingerprints(report) == before)
    #expect(!before.isEmpty)
  }

  @Test func `fingerprints change with what they stand for`() throws {
    let report = SampleReport.mixed.report
    let index = try #require(report.rules.firstIndex { $0.rule == .timeEndBeforeStart })
    let before = try fingerprints(report)
    let changes: [(inout ValidationFinding) -> Void] = [
      { $0.place.path += "x" }, { $0.place.entry += "x" }, { $0.type += "x" },
      { $0.source += "x" }, { $0.contentKey += 99 }, { $0.occurrence += 1 },
    ]
    for change in changes {
      var changed = report
      change(&changed.rules[index].examples[0])
      let after = try fingerprints(changed)
      #expect(zip(before, after).count { $0 != $1 } == 1)
    }
  }

  @Test func `redaction keeps fingerprints`() throws {
    var redacted = options
    redacted.redaction = .sources
    let issues = try JSONValue.parse(
      SampleReport.mixed.report.written(as: .gitlab, redacted)
    )
    let after = (issues.elements ?? []).compactMap { $0["fingerprint"]?.stringValue }
    #expect(after == (try fingerprints(SampleReport.mixed.report)))
  }

  // MARK: - Redaction

  /// A report whose every text of the input holds one of these words.
  private func marked() -> ValidationReport {
    var report = SampleReport.mixed.report
    for index in report.inputs.indices {
      report.inputs[index].path = "PATH\(index)"
      report.inputs[index].entry = "ENTRY\(index)"
    }
    for rule in report.rules.indices {
      report.rules[rule].byType = ["TYPE": 1, "HeartRate": 2]
      report.rules[rule].bySource = ["SOURCE": 3, "OTHERSOURCE": 1]
      for index in report.rules[rule].examples.indices {
        var finding = report.rules[rule].examples[index]
        finding.message = "VALUE of SOURCE in PATH"
        finding.type = "TYPE"
        finding.source = "SOURCE"
        finding.place.path = "PATH\(index)"
        finding.place.entry = "ENTRY\(index)"
        finding.place.field =
          [
            .pointer("/metadata/VALUE"), .column("VALUE"), .element("Record/@VALUE"),
          ][index % 3]
        finding.excerpt = Excerpt(text: "VALUE,SOURCE", caretStart: 0, caretLength: 5)
        report.rules[rule].examples[index] = finding
      }
    }
    return report
  }

  @Test(arguments: ReportFormat.allCases)
  func `redacted sources leave neither values nor names`(format: ReportFormat) {
    var options = options
    options.redaction = .sources
    let text = String(decoding: marked().written(as: format, options), as: UTF8.self)
    for word in ["VALUE", "SOURCE", "PATH", "ENTRY", "TYPE"] {
      #expect(!text.contains(word), "\(word)")
    }
    let summary = String(decoding: marked().stepSummary(options), as: UTF8.self)
    #expect(!summary.contains("SOURCE") && !summary.contains("PATH"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `redacted values leave names`(format: ReportFormat) {
    var options = options
    options.redaction = .values
    let text = String(decoding: marked().written(as: format, options), as: UTF8.self)
    #expect(!text.contains("VALUE") && !text.contains("TYPE"))
    #expect(text.contains("PATH0"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `without redaction values are told`(format: ReportFormat) {
    let text = text(marked(), format)
    #expect(text.contains("VALUE") && text.contains("PATH0"))
  }

  @Test func `published names of fields are kept`() {
    var report = SampleReport.mixed.report
    report.profile = "research"
    var options = options
    options.redaction = .sources
    let text = String(decoding: report.written(as: .json, options), as: UTF8.self)
    #expect(text.contains("\"pointer\":\"/endDate\""))
    #expect(text.contains("\"element\":\"Record/@value\""))
    #expect(text.contains("\"type\":\"HeartRate\""))
    #expect(text.contains("\"source\":\"source-"))
  }

  // MARK: - JUnit

  @Test func `a case fails from the severity on that fails the run`() {
    let report = SampleReport.mixed.report
    var counts: [Int] = []
    for limit in [Severity.error, .warning, .note, nil] {
      var options = options
      options.failsFrom = limit
      let text = String(decoding: report.written(as: .junit, options), as: UTF8.self)
      counts.append(text.ranges(of: "<failure ").count)
      #expect(text.ranges(of: "<failure ").count + text.ranges(of: "<system-out>").count == 4)
    }
    #expect(counts == [2, 3, 4, 0])
  }

  @Test func `a rule that broke in one file holds in the others`() throws {
    let text = text(SampleReport.mixed.report, .junit)
    let suites = text.split(separator: "<testsuite ").dropFirst()
    #expect(suites.count == 3)
    let counts = suites.map { $0.ranges(of: "name=\"time.end-before-start\"").count }
    #expect(counts == [1, 1, 1])
    #expect(suites.map { $0.ranges(of: "12 findings").count > 0 } == [true, false, false])
  }

  // MARK: - GitHub

  @Test func `a command is one line whose parts can be read back`() throws {
    let lines = text(SampleReport.hostile.report, .github).split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("::") }
    #expect(commands.count == 4)
    for line in commands {
      let parts = line.dropFirst(2).split(separator: "::", maxSplits: 1)
      #expect(parts.count == 2)
      let properties = parts[0].split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
      for property in properties.split(separator: ",") {
        #expect(property.contains("=") && !property.contains(":"), "\(property)")
      }
      // A percent sign is always an escape's.
      let escapes = line.ranges(of: "%").map { line[$0.upperBound...].prefix(2) }
      #expect(escapes.allSatisfy { ["25", "0A", "0D", "3A", "2C"].contains($0) })
    }
    let file = try #require(commands.first { $0.contains("value.range") })
    #expect(file.contains("file=in%3Aput%2C 100%25\\n%3A%3Awarning%3A%3A\\u{1}`|` <x>.csv,"))
  }

  // MARK: - Excerpts

  @Test(arguments: [30, 36, 40, 60, 80, 120])
  func `a caret stands below what it marks`(width: Int) {
    let line =
      "{\"sourceName\":\"体重計 ABC\",\"endDate\":\"2026-01-01T08:00:00Z\",\"value\":72,\"u\":\"x\"}"
    for mark in ["ABC", "体重計", "2026-01-01T08:00:00Z", "{", "}", "72"] {
      var report = SampleReport.clean.report
      SampleReport.add(
        [SampleReport.finding(.valueRange, "m", at: "a", line: 5, text: line, mark: mark)],
        to: &report
      )
      var options = options
      options.width = width
      let lines = String(decoding: report.written(as: .human, options), as: UTF8.self)
        .split(separator: "\n")
      guard let index = lines.firstIndex(where: { $0.hasPrefix("     5 | ") }) else {
        Issue.record("no excerpt at width \(width)")
        continue
      }
      let shown = columns(of: lines[index])
      #expect(shown.count <= width + 1, "\(lines[index])")
      let carets = Array(lines[index + 1])
      let marked = carets.indices.filter { carets[$0] == "^" }
      let above = marked.compactMap { $0 < shown.count ? shown[$0] : nil }.compactMap { $0 }
      #expect(
        mark.hasPrefix(String(above)) && !above.isEmpty,
        "\(lines[index])\n\(lines[index + 1])"
      )
    }
  }

  /// What stands in each column; nothing in the second of a wide letter.
  private func columns(of line: Substring) -> [Character?] {
    line.flatMap { letter -> [Character?] in
      let isWide = letter.unicodeScalars.contains { (0x2E80...0x9FFF).contains($0.value) }
      return isWide ? [letter, nil] : [letter]
    }
  }

  // MARK: - Baselines

  @Test func `what the baseline knows is not reported again`() throws {
    let report = SampleReport.hostile.report
    for format in ReportFormat.allCases where ![.json, .ndjson, .sarif].contains(format) {
      #expect(!text(report, format).contains("old "), "\(format)")
    }
    let log = try JSONValue.parse(report.written(as: .sarif, options))
    let states = (log["runs"]?[0]?["results"]?.elements ?? []).map {
      $0["baselineState"]?.stringValue ?? ""
    }
    #expect(states.filter { $0 == "unchanged" }.count == 1)
    #expect(states.filter { $0 == "new" }.count == 4)
    #expect(states.last == "unchanged")
  }
}
