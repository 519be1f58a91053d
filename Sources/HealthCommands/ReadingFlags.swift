import ByteKit
import CSVCodec
import CommandLineKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthUnits

/// The options of every command that reads records, as they were typed.
struct ReadingFlags: Sendable {
  var format: InputFormat?
  var assumedZone: String?
  var dayMonthOrder: String?
  var decimalMark: String?
  var delimiter: String?
  var csvEscape: String?
  var types: [String] = []
  var activities: [String] = []
  var sources: [String] = []
  var since: String?
  var until: String?
  var records: [String] = []
  var timeZone: String?
  var threads: Int?
  var chunkSize: Int?
  var isStrict = false

  static let flags: [Flag<ReadingFlags>] = selection + reading

  private static let selection: [Flag<ReadingFlags>] = [
    Flag(
      "type",
      .repeatable("TYPE"),
      in: "Records",
      help: "keep only these sample types, by any spelling; repeat or separate by commas",
      update: .append(to: \.types)
    ),
    Flag(
      "activity",
      .repeatable("ACTIVITY"),
      in: "Records",
      help: "keep only workouts of these activities",
      update: .append(to: \.activities)
    ),
    Flag(
      "source",
      .repeatable("NAME"),
      in: "Records",
      help: "keep only records of these sources; * stands for any text",
      update: .append(to: \.sources)
    ),
    Flag(
      "since",
      .value("DATE"),
      in: "Records",
      help: "keep what starts at this date or later",
      details: "A date such as 2024-01-31 begins at midnight of --time-zone, or of UTC.",
      update: .set(\.since)
    ),
    Flag(
      "until",
      .value("DATE"),
      in: "Records",
      help: "keep what starts before this date",
      update: .set(\.until)
    ),
    Flag(
      "records",
      .repeatable("KINDS"),
      in: "Records",
      help: "keep only these kinds: \(kindNames)",
      details: "One kind alone, in CSV, gives a table with only its columns.",
      completion: .words(RecordKind.data.map(\.tableName)),
      update: .append(to: \.records)
    ),
    Flag(
      "time-zone",
      .value("ZONE"),
      in: "Times",
      help: "write times in this zone: an IANA name, utc, recorded or original",
      details:
        "Exports write every date with the offset in force when the export was made. original keeps"
        + " it; recorded uses the zone a record's metadata names (HKTimeZone).",
      default: "original",
      update: .set(\.timeZone)
    ),
  ]

  private static var kindNames: String {
    RecordKind.data.map(\.tableName).joined(separator: ", ")
  }

  private static let reading: [Flag<ReadingFlags>] = [
    Flag(
      "assume-zone",
      .value("ZONE"),
      in: "Times",
      help: "the zone of times that have no UTC offset; without it they are rejected",
      update: .set(\.assumedZone)
    ),
    Flag(
      "day-month",
      .value("ORDER"),
      in: "Times",
      help: "read 03/04/2026 as dmy or mdy; otherwise the whole file decides",
      choices: ["dmy", "mdy"],
      update: .set(\.dayMonthOrder)
    ),
    Flag(
      "from",
      .value("FORMAT"),
      in: "Input",
      help: "take the input's format for granted",
      update: .set(\.format)
    ),
    Flag(
      "decimal-mark",
      .value("MARK"),
      in: "Input",
      help: "the decimal mark of tables, point or comma; otherwise the whole file decides",
      choices: ["point", "comma"],
      update: .set(\.decimalMark)
    ),
    Flag(
      "delimiter",
      .value("CHAR"),
      in: "Input",
      help: "the delimiter of tables, one character or tab; otherwise it is recognised",
      update: .set(\.delimiter)
    ),
    Flag(
      "csv-escape",
      .value("STYLE"),
      in: "Input",
      help: "how tables write a quote in a quoted cell",
      choices: ["doubled", "backslash"],
      update: .set(\.csvEscape)
    ),
    Flag(
      "strict",
      in: "Input",
      help: "stop at the first record that can't be understood",
      update: .set(\.isStrict)
    ),
    Flag(
      "threads",
      .value("N"),
      in: "Running",
      help: "work on N threads; the result is the same",
      default: "one a core",
      update: .set(\.threads, in: 1...256)
    ),
    Flag(
      "chunk-size",
      .value("BYTES"),
      in: "Running",
      help: "how much a thread takes at a time",
      hidden: true,
      update: .set(\.chunkSize, in: 1...(1 << 28))
    ),
  ]

