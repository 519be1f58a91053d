import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthStatistics

/// `healthconv stats`: sums, means and extremes by period.
enum StatsCommand {
  struct Options: Sendable {
    var answer = AnswerFlags()
    var period = PeriodUnit.day
    var last: Int?
    var sources = "merged"
    var assignment = Assignment.time

    /// How a sample that crosses a border is counted.
    enum Assignment: String, CaseIterable, Sendable {
      case time
      case start
    }

    static let flags: [Flag<Options>] =
      AnswerFlags.own(
        "type",
        help: "what to count, by any spelling; repeat or separate by commas",
        details: "SleepAnalysis gives nights and naps, ActivitySummary the activity rings.",
        \.answer.reading
      ) + periods
      + AnswerFlags.own(
        "since",
        help: "count nothing before this date",
        details: "A date such as 2024-01-31 begins at midnight of each sample's zone.",
        \.answer.reading
      )
      + AnswerFlags.own("until", help: "count nothing from this date on", \.answer.reading)
      + AnswerFlags.flags.map { $0.inside(\.answer) }

    private static let periods: [Flag<Options>] = [
      Flag(
        "by",
        .value("PERIOD"),
        in: "Records",
        help: "how long the periods are, by the local calendar",
        update: .set(\.period)
      ),
      Flag(
        "last",
        .value("N"),
        in: "Records",
        help: "show the last N periods, up to --until or the newest sample",
        update: .set(\.last, in: 1...1_000_000)
      ),
      Flag(
        "sources",
        .value("SOURCES"),
        in: "Records",
        help: "which samples count: merged, sum, each, or the name of a source",
        details: "merged counts each instant once where several sources measured what adds up: by"
          + " hand, watch, phone, other devices, apps, in this order. sum adds all sources, each"
          + " shows them one by one. In a name * stands for any text.",
        completion: .words(["merged", "sum", "each"]),
        update: .set(\.sources)
      ),
      Flag(
        "assign",
        .value("HOW"),
        in: "Records",
        help: "share out a sample that crosses a border by time, or count it where it starts",
        update: .set(\.assignment)
      ),
    ]
  }

  static let command = Command(
    "stats",
    summary: "Add up, count and average samples by hour, day, week, month or year",
    discussion: """
      What adds up is summed exactly, with a sample that crosses midnight shared out by \
      time, and each instant counted once where a watch and a phone both measured. What \
      does not add up is counted, averaged and compared. Days are those of the local \
      calendar, with 23 or 25 hours when the clock changes. Several inputs are read as one \
      archive; exports that overlap are better merged first.
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv stats export.zip --type steps --last 7", "steps a day, the last week"),
      Example(
        "healthconv stats export.zip --type HeartRate,RestingHeartRate --by month",
        "heart rates by month"
      ),
      Example(
        "healthconv stats export.zip --type sleep --time-zone Europe/Paris",
        "each night by its stages"
      ),
      Example(
        "healthconv stats export.zip --type ActiveEnergyBurned --sources each --format csv",
        "each source by itself, as data"
      ),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    let answer = options.answer
    var plan = StatisticsPlan(types: try answer.types())
    plan.period = options.period
    plan.last = options.last
    plan.sources = sources(options.sources)
    plan.assignsToStart = options.assignment == .start
    plan.zone = try answer.zone()
    plan.since = try AnswerFlags.bound(answer.reading.since, "--since")
    plan.until = try AnswerFlags.bound(answer.reading.until, "--until")
    var statistics = Statistics(inputs: inputs, plan: plan)
    statistics.reading = try answer.options()
    let units: AnswerUnits
    let report: StatisticsReport
    do throws(ConversionError) {
      units = try answer.answerUnits()
      statistics.reading.unitRegistry = units.registry
      report = try answer.withProgress("counting") { progress throws(ConversionError) in
        statistics.progress = progress
        return try statistics.run()
      }
    } catch {
      return Failure.report(error)
    }
    let data = StatisticsData(report, units)
    let bytes =
      switch answer.format {
      case .table: Array(StatisticsTable(report, units).text.utf8)
      case .csv: data.csv
      case .json: data.json
      case .ndjson: data.ndjson
      }
    if let failure = Failure.write(bytes, to: "-") { return failure }
    return AnswerMessages(flags: answer.messages)
      .finish(StatisticsTable(report, units).messages, report.run)
  }

  private static func sources(_ text: String) -> StatisticsSources {
    switch text {
    case "merged": .merged
    case "sum": .sum
    case "each": .each
    default: .named([text])
    }
  }
}
