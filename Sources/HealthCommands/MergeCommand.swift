import ByteKit
import CommandLineKit
import Foundation
import HealthConvert
import HealthFormats
import HealthMerge
import HealthModel
import JSONCodec

/// `healthconv merge`: several archives of one person as one.
enum MergeCommand {
  struct Options: Sendable {
    var output = OutputFlags()
    var reading = ReadingFlags()
    var messages = MessageFlags()
    var conflicts = ConflictPolicy.newest
    var collapsesTwins = false
    var resolve = ResolvePolicy.keepAll
    var preferred: [String] = []
    var priority: String?
    var longestSplit: String?
    var withinSource = true
    var writesMarks = false
    var provenance: Bool?
    var isDryRun = false
    var keepsGoing = false
    var memory: String?
    var rejects: String?
    var summary: String?
    var printsJSON = false

    static let flags: [Flag<Options>] =
      merging + overlaps + running
      + OutputFlags.flags.map { $0.inside(\.output) }
      + ReadingFlags.flags.map { $0.inside(\.reading) }
      + MessageFlags.flags.map { $0.inside(\.messages) }

    private static let merging: [Flag<Options>] = [
      Flag(
        "on-conflict",
        .value("POLICY"),
        in: "Merging",
        help: "which of two records stays that contradict each other",
        details:
          "newest is the greater under one order: version, members, digits, metadata, export date;"
          + " first is the one of the first input; fail ends without an output.",
        update: .set(\.conflicts)
      ),
      Flag(
        "collapse-twins",
        in: "Merging",
        help: "write equal records of one input once",
        update: .set(\.collapsesTwins)
      ),
      Flag(
        "provenance",
        in: "Merging",
        help: "write with each record which inputs hold it",
        details: "On for JSON and NDJSON, off for tables; --no-provenance switches it off.",
        default: "by the format",
        negatable: true,
        update: .custom { options, value in options.provenance = value != "off" }
      ),
      Flag(
        "keep-going",
        in: "Merging",
        help: "leave out inputs that can't be read and merge the others; the status is then 1",
        update: .set(\.keepsGoing)
      ),
      Flag(
        "dry-run",
        short: "n",
        in: "Merging",
        help: "write nothing, only report",
        update: .set(\.isDryRun)
      ),
    ]

    private static let overlaps: [Flag<Options>] = [
      Flag(
        "resolve",
        .value("POLICY"),
        in: "Overlaps",
        help: "what happens to records of two sources that overlap",
        details:
          "keep-all writes everything; trim counts each instant once and can be merged again; the"
          + " others leave records out for good.",
        update: .set(\.resolve)
      ),
      Flag(
        "prefer-source",
        .repeatable("NAME"),
        in: "Overlaps",
        help: "this source counts first, for every type; * stands for any text",
        update: .append(to: \.preferred)
      ),
      Flag(
        "priority",
        .value("FILE"),
        in: "Overlaps",
        help: "which sources count first, by type (healthconv schema priority)",
        default: "entered by hand, watch, phone, other devices, apps",
        completion: .files,
        update: .set(\.priority)
      ),
      Flag(
        "max-split",
        .value("DURATION"),
        in: "Overlaps",
        help: "longer records are never cut: 90m, 2h",
        default: "1h",
        update: .set(\.longestSplit)
      ),
      Flag(
        "same-source",
        in: "Overlaps",
        help: "resolve overlaps within one source too",
        negatable: true,
        update: .set(\.withinSource)
      ),
      Flag(
        "marks",
        in: "Overlaps",
        help: "keep all records and write with those that don't count why",
        update: .set(\.writesMarks)
      ),
    ]

    private static let running: [Flag<Options>] = [
      Flag(
        "memory",
        .value("SIZE"),
        in: "Running",
        help: "how much unsorted inputs may take before temporary files are used",
        default: "256M",
        update: .set(\.memory)
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
        help: "write what became of every record as JSON (healthconv schema merge)",
        completion: .files,
        update: .set(\.summary)
      ),
      Flag(
        "json",
        in: "Messages",
        help: "print the summary as JSON on standard error, for programs",
        update: .set(\.printsJSON)
      ),
    ]
  }

