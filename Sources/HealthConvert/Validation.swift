import ByteKit
import Foundation
import HealthFormats
import HealthModel
import HealthValidation

/// Checks inputs against the rules and tells what is wrong with them, and where.
///
///     let report = Validation(inputs: ["export.zip"]).run()
///     for rule in report.broken { print(rule.rule.rawValue, rule.count) }
public struct Validation: Sendable {
  /// Paths of the inputs, `-` for standard input; together they are one archive.
  public var inputs: [String]
  /// How the inputs are read.
  public var reading = ReadingOptions()
  /// Which rules are checked, and how much they matter.
  public var settings = RuleSettings()
  /// Called now and then with the number of decoded bytes.
  public var progress: (@Sendable (Int) -> Void)?

  /// A validation with the default rules.
  public init(inputs: [String]) { self.inputs = inputs }

  /// A compressed text that is this much longer than its file is taken for a bomb.
  private static let usualRatio = 200

  /// Reads everything and reports; what can't be read is a finding like any other.
  public func run() -> ValidationReport { runWithBaselines().report }

  /// The same, with the baseline that the findings make and what is left of the one that was given.
  public func runWithBaselines() -> (
    report: ValidationReport, baseline: Baseline, pruned: Baseline
  ) {
    let (run, isStopped) = check()
    return (run.report(isStoppedEarly: isStopped), run.baseline, run.prunedBaseline)
  }

  private func check() -> (run: ValidationRun, isStopped: Bool) {
    let now = settings.now?.seconds ?? Int64(Date().timeIntervalSince1970)
    let run = ValidationRun(settings, now: now)
    for path in inputs {
      do throws(ConversionError) {
        for input in try InputOpener(format: reading.format).open(path) {
          try validate(input, run)
        }
      } catch {
        if error.code == ValidationRun.stopCode { return (run, true) }
        note(error, path, run)
        run.end(bytes: 0)
      }
    }
    return (run, false)
  }

  private func validate(_ input: OpenedInput, _ run: ValidationRun) throws(ConversionError) {
    var validated = ValidatedInput(path: input.path)
    validated.entry = input.entry
    validated.format = input.format
    run.begin(validated, locator: nil, exportDate: nil)
    noteName(of: input, run)
    var options = reading
    // A baseline has to know each of them.
    options.examplesKept =
      settings.examples == 0 || settings.identifiesContent ? .max : settings.examples
    let inputRun = InputRun(input, options)
    let start = try inputRun.start()
    run.begin(validated, locator: start.locator, exportDate: start.facts.exportDate)
    var book = RunBook()
    try inputRun.run(start, book: &book, rejects: nil, progress: progress) {
      ValidationConsumer(run)
    }
    noteContainer(book.report, input, run)
    let report = book.report
    if report.total.read == 0 {
      run.note(.fileEmpty, "no records", at: FindingPlace(path: input.path))
    }
    noteRatio(report.bytesRead, input, run)
    run.end(bytes: report.bytesRead)
  }

  /// What readers say of the file as a whole, outside any chunk.
  private func noteContainer(_ report: RunReport, _ input: OpenedInput, _ run: ValidationRun) {
    for example in report.examples where Self.isAboutFile(example.code) {
      guard let rule = ValidationRun.rule(example.code, example.detail, input.format) else {
        continue
      }
      var place = FindingPlace(path: input.path)
      place.entry = input.entry
      place.byteOffset = example.position.byteOffset
      place.line = example.position.line
      place.column = example.position.column
      place.characterColumn = example.position.column
      run.note(
        rule,
        example.detail.isEmpty ? example.code.title : "\(example.code.title): \(example.detail)",
        at: place
      )
    }
  }

  /// The codes that are noted outside the chunks.
  private static func isAboutFile(_ code: FindingCode) -> Bool {
    switch code {
    case .trailingData, .unsafePath, .encodingUTF16, .headerOddity, .dtdMalformed, .noRoot,
      .futureVersion:
      true
    default: false
    }
  }

  private func noteName(of input: OpenedInput, _ run: ValidationRun) {
    guard input.path != "-" else { return }
    var name = URL(fileURLWithPath: input.path)
    if name.pathExtension.lowercased() == "gz" { name.deletePathExtension() }
    let expected: InputFormat? =
      switch name.pathExtension.lowercased() {
      case "xml": .xml
      case "json": .json
      case "ndjson", "jsonl": .ndjson
      case "csv", "tsv": .csv
      default: nil
      }
    guard let expected, expected != input.format else { return }
    run.note(
      .fileExtensionMismatch,
      "the name says \(expected.rawValue), the content is \(input.format.rawValue)",
      at: FindingPlace(path: input.path)
    )
  }

  private func noteRatio(_ bytes: Int, _ input: OpenedInput, _ run: ValidationRun) {
    guard input.path != "-", input.entry.isEmpty,
      let size = try? FileManager.default.attributesOfItem(atPath: input.path)[.size] as? Int,
      size > 0, bytes / size > Self.usualRatio
    else { return }
    run.note(
      .gzipRatio,
      "\(bytes) bytes from a file of \(size)",
      at: FindingPlace(path: input.path)
    )
  }

  private func note(_ error: ConversionError, _ path: String, _ run: ValidationRun) {
    let code = error.code
    let rule: RuleID =
      if code == "empty-file" || code == "gzip.empty-file" || code == "zip.empty-file" {
        .fileEmpty
      } else if code == "unknown-format" || code == "xml.not-an-export" || code == "gzip.not-gzip" {
        .fileUnknownFormat
      } else if code.hasPrefix("gzip.truncated") {
        .gzipTruncated
      } else if code == "gzip.expansion-limit" {
        .gzipRatio
      } else if code.hasPrefix("gzip.") || code.hasPrefix("zip.") && code != "zip.no-export" {
        .gzipCorrupt
      } else if code == "record-too-long" {
        .jsonDepthOrSize
      } else if code.hasPrefix("csv.") {
        .csvHeader
      } else if code.hasPrefix("json.") {
        .jsonSyntax
      } else if code.hasPrefix("xml.") {
        .xmlSyntax
      } else {
        .fileUnreadable
      }
    var place = FindingPlace(path: path)
    place.entry = error.entry
    place.byteOffset = error.byteOffset ?? 0
    place.line = error.line ?? 1
    place.column = error.column ?? 1
    place.characterColumn = place.column
    run.note(rule, error.message, at: place)
  }
}
