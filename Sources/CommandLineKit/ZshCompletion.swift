/// A script for zsh's `_arguments`: one function for each command.
func zshCompletion(of tool: Tool) -> [String] {
  let name = tool.root.name
  let function = functionName(of: tool)
  var lines = ["#compdef \(name)", "# Completion of \(name) for zsh."]
  for (path, command) in tool.root.walk() {
    lines += ["", "\(zshFunction(function, path))() {"]
    lines += command.isGroup ? zshGroup(command, path, function) : zshLeaf(command)
    lines.append("}")
  }
  lines += [
    "",
    "# Called at once when zsh loads this file by itself, registered when it is sourced.",
    "if [[ $funcstack[1] == \(function) ]]; then",
    "  \(function) \"$@\"",
    "else",
    "  compdef \(function) \(name)",
    "fi",
  ]
  return lines
}

private func zshFunction(_ function: String, _ path: [String]) -> String {
  ([function] + path.dropFirst()).joined(separator: "_")
}

private let zshRequests = [
  "'(- *)'{-h,--help}'[show help]'",
  "'(- *)--version[show the version]'",
]

private func zshGroup(_ group: Command, _ path: [String], _ function: String) -> [String] {
  var lines = [
    "  local curcontext=$curcontext state line",
    "  local -a commands",
    "  _arguments -C -s -S \\",
  ]
  lines += zshRequests.map { "    \($0) \\" }
  lines += ["    '1:command:->command' \\", "    '*::argument:->argument'", "  case $state in"]
  lines += ["    command)", "      commands=("]
  lines += group.subcommands.map { command in
    let summary = escaped(command.summary, [":": "\\:"])
    return "        " + shellQuoted("\(command.name):\(summary)")
  }
  lines += ["        'help:explain a command'", "      )"]
  lines += ["      _describe command commands", "      ;;", "    argument)"]
  lines.append("      case $line[1] in")
  lines += group.subcommands.map { command in
    "        \(command.name)) \(zshFunction(function, path + [command.name])) ;;"
  }
  if path.count == 1 {
    let names = group.subcommands.map(\.name).joined(separator: " ")
    lines.append("        help) _arguments '1:command:(\(names))' ;;")
  }
  return lines + ["      esac", "      ;;", "  esac"]
}

private func zshLeaf(_ command: Command) -> [String] {
  var specs = command.shownFlags.flatMap(zshFlag) + zshRequests
  for (offset, operand) in command.operands.enumerated() {
    let place =
      switch operand.count {
      case .one: "\(offset + 1):"
      case .optional: "\(offset + 1)::"
      case .oneOrMore, .any: "*:"
      }
    let action = zshAction(operand.completion, operand.offeredWords)
    specs.append(shellQuoted("\(place)\(operand.name):\(action)"))
  }
  return ["  _arguments -s -S \\"]
    + specs.enumerated().map { "    \($0.element)" + ($0.offset + 1 < specs.count ? " \\" : "") }
}

/// The specs of one flag: `'(-o --output)'{-o+,--output=}'[help]:FILE:_files'`.
private func zshFlag(_ flag: FlagInfo) -> [String] {
  let help = "[" + escaped(flag.help, ["[": "\\[", "]": "\\]", ":": "\\:"]) + "]"
  let exclusion = flag.isRepeatable ? "*" : "(\(flag.spellings.joined(separator: " ")))"
  guard let valueName = flag.valueName else {
    return flag.spellings.map { shellQuoted(exclusion + $0 + help) }
  }
  let value = ":\(valueName):" + zshAction(flag.completion, flag.offeredWords)
  let short = flag.short.map { ["-\($0)+"] } ?? []
  return (short + ["--\(flag.long)="]).map { shellQuoted(exclusion + $0 + help + value) }
}

private func zshAction(_ completion: Completion, _ words: [String]) -> String {
  switch completion {
  case .none: return " "
  case .files: return "_files"
  case .folders: return "_files -/"
  case .choices, .words:
    let special = "\\ ():'\"$`;&|<>*?[]{}~#".map { ($0, "\\\($0)") }
    let table = Dictionary(special) { first, _ in first }
    return "(" + words.map { escaped($0, table) }.joined(separator: " ") + ")"
  }
}
