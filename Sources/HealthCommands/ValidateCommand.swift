import ByteKit
import CommandLineKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthValidation
import JSONCodec

/// `healthconv validate`: what is wrong with these files, and where.
enum ValidateCommand {
  struct Options: Sendable {
    var reading = ReadingFlags()
    var messages = MessageFlags()
    var format = ReportFormat.human
    var reports: [String] = []
    var redactions: [String] = []
    var examples: Int?
    var profile: Profile?
    var config: String?
    var printsConfig = false
    var rules: [String] = []
    var withoutRules: [String] = []
    var schema: String?
    var assertsFormats = false
    var maximumErrors: Int?
    var now: String?
    var baseline: String?
    var writtenBaseline: String?
    var prunedBaseline: String?
    var exitsZero = false

    static let flags: [Flag<Options>] =
      report + rules + known + ReadingFlags.flags.map { $0.inside(\.reading) }
      + MessageFlags.flags.map { $0.inside(\.messages) }

    private static let report: [Flag<Options>] = [
      Flag(
        "format",
        .value("FORMAT"),
        in: "Report",
        help: "write the report in this form",
        details: "github also adds a table to the file that GITHUB_STEP_SUMMARY names.",
        update: .set(\.format)
      ),
      Flag(
        "report",
        .repeatable("FORMAT=FILE"),
        in: "Report",
        help: "write it to a file in this form as well; repeat for several",
        update: .append(to: \.reports)
      ),
      Flag(
        "examples",
        .value("N"),
        in: "Report",
        help: "keep so many findings of each rule, 0 for all; all are counted",
        default: "20",
        update: .set(\.examples, in: 0...1_000_000)
      ),
      Flag(
        "redact",
        .repeatable("WHAT"),
        in: "Report",
        help: "leave values or sources out, since logs are read by others",
        choices: ["values", "sources"],
        update: .append(to: \.redactions)
      ),
      Flag(
        "exit-zero",
        in: "Report",
        help: "exit with 0 whatever is found",
        update: .set(\.exitsZero)
      ),
    ]

    private static let rules: [Flag<Options>] = [
      Flag(
        "rule",
        .repeatable("ID"),
        in: "Rules",
        help: "check only these rules; * stands for any text (healthconv rules list)",
        update: .append(to: \.rules)
      ),
      Flag(
        "no-rule",
        .repeatable("ID"),
        in: "Rules",
        help: "do not check these rules",
        update: .append(to: \.withoutRules)
      ),
      Flag(
        "profile",
        .value("NAME"),
        in: "Rules",
        help: "the severities to start from",
        update: .set(\.profile)
      ),
      Flag(
        "config",
        .value("FILE"),
        in: "Rules",
        help: "severities, tolerances and suppressions (healthconv schema config)",
        default: ".healthconv.json beside the first input",
        completion: .files,
        update: .set(\.config)
      ),
      Flag(
        "print-config",
        in: "Rules",
        help: "print the settings in force and check nothing",
        update: .set(\.printsConfig)
      ),
      Flag(
        "schema",
        .value("FILE"),
        in: "Rules",
        help: "check JSON, NDJSON or CSV against this schema instead, whatever it holds",
        details: "JSON Schema 2020-12, or a Frictionless Table Schema for CSV. Nothing is fetched.",
        completion: .files,
        update: .set(\.schema)
      ),
      Flag(
        "assert-formats",
        in: "Rules",
        help: "take the schema's `format` for a demand, not a remark",
        update: .set(\.assertsFormats)
      ),
      Flag(
        "max-errors",
        .value("N"),
        in: "Rules",
        help: "stop after this many errors, and say so",
        update: .set(\.maximumErrors, in: 1...1_000_000_000)
      ),
      Flag(
        "now",
        .value("TIME"),
        in: "Rules",
        help: "what counts as now; otherwise the export's own date, or else the clock",
        update: .set(\.now)
      ),
    ]

