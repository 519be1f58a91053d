import CommandLineKit

/// The command: its subcommands, and nothing else.
public enum HealthConv {
  /// The version of the program.
  public static let version = "0.1.0"

  /// Runs the command with its arguments (without the program's name); returns the exit status.
  public static func run(_ arguments: [String]) -> Int32 { tool.run(arguments).rawValue }

  static var tool: Tool { Tool(version: "healthconv \(version)", root: root) }

  private static let root = Command(
    "healthconv",
    summary: "Convert, merge and inspect exported personal health data",
    discussion: """
      Values are converted exactly, times keep their instants, and every record read is \
      written, rejected with its position, or filtered out on request. Nothing is sent \
      anywhere.

      Exit status: 0 done; 1 done, but records were rejected or findings reach --fail-on; \
      2 the job could not be done and nothing was written; 64 wrong command line.
      """,
    examples: [
      Example("healthconv inspect export.zip", "what is in this export?"),
      Example("healthconv convert export.zip -o all.csv", "one tidy table"),
      Example("healthconv merge 2024.zip 2025.zip -o all.csv.gz", "several exports as one"),
      Example("healthconv stats export.zip --type steps --last 7", "steps a day, the last week"),
      Example("healthconv units convert 150 lb kg", "an exact conversion"),
    ],
    subcommands: [
      ConvertCommand.command, MergeCommand.command, ConcatCommand.command, InspectCommand.command,
      ValidateCommand.command, StatsCommand.command, LatestCommand.command,
      WorkoutsCommand.command, LogCommand.command, RulesCommand.command, TypesCommand.command,
      UnitsCommand.command, SchemaCommand.command, completions,
    ]
  )

  private static let completions = Command(
    "completions",
    summary: "Print a completion script for a shell",
    operands: [Operand("SHELL", choices: Shell.allCases.map(\.rawValue))],
    examples: [
      Example(
        "healthconv completions bash > ~/.local/share/bash-completion/completions/healthconv",
        "install for bash"
      )
    ],
    flags: [] as [Flag<EmptyOptions>],
    options: EmptyOptions()
  ) { _, words throws(UsageError) in
    guard let shell = words.first.flatMap(Shell.init(rawValue:)) else { return .usage }
    Terminal.write(Completions.script(for: shell, tool), to: .output)
    return .done
  }
}

/// The options of a command that has none.
struct EmptyOptions: Sendable {}