  static let command = Command(
    "merge",
    summary: "Merge archives of one person: nothing doubled, nothing lost",
    discussion: """
      Takes any mix of readable formats: last year's export and today's, an old phone, a \
      scale's table. The same record of several inputs is written once, also when units, \
      offsets, rounding or the device's address differ; the summary says what became of \
      every record. Merging a new export into last month's merged archive gives the same as \
      merging everything at once. Inputs sorted by start are streamed.
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv merge 2024.zip 2025.zip -o all.ndjson.gz", "two exports as one"),
      Example(
        "healthconv merge phone.zip watch.csv.gz --resolve trim -o steps.csv --type StepCount",
        "each step once"
      ),
      Example("healthconv merge *.zip --dry-run --summary report.json", "what would happen?"),
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
    var merge = Merge(inputs: inputs, output: try options.output.plan())
    merge.reading = try options.reading.options()
    merge.output.kinds = merge.reading.filter.kinds
    merge.conflicts = options.conflicts
    merge.collapsesTwins = options.collapsesTwins
    merge.writesProvenance = options.provenance
    merge.isDryRun = options.isDryRun
    merge.keepsGoing = options.keepsGoing
    if let memory = options.memory { merge.memory = try ByteSize.parse(memory) }
    merge.rejectsPath = options.rejects ?? merge.output.target.rejectsPath
    merge.resolve.policy = options.resolve
    merge.resolve.writesMarks = options.writesMarks
    merge.resolve.withinSource = options.withinSource
    if let text = options.longestSplit { merge.resolve.longestSplit = try duration(text) }
    if let path = options.priority {
      do throws(PriorityFileError) {
        merge.resolve.priority = try SourcePriority(json: try file(path))
      } catch {
        throw UsageError(.invalidValue, "--priority \(path): \(error.message)", token: path)
      }
    }
    merge.resolve.priority.preferred = options.preferred
    return MergeRunner(merge: merge, command: "merge", messages: options.messages)
      .run(summary: options.summary, printsJSON: options.printsJSON)
  }

  private static func file(_ path: String) throws(PriorityFileError) -> JSONValue {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw PriorityFileError("the file can't be read")
    }
    do {
      return try JSONValue.parse([UInt8](data))
    } catch {
      throw PriorityFileError("it is no JSON: \(error)")
    }
  }

  private static func duration(_ text: String) throws(UsageError) -> Instant {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      number > 0, number < 1_000_000_000
    else {
      throw UsageError(.invalidValue, "\"\(text)\" is no duration such as 90m or 2h", token: text)
    }
    return Instant(number * unit) * 1_000_000_000
  }
}

/// `healthconv concat`: the shards of one archive put together again.
enum ConcatCommand {
  struct Options: Sendable {
    var output = OutputFlags()
    var messages = MessageFlags()
    var memory: String?
    var summary: String?

    static let flags: [Flag<Options>] =
      [
        Flag(
          "memory",
          .value("SIZE"),
          in: "Running",
          help: "how much unsorted shards may take before temporary files are used",
          default: "256M",
          update: .set(\.memory)
        ),
        Flag(
          "summary",
          .value("FILE"),
          in: "Output",
          help: "write what became of every record as JSON (healthconv schema merge)",
          completion: .files,
          update: .set(\.summary)
        ),
      ] + OutputFlags.flags.map { $0.inside(\.output) }
      + MessageFlags.flags.map { $0.inside(\.messages) }
  }

  static let command = Command(
    "concat",
    summary: "Put the shards of one archive together again",
    discussion: """
      convert --shards cuts an archive for work on several machines; concat makes one \
      archive of all its shards, in any order, sorted by start. Equal records that were cut \
      apart stay two, which merge could not know.
      """,
    operands: [Operand("SHARD", .oneOrMore, completion: .files)],
    examples: [
      Example("healthconv convert export.zip --shards 4 -o part.ndjson.gz", "cut"),
      Example("healthconv concat part.*.ndjson.gz -o all.ndjson.gz", "and put together"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, inputs throws(UsageError) in
    var merge = Merge(inputs: inputs, output: try options.output.plan())
    merge.isConcatenation = true
    if let memory = options.memory { merge.memory = try ByteSize.parse(memory) }
    merge.rejectsPath = merge.output.target.rejectsPath
    return MergeRunner(merge: merge, command: "concat", messages: options.messages)
      .run(summary: options.summary, printsJSON: false)
  }
}

/// Runs a merge and says what it did.
struct MergeRunner {
  var merge: Merge
  let command: String
  let messages: MessageFlags

  func run(summary path: String?, printsJSON: Bool) -> ExitStatus {
    var merge = merge
    let progress = ProgressLine(disabled: messages.isQuiet || messages.hidesProgress)
    merge.progress = { done in progress.update(done: done, label: "merging") }
    SignalGuard.install()
    let result: MergeSummary
    do throws(ConversionError) {
      result = try merge.run()
    } catch {
      progress.finish()
      return Failure.report(error)
    }
    progress.finish()
    let view = MergeView(command: command, merge: merge, result: result, failOn: messages.failOn)
    if let path, let failure = Failure.write(view.json, to: path) { return failure }
    if printsJSON {
      Terminal.write(String(decoding: view.json, as: UTF8.self), to: .error)
    } else if !messages.isQuiet {
      Terminal.write(view.text, to: .error)
    }
    for input in result.leftOut { _ = Failure.report(input.error) }
    return view.exitStatus
  }
}
