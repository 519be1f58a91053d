import ByteKit
import CommandLineKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits
import JSONCodec

/// `healthconv latest`: the most recent sample of each type.
enum LatestCommand {
  struct Options: Sendable {
    var answer = AnswerFlags()
    var day: String?
    var now: String?

    static let flags: [Flag<Options>] =
      AnswerFlags.own(
        "type",
        help: "what to look for, by any spelling; repeat or separate by commas",
        \.answer.reading
      ) + [
        Flag(
          "on",
          .value("DAY"),
          in: "Records",
          help: "only what ended on this day: today or a date",
          completion: .words(["today"]),
          update: .set(\.day)
        ),
        Flag(
          "now",
          .value("TIME"),
          in: "Times",
          help: "the time from which ages are reckoned",
          default: "now",
          update: .set(\.now)
        ),
      ] + AnswerFlags.flags.map { $0.inside(\.answer) }
  }

  static let command = Command(
    "latest",
    summary: "Show the most recent sample of a type: its value, source and age",
    discussion: """
      The most recent sample is the one that ended last. Values are exact in data; in a \
      table --units metric or us shows them as people say them: 6 ft 4 in, 165 lb.
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example(
        "healthconv latest export.zip --type Height,BodyMass --units us",
        "how tall, how heavy"
      ),
      Example("healthconv latest export.zip --type BodyMass --on today", "today's last weight"),
      Example("healthconv latest export.zip --type BloodPressure --format json", "for a program"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    let answer = options.answer
    let now = try instant(options.now)
    var latest = Latest(inputs: inputs, types: try answer.types())
    guard !latest.types.contains(where: { $0.measure == .rings }) else {
      throw UsageError(
        .invalidValue,
        "--type: activity rings are no samples; healthconv stats shows them",
        token: WantedType.ringsName
      )
    }
    latest.zone = try answer.zone()
    latest.day = try options.day.map { text throws(UsageError) in try day(text, now) }
    latest.reading = try answer.options()
    let units: AnswerUnits
    let result: (samples: [LatestSample?], report: RunReport)
    do throws(ConversionError) {
      units = try answer.answerUnits()
      latest.reading.unitRegistry = units.registry
      result = try answer.withProgress("looking") { progress throws(ConversionError) in
        latest.progress = progress
        return try latest.run()
      }
    } catch {
      return Failure.report(error)
    }
    let view = LatestView(types: latest.types, samples: result.samples, now: now, units: units)
    if let failure = Failure.write(view.bytes(answer.format, result.report), to: "-") {
      return failure
    }
    let read = "\(Readable.plural(result.report.total.read, "record")) read"
    return AnswerMessages(flags: answer.messages).finish([read], result.report)
  }

  private static func instant(_ text: String?) throws(UsageError) -> Timestamp {
    guard let text else {
      return Timestamp(seconds: Int64(Date().timeIntervalSince1970), offsetMinutes: 0)
    }
    let bytes = Array(text.utf8)
    guard let stamp = (try? Timestamp.parse(bytes.span, 0..<bytes.count))?.0, stamp.hasOffset
    else {
      throw UsageError(
        .invalidValue,
        "--now: \"\(text)\" is no time with an offset such as 2024-01-31T08:00:00Z",
        token: text
      )
    }
    return stamp
  }

  private static func day(_ text: String, _ now: Timestamp) throws(UsageError) -> LatestDay {
    if text == "today" { return .of(now) }
    let bytes = Array(text.utf8)
    guard let date = CivilDate.parse(bytes.span, 0..<bytes.count) else {
      throw UsageError(
        .invalidValue,
        "--on: \"\(text)\" is neither today nor a date such as 2024-01-31",
        token: text
      )
    }
    return .day(date)
  }
}

/// The most recent samples as a table and as data.
struct LatestView {
  let types: [WantedType]
  let samples: [LatestSample?]
  let now: Timestamp
  let units: AnswerUnits

  func bytes(_ format: AnswerFlags.Format, _ report: RunReport) -> [UInt8] {
    switch format {
    case .table: return Array(table.utf8)
    case .csv: return rows.csv
    case .ndjson: return rows.ndjson
    case .json:
      return JSONValue.object([
        ("report", .string("latest")), ("version", .integer(1)),
        ("now", StatisticsData.time(now)),
        ("samples", rows.array),
        (
          "missing",
          .array(zip(types, samples).filter { $1 == nil }.map { .string($0.0.name) })
        ), ("findings", FindingLines.json(report.findingCounts, report.examples)),
        ("rejects", FindingLines.json(report.rejectCounts, report.rejectExamples)),
      ]).document()
    }
  }

  private var rows: AnswerRows {
    AnswerRows(
      columns: ["type", "value", "unit", "start", "end", "age", "source"],
      records: samples.compactMap { $0.map(members) }
    )
  }

  private func members(_ sample: LatestSample) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("type", .string(sample.type.name))]
    if let number = sample.number.flatMap({ Rational($0) }) {
      let value = units.converted(number, sample.unit, of: sample.type.name)
      members.append(("value", StatisticsData.number(value)))
      members.append(("unit", .string(units.symbol(sample.unit, of: sample.type.name))))
    } else if let text = sample.text {
      members.append(("value", .string(text)))
    }
    members.append(("start", StatisticsData.time(sample.start)))
    members.append(("end", StatisticsData.time(sample.end)))
    if let age = age(sample) { members.append(("age", .integer(age))) }
    members.append(("source", .string(sample.source)))
    return members
  }

  /// Whole seconds since the end; nil for a time without an offset.
  private func age(_ sample: LatestSample) -> Int? {
    sample.end.hasOffset ? Int(now.seconds - sample.end.seconds) : nil
  }

  private var table: String {
    var table = TextTable([
      ("type", .left), ("value", .left), ("when", .left), ("age", .right), ("source", .left),
    ])
    for (type, sample) in zip(types, samples) {
      guard let sample else {
        table.add([type.name, "no samples"])
        continue
      }
      let value = sample.number.flatMap { Rational($0) }.map {
        units.text($0, sample.unit, of: type.name)
      }
      table.add([
        type.name, value ?? sample.text ?? "",
        sample.end.minuteText, age(sample).map(Self.age) ?? "",
        sample.source,
      ])
    }
    var text = ""
    table.write(to: &text)
    return text
  }

  /// A span of time in its largest unit, or two: `5 d 3 h`, `2 years`.
  private static func age(_ seconds: Int) -> String {
    if seconds < 0 { return "in the future" }
    let days = seconds / 86_400
    if days >= 730 { return "\(days / 365) years" }
    if days >= 14 { return "\(days) d" }
    return AnswerUnits.duration(seconds: Rational(seconds))
  }
}
