import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import HealthUnits

/// `healthconv convert`: any readable input to one output.
enum ConvertCommand {
  struct Options: Sendable {
    var reading = ReadingFlags()
    var messages = MessageFlags()
    var unitFiles = UnitsFlags()
    var output = OutputFlags()
    var sharing = SharingFlags()
    var units = UnitPolicy.System.canonical
    var unitOverrides: [String] = []
    var sort: SortOrder?
    var memory: String?
    var shards: Int?
    var shardKey = ShardPlan.Key.record
    var rejects: String?
    var summary: String?

    static let flags: [Flag<Options>] =
      [
        Flag(
          "sort",
          .value("DATE"),
          in: "Output",
          help: "sort by start or end date; equal dates keep the input's order",
          update: .set(\.sort)
        ),
        Flag(
          "memory",
          .value("SIZE"),
          in: "Output",
          help: "how much --sort keeps in memory before it uses temporary files",
          default: "32M",
          update: .set(\.memory)
        ),
        Flag(
          "shards",
          .value("N"),
          in: "Output",
          help: "cut the archive into N files, named by number; concat puts them together",
          update: .set(\.shards, in: 1...1_000)
        ),
        Flag(
          "shard-by",
          .value("KEY"),
          in: "Output",
          help: "what stays together in a shard",
          update: .set(\.shardKey)
        ),
        Flag(
          "rejects",
          .value("FILE"),
          in: "Output",
          help: "where records that can't be understood go",
          default: "OUTPUT.rejects.ndjson, made only when needed",
          completion: .files,
          update: .set(\.rejects)
        ),
        Flag(
          "summary",
          .value("FILE"),
          in: "Output",
          help: "write the summary as JSON (healthconv schema summary)",
          completion: .files,
          update: .set(\.summary)
        ),
        Flag(
          "units",
          .value("SYSTEM"),
          in: "Units",
          help: "in which units values are written",
          update: .set(\.units)
        ),
        Flag(
          "unit",
          .repeatable("TYPE=UNIT"),
          in: "Units",
          help: "write one type in this unit, as in --unit BodyMass=lb",
          update: .append(to: \.unitOverrides)
        ),
      ] + OutputFlags.flags.map { $0.inside(\.output) }
      + SharingFlags.flags.map { $0.inside(\.sharing) }
      + UnitsFlags.flags.map { $0.inside(\.unitFiles) }
      + ReadingFlags.flags.map { $0.inside(\.reading) }
      + MessageFlags.flags.map { $0.inside(\.messages) }
  }

  static let command = Command(
    "convert",
    summary: "Convert health exports to tidy, unit-normalised CSV, JSON or NDJSON",
    discussion: """
      Reads Apple Health exports (export.zip, the unpacked folder, export.xml), CSV, JSON \
      and NDJSON, plain or gzipped, recognised by content. Every value is converted \
      exactly to its type's canonical unit. Records that can't be understood go to a \
      rejects file with their position; nothing is dropped silently.
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv convert export.zip -o all.csv", "one table with everything"),
      Example("healthconv convert export.zip -o tables/", "a folder with one table per kind"),
      Example(
        "healthconv convert export.zip --type HeartRate --since 2024-01-01 -o hr.csv.gz",
        "one type since a date, compressed"
      ),
      Example(
        "healthconv convert scale.csv --assume-zone Europe/Paris --to ndjson",
        "a flat table whose times have no offset, to standard output"
      ),
      Example(
        "healthconv convert export.zip --share BodyMass,StepCount --shift-dates random -o give.csv",
        "give away two types and nothing else, on other days"
      ),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    try run(options, inputs)
  }

  private static func run(
    _ options: Options,
    _ inputs: [String]
  ) throws(UsageError) -> ExitStatus {
    var conversion = Conversion(inputs: inputs, output: try options.output.plan())
    conversion.reading = try options.reading.options()
    conversion.reading.sharing = try options.sharing.options()
    do throws(ConversionError) {
      conversion.reading.unitRegistry = try options.unitFiles.registry()
      conversion.reading.sharing.pseudonyms = try options.sharing.pseudonyms()
    } catch {
      return Failure.report(error)
    }
    conversion.reading.units = UnitPolicy(
      system: options.units,
      overrides: try overrides(options.unitOverrides, conversion.reading.unitRegistry)
    )
    conversion.output.kinds = conversion.reading.filter.kinds
    conversion.sort = options.sort
    conversion.shards = options.shards.map { ShardPlan(count: $0, by: options.shardKey) }
    if let memory = options.memory { conversion.sortMemory = try ByteSize.parse(memory) }
    let sharing = conversion.reading.sharing
    // Rejects are as they were read: beside what is given away they are only on demand.
    conversion.rejectsPath =
      options.rejects ?? (sharing.isActive ? nil : conversion.output.target.rejectsPath)
    let progress = ProgressLine(
      disabled: options.messages.isQuiet || options.messages.hidesProgress
    )
    conversion.progress = { done in progress.update(done: done, label: "converting") }
    SignalGuard.install()
    let result: ConversionResult
    do throws(ConversionError) {
      result = try conversion.run()
    } catch {
      progress.finish()
      return Failure.report(error)
    }
    progress.finish()
    let summary = RunSummary(
      command: "convert",
      inputs: inputs,
      output: conversion.output,
      result: result,
      sharing: sharing,
      failOn: options.messages.failOn
    )
    if let path = options.sharing.manifest,
      let failure = Failure.write(SharingManifest(sharing, result.report).json, to: path)
    {
      return failure
    }
    if let path = options.summary, let failure = Failure.write(summary.json, to: path) {
      return failure
    }
    if !options.messages.isQuiet { Terminal.write(summary.text, to: .error) }
    return summary.exitStatus
  }

  private static func overrides(
    _ texts: [String],
    _ registry: UnitRegistry
  ) throws(UsageError) -> [String: String] {
    var result: [String: String] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw UsageError(.invalidValue, "--unit: give TYPE=UNIT, as in BodyMass=lb", token: text)
      }
      guard let type = Catalogue.standard.quantity(parts[0]) else {
        throw UsageError(
          .invalidValue,
          "--unit: there is no quantity type \"\(parts[0])\"",
          token: text,
          suggestion: Catalogue.standard.suggestions(for: parts[0]).first
        )
      }
      do throws(UnitError) {
        let canonical = try registry.unit(type.canonicalUnit)
        let meant = type.contextualUnit(parts[1]) ?? parts[1]
        let wanted = try registry.unit(meant, for: canonical.dimension).unit
        _ = try registry.conversion(from: canonical, to: wanted)
        result[type.name] = parts[1]
      } catch {
        throw UsageError(.invalidValue, "--unit \(text): \(error)", token: text)
      }
    }
    return result
  }
}
