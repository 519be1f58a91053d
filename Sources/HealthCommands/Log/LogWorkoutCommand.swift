import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthUnits

/// `healthconv log workout`: a workout with its energy, in one or several intervals.
enum LogWorkoutCommand {
  struct Options: Sendable {
    var log = LogFlags()
    var activity: String?
    var duration: String?
    var intervals: [String] = []
    var distance: String?
    var energy: String?
    var equivalents: String?
    var weight: String?
    var rate: String?

    static let flags: [Flag<Options>] =
      [
        Flag(
          "activity",
          .value("ACTIVITY"),
          in: "Record",
          help: "what was done, by any spelling",
          update: .set(\.activity)
        ),
        Flag(
          "duration",
          .value("TIME"),
          in: "Record",
          help: "how long it took, as in 45min or 1h30min, instead of --end",
          update: .set(\.duration)
        ),
        Flag(
          "interval",
          .repeatable("START/END"),
          in: "Record",
          help: "one of several intervals, instead of --start and --end",
          update: .append(to: \.intervals)
        ),
        Flag(
          "distance",
          .value("LENGTH"),
          in: "Record",
          help: "how far, as in 5.2km, or laps as in 40x25m",
          update: .set(\.distance)
        ),
        Flag(
          "energy",
          .value("ENERGY"),
          in: "Energy",
          help: "the active energy of it all, as in 300kcal",
          update: .set(\.energy)
        ),
        Flag(
          "met",
          .value("NUMBER"),
          in: "Energy",
          help: "estimate it by metabolic equivalents: kcal a kilogram and hour",
          update: .set(\.equivalents)
        ),
        Flag(
          "weight",
          .value("MASS"),
          in: "Energy",
          help: "the weight for --met, as in 75kg; latest takes it from the archive",
          default: "latest",
          completion: .words(["latest"]),
          update: .set(\.weight)
        ),
        Flag(
          "rate",
          .value("POWER"),
          in: "Energy",
          help: "estimate it by a constant rate, as in 450kcal/h",
          update: .set(\.rate)
        ),
      ] + LogFlags.flags.map { $0.inside(\.log) }
  }

  static let command = Command(
    "workout",
    summary: "Add a workout to an archive",
    discussion: """
      A workout of intervals has their summed duration and energy, and lasts from the start of the \
      first to the end of the last. With an energy, each interval has a sample ActiveEnergyBurned \
      of its own.
      """,
    operands: [Operand("ARCHIVE", completion: .files)],
    examples: [
      Example(
        "healthconv log workout sport.ndjson --activity Swimming"
          + " --start 2026-03-01T07:30:00+01:00 --duration 45min --distance 40x25m --met 7"
          + " --weight 75kg",
        "40 laps, the energy by weight and time"
      ),
      Example(
        "healthconv log workout sport.ndjson --activity Running --rate 450kcal/h"
          + " --interval 2026-03-01T18:00:00Z/2026-03-01T18:10:00Z"
          + " --interval 2026-03-01T18:12:00Z/2026-03-01T18:22:00Z",
        "two intervals"
      ),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, operands throws(UsageError) in
    try options.run(operands.first ?? "")
  }
}

extension LogWorkoutCommand.Options {
  fileprivate func run(_ path: String) throws(UsageError) -> ExitStatus {
    let now = try log.present()
    let builder = try self.builder()
    let end = builder.intervals.last?.end ?? now
    let energy: EnergyEstimate?
    do throws(WeightProblem) {
      energy = try estimate { () throws(WeightProblem) in try weight(in: path, until: end) }
    } catch {
      switch error {
      case .usage(let error): throw error
      case .archive(let error): return Failure.report(error)
      }
    }
    let distance = try self.distance.map { text throws(UsageError) in
      try TypedQuantity.laps(text, "--distance")
    }
    let origin = try log.origin()
    let finished: WorkoutBuilder.Finished
    do throws(WorkoutBuilder.Misuse) {
      finished = try builder.finish(energy: energy, distance: distance, origin: origin)
    } catch {
      throw UsageError(.invalidValue, "\(error)")
    }
    return try log.append(finished.records, to: path, now: now)
  }

  // MARK: - When

