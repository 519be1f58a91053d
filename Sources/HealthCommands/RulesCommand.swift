import CommandLineKit
import HealthModel
import HealthValidation
import JSONCodec

/// `healthconv rules`: the table of what `validate` checks.
enum RulesCommand {
  struct Options: Sendable {
    var isJSON = false

    static let flags: [Flag<Options>] = [
      Flag(
        "json",
        in: "Output",
        help: "print as JSON (healthconv schema rules)",
        update: .set(\.isJSON)
      )
    ]
  }

  static let command = Command(
    "rules",
    summary: "List and explain the rules that validate checks",
    examples: [
      Example("healthconv rules list", "all rules, one a line"),
      Example("healthconv rules explain time.end-before-start", "why, and what to do"),
    ],
    subcommands: [list, explain]
  )

  private static let list = Command(
    "list",
    summary: "List the rules in the order in which they are reported",
    discussion: "Severities are those that hold unless a configuration says otherwise.",
    examples: [
      Example("healthconv rules list", "all rules, one a line"),
      Example("healthconv rules list --json", "the same for a program, with reasons and advice"),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, _ throws(UsageError) in
    if options.isJSON {
      return Failure.write(JSONValue.array(Rule.all.map(json)).document(), to: "-") ?? .done
    }
    let width = Rule.all.map(\.id.rawValue.count).max() ?? 0
    let lines = Rule.all.map { rule in
      pad(rule.id.rawValue, width) + pad(rule.severity.name, 7) + rule.title
    }
    Terminal.write(lines.joined(separator: "\n") + "\n", to: .output)
    return .done
  }

  private static let explain = Command(
    "explain",
    summary: "Explain a rule: what it finds, why it matters, what to do",
    operands: [Operand("ID", completion: .words(RuleID.allCases.map(\.rawValue)))],
    examples: [
      Example("healthconv rules explain time.end-before-start", "why, and what to do")
    ],
    flags: [] as [Flag<EmptyOptions>],
    options: EmptyOptions()
  ) { _, operands throws(UsageError) in
    let id = operands.first ?? ""
    guard let rule = Rule.named(id) else {
      throw UsageError(
        .invalidValue,
        "there is no rule \"\(id)\"",
        token: id,
        suggestion: suggestion(for: id, among: RuleID.allCases.map(\.rawValue))
      )
    }
    let width = Terminal.current().width
    let why = paragraph("why: ", rule.why, width)
    let fix = paragraph("fix: ", rule.advice, width)
    let head = "\(rule.severity.name): \(rule.title) [\(rule.id.rawValue)]"
    Terminal.write(([head, ""] + why + fix).joined(separator: "\n") + "\n", to: .output)
    return .done
  }

  private static func paragraph(_ label: String, _ text: String, _ width: Int) -> [String] {
    let indent = label.count + 2
    return wrap(text, width: max(20, width - indent)).enumerated().map { index, line in
      index == 0 ? "  \(label)\(line)" : String(repeating: " ", count: indent) + line
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count) + 2)
  }

  private static func json(_ rule: Rule) -> JSONValue {
    .object([
      ("id", .string(rule.id.rawValue)), ("severity", .string(rule.severity.name)),
      ("title", .string(rule.title)), ("why", .string(rule.why)), ("advice", .string(rule.advice)),
    ])
  }
}