    private static let known: [Flag<Options>] = [
      Flag(
        "baseline",
        .value("FILE"),
        in: "Known findings",
        help: "report only what this file does not know",
        completion: .files,
        update: .set(\.baseline)
      ),
      Flag(
        "write-baseline",
        .value("FILE"),
        in: "Known findings",
        help: "write everything that is found, to be known from now on",
        completion: .files,
        update: .set(\.writtenBaseline)
      ),
      Flag(
        "prune-baseline",
        .value("FILE"),
        in: "Known findings",
        help: "write the baseline without what is fixed",
        completion: .files,
        update: .set(\.prunedBaseline)
      ),
    ]
  }

  static let command = Command(
    "validate",
    summary: "Check files against the rules: every finding with its place, at once",
    discussion: """
      Reads every format that convert reads, in one pass, and changes nothing. All findings are \
      counted, the first of each rule are shown. Several inputs count as one archive.

      Exit status: 0 nothing from --fail-on on; 1 findings; 2 a file could not be read; \
      64 wrong command line.
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv validate export.zip", "is this export all right?"),
      Example(
        "healthconv validate data/*.csv --report sarif=out.sarif --report junit=out.xml",
        "in CI, with reports for its pages"
      ),
      Example("healthconv validate old.csv --write-baseline known.json", "accept what is there"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    var settings = RuleSettings()
    do throws(Refusal) {
      settings = try Self.settings(options, inputs)
    } catch {
      switch error {
      case .usage(let usage): throw usage
      case .failure(let text):
        Terminal.write("healthconv: \(text)\n", to: .error)
        return .failed
      }
    }
    if options.printsConfig {
      Terminal.write(settings.configuration.pretty() + "\n", to: .output)
      return .done
    }
    let reports = try Self.reports(options)
    var validation = Validation(inputs: inputs)
    validation.reading = try options.reading.options()
    validation.settings = settings
    if let path = options.schema {
      do throws(ConversionError) {
        validation.schema = try CustomSchema(path: path, assertsFormats: options.assertsFormats)
      } catch {
        return Failure.report(error)
      }
    }
    let progress = ProgressLine(
      disabled: options.messages.isQuiet || options.messages.hidesProgress
    )
    validation.progress = { done in progress.update(done: done, label: "validating") }
    let (report, baseline, pruned) = validation.runWithBaselines()
    progress.finish()
    for (format, path) in reports {
      let bytes = report.written(as: format, Self.reportOptions(options, path))
      if let failure = Failure.write(bytes, to: path) { return failure }
    }
    if options.format == .github, let failure = Self.writeStepSummary(report, options) {
      return failure
    }
    for (path, baseline) in [(options.writtenBaseline, baseline), (options.prunedBaseline, pruned)]
    {
      guard let path else { continue }
      if let failure = Failure.write(baseline.text, to: path) { return failure }
    }
    return Self.status(report, options)
  }

  /// Why a run does not begin.
  private enum Refusal: Error {
    case usage(UsageError)
    case failure(String)
  }

  private static func settings(
    _ options: Options,
    _ inputs: [String]
  ) throws(Refusal) -> RuleSettings {
    var settings = RuleSettings()
    var configuration = Configuration()
    if let path = options.config ?? besideFirst(inputs) {
      configuration = try read(path) { bytes throws(ConfigurationError) in
        try Configuration(bytes)
      }
    }
    if let profile = options.profile { configuration.profile = profile }
    configuration.apply(to: &settings)
    do throws(UsageError) {
      if !options.rules.isEmpty {
        let wanted = try ids(options.rules, "--rule")
        settings.off.formUnion(RuleID.allCases.filter { !wanted.contains($0) })
        settings.off.subtract(wanted)
      }
      settings.off.formUnion(try ids(options.withoutRules, "--no-rule"))
      if let now = options.now { settings.now = try time(now) }
    } catch {
      throw .usage(error)
    }
    if let examples = options.examples { settings.examples = examples }
    settings.maximumErrors = options.maximumErrors
    if let path = options.baseline {
      settings.baseline = try read(path) { bytes throws(ConfigurationError) in try Baseline(bytes) }
    }
    settings.identifiesContent =
      settings.baseline != nil || options.writtenBaseline != nil || options.prunedBaseline != nil
    return settings
  }

  /// The configuration that stands beside the first input, if there is one.
  private static func besideFirst(_ inputs: [String]) -> String? {
    guard let first = inputs.first, first != "-" else { return nil }
    let path = URL(fileURLWithPath: first).deletingLastPathComponent()
      .appendingPathComponent(".healthconv.json").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static func read<Value>(
    _ path: String,
    _ parse: ([UInt8]) throws(ConfigurationError) -> Value
  ) throws(Refusal) -> Value {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .failure("\(path): cannot read it [file.read]")
    }
    do throws(ConfigurationError) {
      return try parse([UInt8](data))
    } catch {
      throw .failure("\(path): \(error.description) [config.invalid]")
    }
  }

  private static func ids(_ patterns: [String], _ flag: String) throws(UsageError) -> Set<RuleID> {
    var result: Set<RuleID> = []
    for pattern in patterns.flatMap({ $0.split(separator: ",").map(String.init) }) {
      let meant = RuleID.allCases.filter { Configuration.matches($0, pattern) }
      guard !meant.isEmpty else {
        throw UsageError(
          .invalidValue,
          "\(flag): no rule is called \"\(pattern)\" (see healthconv rules list)",
          token: pattern
        )
      }
      result.formUnion(meant)
    }
    return result
  }

  private static func time(_ text: String) throws(UsageError) -> Timestamp {
    let bytes = [UInt8](text.utf8)
    if let stamp = Timestamp.parseRFC3339(bytes.span, 0..<bytes.count), stamp.hasOffset {
      return stamp
    }
    let day = [UInt8]((text + "T00:00:00Z").utf8)
    if let stamp = Timestamp.parseRFC3339(day.span, 0..<day.count) { return stamp }
    throw UsageError(
      .invalidValue,
      "--now: \"\(text)\" is no time such as 2026-01-31T12:00:00Z",
      token: text
    )
  }

  /// The forms and files that were asked for, standard output first.
  private static func reports(
    _ options: Options
  ) throws(UsageError) -> [(format: ReportFormat, path: String)] {
    var result: [(format: ReportFormat, path: String)] = []
    for text in options.reports {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let format = ReportFormat(rawValue: parts[0]) else {
        throw UsageError(
          .invalidValue,
          "--report takes FORMAT=FILE, where FORMAT is one of "
            + ReportFormat.allCases.map(\.rawValue).joined(separator: ", "),
          token: text
        )
      }
      result.append((format, parts[1]))
    }
    // Standard output takes one report: --format's, unless another one is sent there.
    let shown = result.count { $0.path == "-" }
    guard shown < 2, shown == 0 || options.format == .human else {
      throw UsageError(.invalidValue, "only one report can go to standard output", token: "-")
    }
    if shown == 0, !(options.messages.isQuiet && options.format == .human) {
      result.insert((options.format, "-"), at: 0)
    }
    return result
  }

  private static func reportOptions(_ options: Options, _ path: String) -> ReportOptions {
    var result = ReportOptions(toolVersion: HealthConv.version)
    let terminal = Terminal.current()
    result.usesColor = path == "-" && terminal.usesColor(on: .output)
    result.width = path == "-" ? terminal.width : 100
    result.root = FileManager.default.currentDirectoryPath
    for text in options.redactions {
      result.redaction.insert(text == "values" ? .values : .sources)
    }
    result.failsFrom =
      switch options.messages.failOn {
      case .error: .error
      case .warning: .warning
      case .note: .note
      case .never: nil
      }
    return result
  }

  /// Adds the table of rules to the page that GitHub shows for a step, where there is one.
  ///
  /// Steps before may have written to it, so what is there stays.
  private static func writeStepSummary(
    _ report: ValidationReport,
    _ options: Options
  ) -> ExitStatus? {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
    else { return nil }
    let old = FileManager.default.contents(atPath: path) ?? Data()
    return Failure.write([UInt8](old) + report.stepSummary(reportOptions(options, path)), to: path)
  }

  private static func status(_ report: ValidationReport, _ options: Options) -> ExitStatus {
    if options.exitsZero { return .done }
    if report.rules.contains(where: { $0.rule == .fileUnreadable && $0.count > 0 }) {
      return .failed
    }
    let isGrave = report.broken.contains { options.messages.failOn.includes($0.severity) }
    return isGrave ? .doneWithFindings : .done
  }
}
