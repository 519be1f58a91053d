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
  /// What the inputs must be instead of health records; nil for the rules.
  public var schema: CustomSchema?
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
      if run.isFull { return (run, true) }
      run.begin(ValidatedInput(path: path), locator: nil, exportDate: nil)
      do throws(ConversionError) {
        for input in try InputOpener(format: reading.format).open(path) {
          if run.isFull { return (run, true) }
          if let schema {
            try validate(input, against: schema, run)
          } else {
            try validate(input, run)
          }
        }
      } catch {
        if error.code != ValidationRun.stopCode { note(error, path, run) }
        run.end(bytes: 0)
        if run.isFull { return (run, true) }
      }
    }
    return (run, !addLateFindings(to: run))
  }

  private func validate(_ input: OpenedInput, _ run: ValidationRun) throws(ConversionError) {
    var validated = ValidatedInput(path: input.path)
    validated.entry = input.entry
    validated.format = input.format
    run.begin(validated, locator: nil, exportDate: nil)
    noteName(of: input, run)
    let inputRun = InputRun(input, options)
    let start = try inputRun.start()
    run.begin(
      validated,
      locator: start.locator,
      exportDate: start.facts.exportDate,
      // Only an archive or a folder has its routes with it.
      routes: input.entry.isEmpty && input.companions == Companions()
        ? nil : input.companions.routePaths
    )
    noteStart(start, inputRun, input, run)
    if run.isFull { throw ConversionError(ValidationRun.stopCode, path: input.path, "") }
    var book = RunBook()
    try inputRun.run(start, book: &book, rejects: nil, progress: progress) {
      ValidationConsumer(run)
    }
    noteContainer(book.report, input, run)
    let report = book.report
    if report.total.read == 0 {
      run.note(.fileEmpty, "no records", at: FindingPlace(path: input.path))
    }
    run.endRecords(declared: start.declaredRecords, orphans: book.orphanPlaces)
    noteRatio(report.bytesRead, input, run)
    run.end(bytes: report.bytesRead)
  }

  /// How inputs are read: so that no finding's place is lost.
  private var options: ReadingOptions {
    var options = reading
    options.keepsPlaces = true
    // A baseline has to know each of them.
    options.examplesKept =
      settings.examples == 0 || settings.identifiesContent ? .max : settings.examples
    return options
  }

  /// Looks up again the records whose findings became known late; false when that ended early.
  private func addLateFindings(to run: ValidationRun) -> Bool {
    do throws(ConversionError) {
      try run.addLateRepeats()
      for (number, findings) in Dictionary(grouping: run.late, by: \.input).sorted(by: {
        $0.key < $1.key
      }) {
        try add(findings, of: number, to: run)
      }
    } catch {
      if error.code == ValidationRun.stopCode { return false }
      note(error, error.path, run)
    }
    return true
  }

  private func add(
    _ findings: [LateFinding],
    of number: Int,
    to run: ValidationRun
  ) throws(ConversionError) {
    let (path, entry) = run.place(ofInput: number)
    guard path != "-" else {
      for finding in findings { run.note(unplaced: finding) }
      return
    }
    for input in try InputOpener(format: reading.format).open(path) where input.entry == entry {
      let inputRun = InputRun(input, options)
      let start = try inputRun.start()
      run.beginAgain(number, locator: start.locator)
      var book = RunBook()
      try inputRun.run(start, book: &book, rejects: nil) { LateConsumer(run, findings) }
    }
  }

  /// What is known before the first record.
  private func noteStart(
    _ start: InputRun.Start,
    _ inputRun: InputRun,
    _ input: OpenedInput,
    _ run: ValidationRun
  ) {
    if inputRun.prefix.starts(with: [0xEF, 0xBB, 0xBF]) {
      var place = FindingPlace(path: input.path)
      place.entry = input.entry
      place.byteLength = 3
      run.note(.textBOMOrUTF16, "the text begins with a byte order mark", at: place)
    }
    for finding in inputRun.findings(before: start) { note(finding, input, run) }
    for column in start.unknownColumns {
      var place = FindingPlace(path: input.path)
      place.entry = input.entry
      place.byteOffset = column.offset
      place.byteLength = column.name.utf8.count
      let position = inputRun.place(of: column.offset)
      place.line = position.line
      place.column = position.column
      place.characterColumn = position.column
      place.field = .column(column.name)
      run.note(.schemaUnknownField, ValidationRun.unknownField(column.name), at: place)
    }
  }

  private func note(_ finding: LocatedFinding, _ input: OpenedInput, _ run: ValidationRun) {
    guard let rule = ValidationRun.rule(finding.code, finding.detail, input.format) else { return }
    var place = FindingPlace(path: input.path)
    place.entry = input.entry
    place.byteOffset = finding.position.byteOffset
    place.line = finding.position.line
    place.column = finding.position.column
    place.characterColumn = finding.position.column
    run.note(
      rule,
      finding.detail.isEmpty ? finding.code.title : "\(finding.code.title): \(finding.detail)",
      at: place
    )
  }

  /// What the container turned out to be once all of it was read.
  private func noteContainer(_ report: RunReport, _ input: OpenedInput, _ run: ValidationRun) {
    for example in report.examples where example.code == .trailingData {
      note(example, input, run)
    }
  }

  private func noteName(of input: OpenedInput, _ run: ValidationRun) {
    guard input.path != "-" else { return }
    var name = URL(fileURLWithPath: input.path)
    if name.pathExtension.lowercased() == "gz" {
      name.deletePathExtension()
      if let start = try? FileHandle(forReadingFrom: URL(fileURLWithPath: input.path))
        .read(upToCount: 2), start != Data([0x1F, 0x8B])
      {
        run.note(
          .fileExtensionMismatch,
          "the name says gzip, the content is not compressed",
          at: FindingPlace(path: input.path)
        )
      }
    }
    let expected: InputFormat? =
      switch name.pathExtension.lowercased() {
      case "xml": .xml
      case "json": .json
      case "ndjson", "jsonl": .ndjson
      case "csv", "tsv": .csv
      default: nil
      }
    guard let expected, expected != input.format else { return }
    // One object in one line is a document as well.
    if expected == .json, input.format == .ndjson, input.hasOneLine { return }
    run.note(
      .fileExtensionMismatch,
      "the name says \(expected.rawValue), the content is \(input.format.rawValue)",
      at: FindingPlace(path: input.path)
    )
  }

  private func noteRatio(_ bytes: Int, _ input: OpenedInput, _ run: ValidationRun) {
    let path = URL(fileURLWithPath: input.path).resolvingSymlinksInPath().path
    guard input.path != "-", input.entry.isEmpty,
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
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
      } else if code == "unknown-format" || code == "xml.not-an-export" || code == "gzip.not-gzip"
        || code.hasSuffix(".no-export")
      {
        .fileUnknownFormat
      } else if code.hasPrefix("gzip.truncated") {
        .gzipTruncated
      } else if code == "gzip.expansion-limit" {
        .gzipRatio
      } else if code.hasPrefix("gzip.") || code.hasPrefix("zip.") {
        .gzipCorrupt
      } else if code == "record-too-long" || code == "json.too-deep" {
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
