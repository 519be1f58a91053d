import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthUnits

/// What every logged record can be given: when, by whom, with what beside it.
struct LogFlags: Sendable {
  var start: String?
  var end: String?
  var timeZone: String?
  var source = "healthconv"
  var metadata: [String] = []
  var uuid: String?
  var now: String?
  var isQuiet = false

  static let flags: [Flag<LogFlags>] = [
    Flag(
      "start",
      .value("TIME"),
      in: "Record",
      help: "when it began, as in 2026-03-01T08:00:00+01:00",
      details: "A time without a UTC offset needs --time-zone.",
      default: "now",
      update: .set(\.start)
    ),
    Flag("end", .value("TIME"), in: "Record", help: "when it ended", update: .set(\.end)),
    Flag(
      "source",
      .value("NAME"),
      in: "Record",
      help: "who measured it",
      update: .set(\.source)
    ),
    Flag(
      "metadata",
      .repeatable("KEY=VALUE"),
      in: "Record",
      help: "attach something; HKWasUserEntered=1 is there unless it is given",
      update: .append(to: \.metadata)
    ),
    Flag(
      "uuid",
      .value("UUID"),
      in: "Record",
      help: "the record's identifier",
      default: "a random one",
      update: .set(\.uuid)
    ),
    Flag(
      "time-zone",
      .value("ZONE"),
      in: "Times",
      help: "the zone of times without an offset, and of the present time",
      default: "the machine's, for the present time alone",
      update: .set(\.timeZone)
    ),
    Flag(
      "now",
      .value("TIME"),
      in: "Times",
      help: "take this for the present time",
      hidden: true,
      update: .set(\.now)
    ),
    Flag(
      "quiet",
      short: "q",
      in: "Messages",
      help: "do not say what was logged; errors are still printed",
      update: .set(\.isQuiet)
    ),
  ]

  private var zone: ZoneRules? {
    get throws(UsageError) {
      try timeZone.map { name throws(UsageError) in try ReadingFlags.zone(name, "--time-zone") }
    }
  }

  /// The present time.
  func present() throws(UsageError) -> Timestamp {
    if let now { return try time(now, "--now") }
    guard let zone = try zone else { return .now() }
    var cursor = ZoneCursor(zone)
    return cursor.localized(.now())
  }

  /// A time of the command line.
  func time(_ text: String, _ flag: String) throws(UsageError) -> Timestamp {
    let bytes = Array(text.utf8)
    guard let (stamp, notes) = try? Timestamp.parse(bytes.span, 0..<bytes.count),
      !notes.contains(.dateOnly)
    else {
      throw UsageError(
        .invalidValue,
        "\(flag): \"\(text)\" is no time such as 2026-03-01T08:00:00+01:00",
        token: text
      )
    }
    if stamp.hasOffset { return stamp }
    guard let zone = try zone else {
      throw UsageError(
        .invalidValue,
        "\(flag): \"\(text)\" has no UTC offset; add one, as in \(text)+01:00, or give --time-zone",
        token: text
      )
    }
    var cursor = ZoneCursor(zone)
    return cursor.localized(stamp)
  }

  /// Who logs it, and what is attached.
  func origin() throws(UsageError) -> Origin {
    var origin = Origin()
    origin.sourceName = source
    origin.uuid = uuid
    for pair in metadata {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(.invalidValue, "--metadata: give KEY=VALUE", token: pair)
      }
      origin.metadata[String(parts[0]), default: []].append(String(parts[1]))
    }
    // What people type is told from what was measured.
    if origin.metadata["HKWasUserEntered"] == nil { origin.metadata["HKWasUserEntered"] = ["1"] }
    return origin
  }

  /// Adds records to an archive and says so.
  func append(
    _ records: [HealthRecord],
    to path: String,
    now: Timestamp
  ) throws(UsageError) -> ExitStatus {
    var log = ArchiveLog(path: path, now: now)
    log.waiting = {
      Terminal.write("healthconv: waiting for another writer of \(path)\n", to: .error)
    }
    SignalGuard.install()
    do throws(ArchiveLog.Failure) {
      let written = try log.append(records)
      if !isQuiet { Terminal.write(LogView.text(of: written, in: path), to: .error) }
      return .done
    } catch {
      switch error {
      case .failed(let error): return Failure.report(error)
      case .refused(let refusal):
        throw UsageError(.invalidValue, refusal.message, suggestion: refusal.suggestion)
      }
    }
  }
}

/// What was logged, in words.
enum LogView {
  static func text(of records: [HealthRecord], in path: String) -> String {
    let lines = records.compactMap(line)
    return "logged in \(path):\n" + lines.map { "  \($0)\n" }.joined()
  }

  private static func line(_ record: HealthRecord) -> String? {
    switch record {
    case .sample(let sample):
      let value: String =
        switch sample.value {
        case .quantity(let number): number.text + (sample.unit.map { " " + $0 } ?? "")
        case .longQuantity(let text), .category(let text): text
        case nil: ""
        }
      return "\(sample.type) \(value), \(span(sample.startDate, sample.endDate))"
    case .workout(let workout):
      let totals = workout.totals
      let numbers: [(ExactDecimal?, String)] = [
        (totals.duration, "s"), (totals.distance, "m"), (totals.energy, "J"),
      ]
      let parts = numbers.compactMap { number, unit in number.map { $0.text + " " + unit } }
      return ([workout.activity] + parts + [span(workout.startDate, workout.endDate)])
        .joined(separator: ", ")
    default: return nil
    }
  }

  private static func span(_ start: Timestamp, _ end: Timestamp?) -> String {
    guard let end, end != start else { return start.text }
    return start.text + " to " + end.text
  }
}
