import CommandLineKit
import Synchronization
import Testing

@Suite struct UsageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var line: [String]
    var kind: UsageError.Kind
    var message: String
    var token: String?
    var index: Int?
    var suggestion: String?
    var testDescription: String { line.joined(separator: " ") }

    init(
      _ line: String,
      _ kind: UsageError.Kind,
      _ message: String,
      _ token: String? = nil,
      _ index: Int? = nil,
      meant suggestion: String? = nil
    ) {
      self.line = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      self.kind = kind
      self.message = message
      self.token = token
      self.index = index
      self.suggestion = suggestion
    }
  }

  static let cases = [
    Case("", .missingCommand, "a command is missing"),
    Case("scale", .missingCommand, "a command is missing"),
    Case("--", .missingCommand, "a command is missing"),
    Case("x", .unknownCommand, "unknown command 'x'", "x", 0),
    Case("covnert a", .unknownCommand, "unknown command 'covnert'", "covnert", 0, meant: "convert"),
    Case("conv a", .unknownCommand, "unknown command 'conv'", "conv", 0, meant: "convert"),
    Case("scale lst", .unknownCommand, "unknown command 'lst'", "lst", 1, meant: "list"),
    Case("help lst", .unknownCommand, "unknown command 'lst'", "lst", 1),
    Case("-", .unknownFlag, "unknown flag - before the command", "-", 0),
    Case("--bad x", .unknownFlag, "unknown flag --bad before the command", "--bad", 0),
    Case(
      "--vresion",
      .unknownFlag,
      "unknown flag --vresion before the command",
      "--vresion",
      0,
      meant: "--version"
    ),
    Case("--force convert", .unknownFlag, "--force belongs after the command", "--force", 0),
    Case("-o convert", .unknownFlag, "-o belongs after the command", "-o", 0),
    Case("convert --forse a", .unknownFlag, "unknown flag --forse", "--forse", 1, meant: "--force"),
    Case("convert --FORCE a", .unknownFlag, "unknown flag --FORCE", "--FORCE", 1, meant: "--force"),
    Case("convert --out=x", .unknownFlag, "unknown flag --out", "--out=x", 1, meant: "--output"),
    Case(
      "convert --no-progres",
      .unknownFlag,
      "unknown flag --no-progres",
      "--no-progres",
      1,
      meant: "--no-progress"
    ),
    Case("convert --no-force", .unknownFlag, "unknown flag --no-force", "--no-force", 1),
    Case("convert --xyz", .unknownFlag, "unknown flag --xyz", "--xyz", 1),
    Case("convert --trac", .unknownFlag, "unknown flag --trac", "--trac", 1),
    Case("convert ---", .unknownFlag, "unknown flag ---", "---", 1),
    Case("convert -x a", .unknownFlag, "unknown flag -x", "-x", 1),
    Case("convert -axf a", .unknownFlag, "unknown flag -x in -axf", "-axf", 1),
    Case(
      "convert -force a",
      .unknownFlag,
      "unknown flag -force",
      "-force",
      1,
      meant: "--force"
    ),
    Case(
      "convert -output a",
      .unknownFlag,
      "unknown flag -output",
      "-output",
      1,
      meant: "--output"
    ),
    Case("convert a -o", .missingValue, "-o needs FILE", "-o", 2),
    Case("convert a -fo", .missingValue, "-o needs FILE", "-fo", 2),
    Case("convert a --output", .missingValue, "--output needs FILE", "--output", 2),
    Case(
      "convert --force=yes",
      .unexpectedValue,
      "--force takes no value",
      "--force=yes",
      1
    ),
    Case(
      "convert --no-progress=",
      .unexpectedValue,
      "--no-progress takes no value",
      "--no-progress=",
      1
    ),
    Case("convert --help=x", .unexpectedValue, "--help takes no value", "--help=x", 1),
    Case(
      "convert --output= a",
      .invalidValue,
      "invalid value '' for --output: it is empty",
      "--output=",
      1
    ),
    Case("convert -o '' a", .invalidValue, "invalid value '' for -o: it is empty", "", 2),
    Case(
      "convert a --to jsn",
      .invalidValue,
      "invalid value 'jsn' for --to: choose csv, json or lines",
      "jsn",
      3,
      meant: "json"
    ),
    Case(
      "convert a --to=xml --to=csv",
      .invalidValue,
      "invalid value 'xml' for --to: choose csv, json or lines",
      "--to=xml",
      2
    ),
    Case(
      "convert a -j65",
      .invalidValue,
      "invalid value '65' for -j: not a whole number from 1 to 64",
      "-j65",
      2
    ),
    Case(
      "convert a --level 99999999999999999999",
      .invalidValue,
      "invalid value '99999999999999999999' for --level: not a whole number from 0 to 9",
      "99999999999999999999",
      3
    ),
    Case(
      "convert a --since last",
      .invalidValue,
      "invalid value 'last' for --since: not a year of four digits",
      "last",
      3
    ),
    Case("convert", .missingOperand, "INPUT is missing"),
    Case("convert -f --", .missingOperand, "INPUT is missing"),
    Case("scale convert 1", .missingOperand, "FROM is missing"),
    Case("scale list x", .unexpectedOperand, "unexpected operand 'x'", "x", 2),
    Case("scale convert 1 foot b c", .unexpectedOperand, "unexpected operand 'c'", "c", 5),
    Case(
      "scale convert 1 foto",
      .invalidValue,
      "invalid FROM 'foto': choose foot or mile",
      "foto",
      3,
      meant: "foot"
    ),
    Case("scale convert -x foot", .unknownFlag, "unknown flag -x", "-x", 2),
  ]

  @Test(arguments: cases)
  func mistake(_ example: Case) throws {
    let error = try #require(
      #expect(throws: UsageError.self) { _ = try sampleTool().parse(example.line) }
    )
    #expect(error.kind == example.kind)
    #expect(error.message == example.message)
    #expect(error.token == example.token)
    #expect(error.index == example.index)
    #expect(error.suggestion == example.suggestion)
    #expect(error.command.first == "pack")
  }

  private func run(
    _ line: [String]
  ) -> (status: CommandLineKit.ExitStatus, output: String, error: String) {
    let texts = Mutex<[Terminal.Stream: String]>([:])
    let terminal = Terminal(terminals: [], environment: { _ in nil }, columns: nil)
    let status = sampleTool().run(line, terminal: terminal) { text, stream in
      texts.withLock { $0[stream, default: ""] += text }
    }
    return texts.withLock { (status, $0[.output] ?? "", $0[.error] ?? "") }
  }

  @Test func helpGoesToOutputAndMistakesToError() {
    let help = run(["--help"])
    #expect(help.status == .done && help.error.isEmpty)
    #expect(help.output.hasPrefix("Convert packs and numbers\n"))
    let wrong = run(["convert", "--forse"])
    #expect(wrong.status == .usage && wrong.output.isEmpty)
    #expect(
      wrong.error == """
        pack: unknown flag --forse; did you mean --force?
        'pack convert --help' explains the command line.

        """
    )
    let nothing = run(["scale"])
    #expect(nothing.status == .usage && nothing.output.isEmpty)
    #expect(nothing.error.hasPrefix("Work with scales\n"))
    let conflict = run(["convert", "-f", "in"])
    #expect(conflict.status == .usage)
    #expect(conflict.error.hasPrefix("pack: --force needs --output\n'pack convert --help'"))
  }

  @Test func theStatusIsTheCommands() {
    #expect(run(["convert", "in"]).status == .done)
    #expect(run(["convert", "bad"]).status == .failed)
    #expect(run(["scale", "list"]).status == .doneWithFindings)
    #expect(CommandLineKit.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 64])
  }
}
