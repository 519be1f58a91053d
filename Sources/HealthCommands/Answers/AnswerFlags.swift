import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits

/// The options of the commands that answer questions: how they read, and how they print.
struct AnswerFlags: Sendable {
  /// In which form an answer is printed.
  enum Format: String, CaseIterable, Sendable {
    case table
    case csv
    case json
    case ndjson
  }

  var reading = ReadingFlags()
  var messages = MessageFlags()
  var unitFiles = UnitsFlags()
  var format = Format.table
  var units = AnswerUnits.System.canonical

  static let flags: [Flag<AnswerFlags>] =
    [
      Flag(
        "format",
        .value("FORMAT"),
        in: "Output",
        help: "a table to read, or data",
        update: .set(\.format)
      ),
      Flag(
        "units",
        .value("SYSTEM"),
        in: "Units",
        help: "in which units values are shown",
        details: "In tables metric and us are as people say them (6 ft 4 in, 165 lb); in data they"
          + " are numbers in one unit.",
        update: .set(\.units)
      ),
      Flag(
        "time-zone",
        .value("ZONE"),
        in: "Times",
        help: "where days begin: an IANA name, utc, recorded or original",
        details: "original is the UTC offset that was written, which in an export is the one in"
          + " force when it was made; recorded uses the zone a sample's metadata names"
          + " (HKTimeZone) where there is one.",
        default: "recorded",
        update: .set(\.reading.timeZone)
      ),
    ]
    + UnitsFlags.flags.map { $0.inside(\.unitFiles) }
    + ReadingFlags.flags.filter { shared.contains($0.info.long) }.map { $0.inside(\.reading) }
    + MessageFlags.flags.map { $0.inside(\.messages) }

  /// Flags of reading that mean the same here.
  private static let shared: Set<String> = [
    "source", "assume-zone", "day-month", "from", "decimal-mark", "delimiter", "csv-escape",
    "strict", "threads", "chunk-size",
  ]

  /// A flag of reading that has a meaning of its own here.
  static func own<Options>(
    _ name: String,
    help: String,
    details: String = "",
    _ path: any WritableKeyPath<Options, ReadingFlags> & Sendable
  ) -> [Flag<Options>] {
    ReadingFlags.flags.filter { $0.info.long == name }.map { flag in
      var flag = flag.inside(path)
      flag.info.help = help
      flag.info.details = details
      return flag
    }
  }

  /// How inputs are read, without filters by type and time.
  func options() throws(UsageError) -> ReadingOptions {
    var plain = reading
    plain.types = []
    plain.since = nil
    plain.until = nil
    return try plain.options()
  }

  /// Where days begin.
  func zone() throws(UsageError) -> ZoneSource {
    switch reading.timeZone {
    case nil, "recorded": .recorded
    case "original": .written
    case "utc": .given(.utc)
    case let name?: .given(try ReadingFlags.zone(name, "--time-zone"))
    }
  }

  /// A limit in time; a day or a time without an offset is on the wall clock of each sample's zone.
  static func bound(_ text: String?, _ flag: String) throws(UsageError) -> TimeBound? {
    guard let text else { return nil }
    return TimeBound(try ReadingFlags.written(text, flag))
  }

  /// The units of the answer, those of the given files among them.
  func answerUnits() throws(ConversionError) -> AnswerUnits {
    var units = AnswerUnits(system: self.units)
    units.registry = try unitFiles.registry()
    return units
  }

  /// Reads with a progress line, as `label` calls it.
  func withProgress<Answer>(
    _ label: String,
    _ read: (@escaping @Sendable (Int) -> Void) throws(ConversionError) -> Answer
  ) throws(ConversionError) -> Answer {
    let progress = ProgressLine(disabled: messages.isQuiet || messages.hidesProgress)
    SignalGuard.install()
    defer { progress.finish() }
    return try read { done in progress.update(done: done, label: label) }
  }

  /// The types that were asked for, each once.
  func types() throws(UsageError) -> [WantedType] {
    let names = reading.types.flatMap { $0.split(separator: ",").map(String.init) }
    guard !names.isEmpty else {
      throw UsageError(
        .invalidValue,
        "give --type TYPE, as in --type StepCount,HeartRate; healthconv types lists them",
        token: "--type"
      )
    }
    var types: [WantedType] = []
    for name in names {
      let named = WantedType.named(name)
      guard !named.isEmpty else {
        throw UsageError(
          .invalidValue,
          "--type: there is no type \"\(name)\"",
          token: name,
          suggestion: Catalogue.standard.suggestions(for: name).first
        )
      }
      types += named.filter { !types.contains($0) }
    }
    return types
  }
}

/// What commands that answer say on standard error, and how they end.
struct AnswerMessages {
  let flags: MessageFlags

  /// Prints the oddities of a run after a first line; the exit status.
  func finish(_ lines: [String], _ report: RunReport) -> ExitStatus {
    if !flags.isQuiet {
      let all = lines + FindingLines.rejects(report) + FindingLines.findings(report)
      Terminal.write(all.joined(separator: "\n") + "\n", to: .error)
    }
    let isGrave = report.findingCounts.contains {
      $0.value > 0 && flags.failOn.includes($0.key.severity)
    }
    return report.rejected > 0 || isGrave ? .doneWithFindings : .done
  }
}
