import CommandLineKit
import Testing

@Suite struct ParserTests {
  /// The options and operands the sample's `convert` is called with.
  private func parsed(_ line: [String]) throws -> (options: SampleOptions, operands: [String]) {
    let calls = Calls()
    guard case .run(let invocation) = try sampleTool(calls).parse(["convert"] + line) else {
      Issue.record("\(line) is not run")
      return (SampleOptions(), [])
    }
    #expect(invocation.path == ["pack", "convert"])
    #expect(try invocation.run() == .done)
    return try #require(calls.last)
  }

  @Test(
    "every spelling of a value",
    arguments: [
      ["-o", "file", "in"], ["-ofile", "in"], ["-o=file", "in"], ["--output", "file", "in"],
      ["--output=file", "in"], ["in", "-o", "file"], ["in", "--output=file"],
      ["-o", "other", "in", "--output=file"], ["-ofile", "--", "in"],
    ]
  )
  func valueSpelling(line: [String]) throws {
    let (options, operands) = try parsed(line)
    var expected = SampleOptions()
    expected.output = "file"
    #expect(options == expected)
    #expect(operands == ["in"])
  }

  @Test(
    "clusters of letters, the last one may take a value",
    arguments: [
      ["-afofile", "in"], ["-af", "-ofile", "in"], ["-a", "-f", "-o", "file", "in"],
      ["-afo", "file", "in"], ["-fa", "in", "-ofile"], ["--all", "--force", "--output=file", "in"],
    ]
  )
  func cluster(line: [String]) throws {
    let (options, operands) = try parsed(line)
    var expected = SampleOptions()
    expected.output = "file"
    expected.isAll = true
    expected.isForced = true
    #expect(options == expected)
    #expect(operands == ["in"])
  }

  @Test func valuesMayLookLikeAnything() throws {
    #expect(try parsed(["-o", "-f", "in"]).options.output == "-f")
    #expect(try parsed(["-o", "--", "in"]).options.output == "--")
    #expect(try parsed(["-o", "-", "in"]).options.output == "-")
    #expect(try parsed(["--output", "--force", "in"]).options.output == "--force")
    #expect(try parsed(["--output=a=b", "in"]).options.output == "a=b")
    #expect(try parsed(["--output=--help", "in"]).options.output == "--help")
    #expect(try parsed(["-o-h", "in"]).options.output == "-h")
    #expect(try parsed(["--filter=", "in"]).options.filter == "")
    #expect(try parsed(["--filter", "", "in"]).options.filter == "")
    #expect(try parsed(["--filter", "naïve 🙂", "in"]).options.filter == "naïve 🙂")
  }

  @Test func operandsAreKeptInOrder() throws {
    #expect(try parsed(["a", "-f", "-", "-ox", "b"]).operands == ["a", "-", "b"])
    #expect(
      try parsed(["a", "--", "-f", "--", "--help", "-h"]).operands
        == ["a", "-f", "--", "--help", "-h"]
    )
    #expect(try parsed([""]).operands == [""])
    #expect(try parsed(["help"]).operands == ["help"])
  }

  @Test func theLastOneWinsAndEveryRepeatableOneCounts() throws {
    #expect(try parsed(["--to=json", "--to", "lines", "in"]).options.format == .lines)
    #expect(try parsed(["--level=1", "--level=2", "in"]).options.level == 2)
    #expect(try parsed(["-n", "a", "--name=b", "-nc", "in"]).options.names == ["a", "b", "c"])
    #expect(try parsed(["--no-progress", "in"]).options.common.showsProgress == false)
    #expect(try parsed(["--no-progress", "--progress", "in"]).options.common.showsProgress)
    #expect(
      try parsed(["--progress", "--no-progress", "in"]).options.common.showsProgress == false
    )
    #expect(try parsed(["--no-color", "-q", "in"]).options.common.usesColor == false)
    #expect(try parsed(["--trace", "in"]).options == SampleOptions())
  }

  @Test func updatesReadNumbersAndMore() throws {
    #expect(try parsed(["-j4", "in"]).options.threads == 4)
    #expect(try parsed(["--threads", "64", "in"]).options.threads == 64)
    #expect(try parsed(["--since=2024", "in"]).options.since == [2024])
  }

  @Test(
    "numbers below zero are operands where the command says so",
    arguments: ["-40", "-.5", "-0", "-1e3"]
  )
  func negativeOperand(number: String) throws {
    let calls = Calls()
    let tool = sampleTool(calls)
    guard case .run(let invocation) = try tool.parse(["scale", "convert", number, "foot", "-e"])
    else {
      Issue.record("not run")
      return
    }
    #expect(invocation.path == ["pack", "scale", "convert"])
    #expect(try invocation.run() == .done)
    #expect(calls.last?.operands == [number, "foot"])
    #expect(calls.last?.options.isAll == true)
    let error = #expect(throws: UsageError.self) { _ = try tool.parse(["convert", number]) }
    #expect(error?.kind == .unknownFlag)
  }

  @Test(
    "help and version win over everything",
    arguments: [
      (["--help"], "long pack"), (["-h"], "short pack"), (["--version"], "version"),
      (["help"], "long pack"), (["help", "convert"], "long pack convert"),
      (["help", "scale", "convert"], "long pack scale convert"),
      (["scale", "help", "list"], "long pack scale list"),
      (["help", "help"], "error"), (["convert", "--help"], "long pack convert"),
      (["convert", "-h"], "short pack convert"), (["convert", "-fh"], "short pack convert"),
      (["convert", "--bad", "--to=bad", "--help"], "long pack convert"),
      (["convert", "-o", "--help"], "long pack convert"),
      (["convert", "-x", "--version"], "version"), (["--bad", "--help"], "long pack"),
      (["bad", "-h"], "short pack"), (["scale", "--help"], "long pack scale"),
      (["convert", "-h", "--help"], "short pack convert"),
      (["scale", "convert", "-h", "x"], "short pack scale convert"),
      (["convert", "in", "--", "--help"], "run"), (["--", "convert", "in"], "run"),
      (["convert", "--help=yes"], "error"),
    ] as [([String], String)]
  )
  func request(line: [String], expected: String) throws {
    let tool = sampleTool()
    let result: String
    do {
      switch try tool.parse(line) {
      case .run: result = "run"
      case .version(let text):
        #expect(text == "pack 1.2.3\n")
        result = "version"
      case .help(let text):
        let pages = tool.pages().filter { $0.text == text }
        // A short page that leaves nothing out is the long one.
        let names = pages.map(\.name)
        result = names.contains(expected) ? expected : names.first ?? "no such page"
      }
    } catch {
      result = "error"
    }
    #expect(result == expected)
  }
}

extension Tool {
  /// Every page of help with its name: `short pack convert`.
  func pages(width: Int = 80) -> [(name: String, text: String)] {
    func pages(_ command: Command, _ path: [String]) -> [(name: String, text: String)] {
      let path = path + [command.name]
      let name = path.joined(separator: " ")
      return [
        ("short " + name, help(for: command, path: path, .short, width: width)),
        ("long " + name, help(for: command, path: path, .long, width: width)),
      ] + command.subcommands.flatMap { pages($0, path) }
    }
    return pages(root, [])
  }
}
