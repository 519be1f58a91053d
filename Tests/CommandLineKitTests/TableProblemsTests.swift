import CommandLineKit
import Testing

@Suite struct TableProblemsTests {
  @Test func theSampleHasNone() {
    #expect(problems(in: sampleTool().root) == [])
  }

  private func leaf(
    _ flags: [Flag<SampleOptions>] = [],
    operands: [Operand] = [],
    summary: String = "Do it",
    example: String = "tool"
  ) -> Command {
    Command(
      "tool",
      summary: summary,
      operands: operands,
      examples: [Example(example, "does it")],
      flags: flags,
      options: SampleOptions(),
      run: { _, _ in .done }
    )
  }

  private func flag(
    _ long: String,
    short: Character? = nil,
    _ arity: FlagInfo.Arity = .switch,
    help: String = "do it",
    choices: [String]? = nil,
    completion: Completion? = nil,
    negatable: Bool = false
  ) -> Flag<SampleOptions> {
    Flag(
      long,
      short: short,
      arity,
      in: "Flags",
      help: help,
      choices: choices,
      completion: completion,
      negatable: negatable,
      update: .custom { _, _ in }
    )
  }

  @Test func namesArePlainAndSaidOnce() {
    #expect(problems(in: leaf([flag("größe")])) == ["tool: --größe is not plain"])
    #expect(problems(in: leaf([flag("Size")])) == ["tool: --Size is not plain"])
    #expect(problems(in: leaf([flag("one"), flag("one")])) == ["tool: --one exists twice"])
    #expect(
      problems(in: leaf([flag("one", short: "x"), flag("two", short: "x")]))
        == ["tool: -x exists twice"]
    )
    #expect(problems(in: leaf([flag("host", short: "h")])) == ["tool: -h exists twice"])
    #expect(problems(in: leaf([flag("version")])) == ["tool: --version exists twice"])
    #expect(problems(in: leaf([flag("one", short: "?")])) == ["tool: --one: -? is no letter"])
    #expect(
      problems(in: leaf([flag("color", negatable: true), flag("no-color")]))
        == ["tool: --no-color exists twice"]
    )
    let group = Command(
      "tool",
      summary: "Do it",
      examples: [Example("tool tool", "does it")],
      subcommands: [leaf(example: "tool tool"), leaf(example: "tool tool")]
    )
    #expect(problems(in: group) == ["tool: command tool exists twice"])
  }

  @Test func valuesFitTheArity() {
    #expect(
      problems(in: leaf([flag("one", .value("file"))]))
        == ["tool: --one: value name is not in upper case"]
    )
    #expect(
      problems(in: leaf([flag("one", .value("FILE"), negatable: true)]))
        == ["tool: --one: only a switch can be negated"]
    )
    #expect(
      problems(in: leaf([flag("one", completion: .files)]))
        == ["tool: --one: a switch has neither choices nor completions"]
    )
    #expect(
      problems(in: leaf([flag("one", .value("X"), choices: ["a", "a", "b c"])]))
        == ["tool: --one: choice a exists twice", "tool: --one: a choice is empty or has blanks"]
    )
    #expect(
      problems(in: leaf([flag("one", .value("X"), completion: .choices)]))
        == ["tool: --one: completion does not fit the choices"]
    )
  }

  @Test func textsHaveTheFormOfHelp() {
    #expect(problems(in: leaf(summary: "Do it.")) == ["tool: the summary ends with a period"])
    #expect(
      problems(in: leaf([flag("one", help: "do it.")])) == ["tool: --one: help ends with a period"]
    )
    #expect(
      problems(in: leaf([flag("one", help: "Do it")]))
        == ["tool: --one: help begins in upper case"]
    )
    #expect(problems(in: leaf([flag("one", help: "JSON it")])) == [])
    #expect(problems(in: leaf([flag("one", help: "")])) == ["tool: --one: help is empty"])
  }

  @Test func operandsCanBeToldApart() {
    let row = Operand("INPUT", .any)
    #expect(
      problems(in: leaf(operands: [row, Operand("OUTPUT", .optional)]))
        == ["tool: operand INPUT leaves nothing to the next"]
    )
    #expect(
      problems(in: leaf(operands: [Operand("A", .optional), Operand("B")], example: "tool x"))
        == ["tool: operand B follows one that may be absent"]
    )
  }

  @Test func examplesAreTrue() {
    #expect(
      problems(in: leaf(example: "tool --bad"))
        == ["tool: example 'tool --bad': unknown flag --bad"]
    )
    #expect(problems(in: leaf(example: "ls")) == ["tool: example 'ls' does not call tool"])
    #expect(
      problems(in: leaf(operands: [Operand("A")], example: "cat x | tool 'a | b' > y 2>z && ls"))
        == []
    )
    let long = "tool " + String(repeating: "x", count: 80)
    #expect(
      problems(in: leaf(operands: [Operand("A")], example: long))
        == ["tool: too wide for help:   \(long)"]
    )
  }
}
