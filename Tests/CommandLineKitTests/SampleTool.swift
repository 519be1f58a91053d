import CommandLineKit
import Synchronization

enum SampleFormat: String, CaseIterable, Sendable {
  case csv
  case json
  case lines
}

struct SampleCommon: Sendable, Equatable {
  var isQuiet = false
  var showsProgress = true
  var usesColor = true

  static let flags: [Flag<SampleCommon>] = [
    Flag("quiet", short: "q", in: "Messages", help: "say nothing", update: .set(\.isQuiet)),
    Flag(
      "progress",
      in: "Messages",
      help: "show how far the job is",
      negatable: true,
      update: .set(\.showsProgress)
    ),
    Flag(
      "no-color",
      in: "Messages",
      help: "use no colour",
      update: .set(\.usesColor, to: false)
    ),
  ]
}

struct SampleOptions: Sendable, Equatable {
  var common = SampleCommon()
  var output: String?
  var folder = "."
  var format = SampleFormat.csv
  var threads: Int?
  var level = 6
  var names: [String] = []
  var filter = ""
  var isForced = false
  var isAll = false
  var since: [Int] = []

  static let flags: [Flag<SampleOptions>] =
    [
      Flag(
        "output",
        short: "o",
        .value("FILE"),
        in: "Output",
        help: "write to FILE",
        default: "standard output",
        completion: .files,
        update: .set(\.output)
      ),
      Flag(
        "to",
        .value("FORMAT"),
        in: "Output",
        help: "the format to write",
        details: """
          The format is taken from the name of the output where there is one; this flag wins over it, \
          so that a file may be called what you like.
          """,
        update: .set(\.format)
      ),
      Flag(
        "force",
        short: "f",
        in: "Output",
        help: "replace FILE when it exists",
        update: .set(\.isForced)
      ),
      Flag(
        "folder",
        .value("FOLDER"),
        in: "Output",
        help: "put what is left over into FOLDER",
        completion: .folders,
        update: .set(\.folder)
      ),
      Flag("all", short: "a", in: "Selection", help: "take all", update: .set(\.isAll)),
      Flag(
        "name",
        short: "n",
        .repeatable("NAME"),
        in: "Selection",
        help: "take what is called NAME",
        completion: .words(["one", "two words", "it's"]),
        update: .append(to: \.names)
      ),
      Flag(
        "filter",
        .value("TEXT"),
        in: "Selection",
        help: "take what contains TEXT",
        allowsEmpty: true,
        update: .set(\.filter)
      ),
      Flag(
        "since",
        .value("YEAR"),
        in: "Selection",
        help: "take nothing older",
        update: .custom { options, value throws(UsageError) in
          guard value.utf8.count == 4, let year = Int(value) else {
            throw UsageError("not a year of four digits")
          }
          options.since.append(year)
        }
      ),
      Flag(
        "threads",
        short: "j",
        .value("N"),
        in: "Speed",
        help: "use N threads",
        default: "one for each core",
        update: .set(\.threads, in: 1...64)
      ),
      Flag(
        "level",
        .value("LEVEL"),
        in: "Speed",
        help: "how hard to try",
        update: .set(\.level, in: 0...9)
      ),
      Flag("trace", in: "Speed", help: "for tests only", hidden: true, update: .custom { _, _ in }),
    ] + SampleCommon.flags.map { $0.inside(\.common) }
}

/// What the sample's commands were called with.
final class Calls: Sendable {
  private let list = Mutex<[(options: SampleOptions, operands: [String])]>([])
  var last: (options: SampleOptions, operands: [String])? { list.withLock { $0.last } }
  func add(_ options: SampleOptions, _ operands: [String]) {
    list.withLock { $0.append((options, operands)) }
  }
}

func sampleTool(_ calls: Calls = Calls()) -> Tool {
  let convert = Command(
    "convert",
    summary: "Convert packs between formats",
    discussion: """
      What a pack holds is described in its first line. Lines that cannot be understood are kept aside, and the \
      exit status tells.

      Formats:
        csv    a table
        json   one document
        lines  one document a line
      """,
    operands: [Operand("INPUT", .oneOrMore, completion: .files)],
    examples: [
      Example("pack convert old.csv -o new.json", "one format to another"),
      Example("pack convert --to lines - < old.csv | wc -l", "count what a pack holds"),
    ],
    flags: SampleOptions.flags,
    options: SampleOptions(),
    run: { options, operands throws(UsageError) in
      if options.isForced, options.output == nil {
        throw UsageError(.conflict, "--force needs --output")
      }
      calls.add(options, operands)
      return operands == ["bad"] ? .failed : .done
    }
  )
  let scale = Command(
    "convert",
    summary: "Convert one number: from one scale to another",
    operands: [
      Operand("VALUE"), Operand("FROM", choices: ["foot", "mile"]), Operand("TO", .optional),
    ],
    examples: [Example("pack scale convert -40 foot", "a number below zero")],
    flags: [
      Flag("exact", short: "e", in: "Output", help: "round nothing", update: .set(\.isAll))
    ],
    options: SampleOptions(),
    allowsNegativeOperands: true,
    run: { options, operands in
      calls.add(options, operands)
      return .done
    }
  )
  let list = Command(
    "list",
    summary: "List the scales",
    examples: [Example("pack scale list", "all of them")],
    flags: [],
    options: (),
    run: { _, _ in .doneWithFindings }
  )
  let scales = Command(
    "scale",
    summary: "Work with scales",
    examples: [Example("pack scale list", "all of them")],
    subcommands: [scale, list]
  )
  return Tool(
    version: "pack 1.2.3",
    root: Command(
      "pack",
      summary: "Convert packs and numbers",
      discussion: "Nothing is sent anywhere.",
      examples: [Example("pack convert old.csv -o new.json", "one format to another")],
      subcommands: [convert, scales]
    )
  )
}