  private func builder() throws(UsageError) -> WorkoutBuilder {
    guard let activity else { throw UsageError(.missingValue, "--activity is missing") }
    var builder = WorkoutBuilder(activity: Catalogue.standard.activity(activity)?.name ?? activity)
    for (start, end) in try spans() {
      do throws(WorkoutBuilder.Misuse) {
        try builder.addInterval(from: start, to: end)
      } catch {
        throw UsageError(.invalidValue, "\(error)")
      }
    }
    return builder
  }

  private func spans() throws(UsageError) -> [(Timestamp, Timestamp)] {
    if !intervals.isEmpty {
      guard log.end == nil, duration == nil else {
        throw UsageError(.conflict, "--interval takes the place of --end and --duration")
      }
      let spans = try intervals.map { text throws(UsageError) in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
          throw UsageError(.invalidValue, "--interval: give START/END", token: text)
        }
        return (try log.time(parts[0], "--interval"), try log.time(parts[1], "--interval"))
      }
      if let written = log.start {
        let start = try log.time(written, "--start")
        let first = spans.map(\.0).min {
          ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds)
        }
        guard start.seconds == first?.seconds, start.nanoseconds == first?.nanoseconds else {
          throw UsageError(
            .conflict,
            "--start: the first interval begins at another time",
            token: written
          )
        }
      }
      return spans
    }
    guard let written = log.start else {
      throw UsageError(.missingValue, "--start is missing, or give --interval START/END")
    }
    let start = try log.time(written, "--start")
    switch (log.end, duration) {
    case (let end?, nil): return [(start, try log.time(end, "--end"))]
    case (nil, let duration?):
      let seconds = try TypedQuantity.duration(duration, "--duration")
      guard let end = start.adding(seconds) else {
        throw UsageError(.invalidValue, "--duration: \"\(duration)\" is too long", token: duration)
      }
      return [(start, end)]
    case (_?, _?): throw UsageError(.conflict, "give --end or --duration, not both")
    case (nil, nil):
      throw UsageError(.missingValue, "--duration is missing, or give --end or --interval")
    }
  }

  // MARK: - Energy

  private enum WeightProblem: Error {
    case usage(UsageError)
    case archive(ConversionError)
  }

  private func estimate(
    _ latestWeight: () throws(WeightProblem) -> Quantity
  ) throws(WeightProblem) -> EnergyEstimate? {
    let given = [("--energy", energy), ("--met", equivalents), ("--rate", rate)].filter {
      $0.1 != nil
    }
    guard given.count < 2 else {
      throw .usage(UsageError(.conflict, "give only one of --energy, --met and --rate"))
    }
    if weight != nil, equivalents == nil {
      throw .usage(UsageError(.conflict, "--weight is only for --met"))
    }
    do {
      if let energy {
        return try .total(TypedQuantity.quantity(energy, "J", "--energy", "300kcal"))
      }
      if let rate {
        return try .constant(rate: TypedQuantity.quantity(rate, "W", "--rate", "450kcal/h"))
      }
      guard let equivalents else { return nil }
      guard let number = Rational(equivalents), !number.isNegative, number < Rational(100) else {
        throw UsageError(
          .invalidValue,
          "--met: \"\(equivalents)\" is no number of metabolic equivalents such as 7",
          token: equivalents
        )
      }
      let mass =
        if let weight, weight != "latest" {
          try TypedQuantity.quantity(weight, "kg", "--weight", "75kg")
        } else {
          try latestWeight()
        }
      return try .metabolic(equivalents: number, mass: mass)
    } catch let error as UsageError {
      throw .usage(error)
    } catch let error as WeightProblem {
      throw error
    } catch {
      throw .usage(UsageError(.invalidValue, "\(error)"))
    }
  }

  /// The last weight in the archive before the workout was over.
  private func weight(in path: String, until end: Timestamp) throws(WeightProblem) -> Quantity {
    do throws(ConversionError) {
      if let weight = try ArchiveLog(path: path).latestWeight(until: end) { return weight }
    } catch {
      throw .archive(error)
    }
    throw .archive(
      ConversionError(
        "log.no-weight",
        path: path,
        "there is no BodyMass before the end of the workout",
        advice: "give --weight, as in --weight 75kg"
      )
    )
  }
}
