import CommandLineKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel

/// `healthconv inspect`: what is in these files.
enum InspectCommand {
  struct Options: Sendable {
    var reading = ReadingFlags()
    var messages = MessageFlags()
    var unitFiles = UnitsFlags()
    var isJSON = false
    var today: String?

    static let flags: [Flag<Options>] =
      [
        Flag(
          "json",
          in: "Output",
          help: "print the report as JSON (healthconv schema inspect)",
          update: .set(\.isJSON)
        ),
        Flag(
          "today",
          .value("DATE"),
          in: "Output",
          help: "the day on which ages are reckoned",
          default: "today",
          update: .set(\.today)
        ),
      ] + UnitsFlags.flags.map { $0.inside(\.unitFiles) }
      + ReadingFlags.flags.map { $0.inside(\.reading) }
      + MessageFlags.flags.map { $0.inside(\.messages) }
  }

  static let command = Command(
    "inspect",
    summary: "Show what is in a file: kinds, types, units, times, sources, oddities",
    discussion: "Reads everything and writes nothing. Units are shown as they are written.",
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv inspect export.zip", "what is in this export?"),
      Example("healthconv inspect export.zip --json > report.json", "the same for a program"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    var inspection = Inspection(inputs: inputs)
    inspection.reading = try options.reading.options()
    do throws(ConversionError) {
      inspection.reading.unitRegistry = try options.unitFiles.registry()
    } catch {
      return Failure.report(error)
    }
    let progress = ProgressLine(
      disabled: options.messages.isQuiet || options.messages.hidesProgress
    )
    inspection.progress = { done in progress.update(done: done, label: "inspecting") }
    let report: InspectionReport
    do throws(ConversionError) {
      report = try inspection.run()
    } catch {
      progress.finish()
      return Failure.report(error)
    }
    progress.finish()
    let view = InspectionView(report, today: options.today)
    if options.isJSON {
      if let failure = Failure.write(view.json, to: "-") { return failure }
    } else {
      Terminal.write(view.text, to: .output)
    }
    let isGrave = report.run.findingCounts.contains {
      $0.value > 0 && options.messages.failOn.includes($0.key.severity)
    }
    return report.run.rejected > 0 || isGrave ? .doneWithFindings : .done
  }
}