  /// The options with their meaning, checked.
  func options() throws(UsageError) -> ReadingOptions {
    // The tables of units and of types take 2 ms each to make: both at once.
    Thread.detachNewThread { _ = UnitRegistry.standard }
    _ = Catalogue.standard
    var options = ReadingOptions()
    options.format = format
    if let assumedZone { options.assumedZone = try Self.zone(assumedZone, "--assume-zone") }
    if let timeZone {
      switch timeZone {
      case "original": options.zone = .original
      case "recorded": options.zone = .recorded
      case "utc": options.zone = .zone(try Self.zone("UTC", "--time-zone"))
      default: options.zone = .zone(try Self.zone(timeZone, "--time-zone"))
      }
    }
    options.dayMonthOrder = dayMonthOrder.map { $0 == "dmy" ? .dayFirst : .monthFirst }
    options.decimalMark = decimalMark.map { $0 == "comma" ? .comma : .point }
    options.hasBackslashEscapes = csvEscape == "backslash"
    if let delimiter { options.delimiter = try Self.delimiter(delimiter) }
    options.isStrict = isStrict
    if let threads { options.threads = threads }
    if let chunkSize { options.chunkSize = chunkSize }
    options.filter = try filter(options.zone)
    return options
  }

  static func zone(_ name: String, _ flag: String) throws(UsageError) -> ZoneRules {
    guard let rules = ZoneRules(identifier: name) else {
      throw UsageError(
        .invalidValue,
        "\(flag): \"\(name)\" is no time zone such as Europe/Paris, UTC or +01:00",
        token: name
      )
    }
    return rules
  }

  private static func delimiter(_ text: String) throws(UsageError) -> UInt8 {
    if text == "tab" || text == "\\t" { return 0x09 }
    let bytes = Array(text.utf8)
    guard bytes.count == 1, bytes[0] < 0x80, bytes[0] != UInt8(ascii: "\"") else {
      throw UsageError(
        .invalidValue,
        "--delimiter: give one character, or tab",
        token: text
      )
    }
    return bytes[0]
  }

  private func filter(_ zone: ZoneChoice) throws(UsageError) -> RecordFilter {
    var filter = RecordFilter()
    let catalogue = Catalogue.standard
    for name in Self.list(types) {
      if let type = catalogue.quantity(name)?.name ?? catalogue.category(name)?.name
        ?? catalogue.correlation(name)?.name
      {
        filter.types.insert(type)
      } else if name.hasPrefix("HK") {
        filter.types.insert(name)
      } else {
        throw UsageError(
          .invalidValue,
          "--type: there is no type \"\(name)\"",
          token: name,
          suggestion: catalogue.suggestions(for: name).first
        )
      }
    }
    for name in Self.list(activities) {
      guard let activity = catalogue.activity(name)?.name ?? (name.hasPrefix("HK") ? name : nil)
      else {
        throw UsageError(
          .invalidValue,
          "--activity: there is no activity \"\(name)\"",
          token: name,
          suggestion: catalogue.suggestions(for: name).first
        )
      }
      filter.activities.insert(activity)
    }
    for name in Self.list(records) {
      guard let kind = RecordKind(tableName: name), kind != .archive else {
        throw UsageError(
          .invalidValue,
          "--records: there are no \"\(name)\"; give \(Self.kindNames)",
          token: name
        )
      }
      filter.kinds.insert(kind)
    }
    filter.sources = sources
    filter.since = try since.map { text throws(UsageError) in
      try Self.instant(text, zone, "--since")
    }
    filter.until = try until.map { text throws(UsageError) in
      try Self.instant(text, zone, "--until")
    }
    return filter
  }

  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// A date or time of the command line, as it is written.
  static func written(_ text: String, _ flag: String) throws(UsageError) -> Timestamp {
    let bytes = Array(text.utf8)
    guard let stamp = (try? Timestamp.parse(bytes.span, 0..<bytes.count))?.0 else {
      throw UsageError(
        .invalidValue,
        "\(flag): \"\(text)\" is no date such as 2024-01-31 or 2024-01-31T08:00:00Z",
        token: text
      )
    }
    return stamp
  }

  /// A date or time of the command line; without an offset it is on the wall clock of the zone.
  private static func instant(
    _ text: String,
    _ zone: ZoneChoice,
    _ flag: String
  ) throws(UsageError) -> Timestamp {
    let stamp = try written(text, flag)
    if stamp.hasOffset { return stamp }
    guard case .zone(let rules) = zone else {
      return Timestamp(seconds: stamp.seconds, offsetMinutes: 0)
    }
    var cursor = ZoneCursor(rules)
    let (seconds, offset) = cursor.instant(ofWall: stamp.seconds)
    return Timestamp(seconds: seconds, offsetMinutes: Int16(offset / 60))
  }
}
