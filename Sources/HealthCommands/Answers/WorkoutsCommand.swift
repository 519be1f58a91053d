import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits
import JSONCodec

/// `healthconv workouts`: workouts as a table.
enum WorkoutsCommand {
  struct Options: Sendable {
    var answer = AnswerFlags()
    var order = WorkoutSummary.Order.start

    static let flags: [Flag<Options>] =
      AnswerFlags.own(
        "activity",
        help: "show only these activities; repeat or separate by commas",
        \.answer.reading
      )
      + AnswerFlags.own("since", help: "show what starts at this date or later", \.answer.reading)
      + AnswerFlags.own("until", help: "show what starts before this date", \.answer.reading) + [
        Flag(
          "sort",
          .value("KEY"),
          in: "Output",
          help: "order by a date, or the largest first",
          update: .set(\.order)
        )
      ] + AnswerFlags.flags.map { $0.inside(\.answer) }
  }

  static let command = Command(
    "workouts",
    summary: "List workouts: duration, distance, energy, pace or speed, heart rate",
    discussion: """
      A workout that tells no average heart rate gets the mean of the samples taken while \
      it went on, of its own source if there are some; data say which it is.
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv workouts export.zip --units metric", "all of them, in kilometres"),
      Example(
        "healthconv workouts export.zip --activity Running --sort distance",
        "the longest runs first"
      ),
      Example("healthconv workouts export.zip --format csv > workouts.csv", "for a spreadsheet"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    let answer = options.answer
    var list = WorkoutList(inputs: inputs)
    list.order = options.order
    list.zone = try answer.zone()
    list.since = try AnswerFlags.bound(answer.reading.since, "--since")
    list.until = try AnswerFlags.bound(answer.reading.until, "--until")
    list.reading = try answer.options()
    list.activities = list.reading.filter.activities
    let units: AnswerUnits
    let result: (workouts: [WorkoutSummary], report: RunReport)
    do throws(ConversionError) {
      units = try answer.answerUnits()
      list.reading.unitRegistry = units.registry
      result = try answer.withProgress("looking") { progress throws(ConversionError) in
        list.progress = progress
        return try list.run()
      }
    } catch {
      return Failure.report(error)
    }
    let view = WorkoutsView(workouts: result.workouts, units: units)
    if let failure = Failure.write(view.bytes(answer.format, result.report), to: "-") {
      return failure
    }
    let read =
      "\(Readable.plural(result.report.total.read, "record")) read, "
      + Readable.plural(result.workouts.count, "workout")
    return AnswerMessages(flags: answer.messages).finish([read], result.report)
  }
}

/// Workouts as a table and as data.
struct WorkoutsView {
  let workouts: [WorkoutSummary]
  let units: AnswerUnits

  func bytes(_ format: AnswerFlags.Format, _ report: RunReport) -> [UInt8] {
    switch format {
    case .table: return Array(table.utf8)
    case .csv: return rows.csv
    case .ndjson: return rows.ndjson
    case .json:
      return JSONValue.object([
        ("report", .string("workouts")), ("version", .integer(1)),
        ("workouts", rows.array),
        ("findings", FindingLines.json(report.findingCounts, report.examples)),
        ("rejects", FindingLines.json(report.rejectCounts, report.rejectExamples)),
      ]).document()
    }
  }

  // MARK: - Data

  private var rows: AnswerRows {
    AnswerRows(
      columns: [
        "activity", "start", "end", "duration", "durationUnit", "distance", "distanceUnit",
        "energy", "energyUnit", "speed", "speedUnit", "heartRate", "heartRateUnit",
        "heartRateFrom", "source",
      ],
      records: workouts.map(members)
    )
  }

  private func members(_ workout: WorkoutSummary) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("activity", .string(workout.activity)), ("start", StatisticsData.time(workout.start)),
      ("end", StatisticsData.time(workout.end)),
    ]
    func add(_ name: String, _ value: Rational?, _ unit: String) {
      guard let value else { return }
      let type = Self.type(of: workout, unit)
      let converted = units.converted(value, unit, of: type)
      members.append((name, StatisticsData.number(converted)))
      members.append((name + "Unit", .string(units.symbol(unit, of: type))))
    }
    add("duration", workout.duration.flatMap { Rational($0) }, "s")
    add("distance", workout.distance.flatMap { Rational($0) }, "m")
    add("energy", workout.energy.flatMap { Rational($0) }, "J")
    add("speed", workout.speed, "m/s")
    add("heartRate", workout.heartRate, "count/min")
    if let origin = workout.heartRateOrigin {
      members.append(("heartRateFrom", .string(origin.rawValue)))
    }
    members.append(("source", .string(workout.source)))
    return members
  }

  /// The type as whose values people say a workout's numbers.
  private static func type(of workout: WorkoutSummary, _ unit: String) -> String {
    unit == "m" && workout.tempo == .swimmingPace ? "DistanceSwimming" : ""
  }

  // MARK: - Table

  private var table: String {
    var table = TextTable([
      ("date", .left), ("activity", .left), ("duration", .right), ("distance", .right),
      ("energy", .right), ("pace or speed", .right), ("heart rate", .right), ("source", .left),
    ])
    for workout in workouts {
      func text(_ value: Rational?, _ unit: String) -> String {
        value.map { units.text($0, unit, of: Self.type(of: workout, unit)) } ?? ""
      }
      let duration = workout.duration.flatMap { Rational($0) }
      table.add([
        workout.start.minuteText, workout.activity,
        duration.map { AnswerUnits.duration(seconds: $0) } ?? "",
        text(workout.distance.flatMap { Rational($0) }, "m"),
        text(workout.energy.flatMap { Rational($0) }, "J"), tempo(workout),
        text(workout.heartRate, "count/min"), workout.source,
      ])
    }
    var text = ""
    if !table.isEmpty { table.write(to: &text) }
    return text
  }

  private func tempo(_ workout: WorkoutSummary) -> String {
    guard let speed = workout.speed else { return "" }
    guard let system = units.people, let unit = try? UnitRegistry.standard.unit("m/s"),
      let pace = try? Quantity(speed, unit).converted(to: "s/m")
    else { return AnswerUnits.plain(speed) + " m/s" }
    return switch workout.tempo {
    case .pace: pace.human(system)
    case .swimmingPace: pace.human(system, use: .swimming)
    case .speed: Quantity(speed, unit).human(system)
    }
  }
}
