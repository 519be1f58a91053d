/// A script for fish: one `complete` line for each flag, under the condition that its command is
/// being typed.
func fishCompletion(of tool: Tool) -> [String] {
  let name = tool.root.name
  let function = "_" + functionName(of: tool)
  let commands = tool.root.walk()
  let known = commands.map { $0.path.joined(separator: "/") }.dropFirst() + ["\(name)/help"]
  var lines = [
    "# Completion of \(name) for fish.",
    "",
    "function \(function)_at -d 'whether this command is being typed'",
    "    set -l path \(name)",
    "    for word in (commandline -opc)[2..-1]",
    "        switch $path/$word",
    "            case \(known.joined(separator: " "))",
    "                set path $path/$word",
    "        end",
    "    end",
    "    test $path = $argv[1]",
    "end",
    "",
    "complete -c \(name) -f",
  ]
  for (path, command) in commands {
    let condition = "'\(function)_at \(path.joined(separator: "/"))'"
    let start = "complete -c \(name) -n \(condition)"
    lines.append("")
    lines += command.subcommands.map {
      "\(start) -a \($0.name) -d \(fishQuoted($0.summary))"
    }
    if command.isGroup { lines.append("\(start) -a help -d 'explain a command'") }
    for operand in command.operands {
      let offer = fishOffer(operand.completion, operand.offeredWords)
      if operand.completion != .none { lines.append("\(start) \(offer)") }
    }
    lines += command.shownFlags.flatMap { fishFlag($0, start) }
    lines.append("\(start) -s h -l help -d 'show help'")
    lines.append("\(start) -l version -d 'show the version'")
  }
  let topics = tool.root.subcommands.map(\.name).joined(separator: " ")
  if !topics.isEmpty {
    lines += ["", "complete -c \(name) -n '\(function)_at \(name)/help' -a '\(topics)'"]
  }
  return lines
}

private func fishFlag(_ flag: FlagInfo, _ start: String) -> [String] {
  let short = flag.short.map { " -s \($0)" } ?? ""
  let help = " -d " + fishQuoted(flag.help)
  guard flag.valueName != nil else {
    let negated = flag.isNegatable ? ["\(start) -l no-\(flag.long)\(help)"] : []
    return ["\(start)\(short) -l \(flag.long)\(help)"] + negated
  }
  let offer = fishOffer(flag.completion, flag.offeredWords)
  // -r: a value must follow; -x: and it is no file.
  let need = flag.completion == .files ? "-r" : "-x"
  return ["\(start)\(short) -l \(flag.long) \(need) \(offer)\(help)"]
    .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
}

private func fishOffer(_ completion: Completion, _ words: [String]) -> String {
  switch completion {
  case .none: return ""
  case .files: return "-F"
  case .folders: return "-a '(__fish_complete_directories)'"
  case .choices, .words:
    // The list is read twice: once as this argument, once as words.
    return "-a " + fishQuoted(words.map(fishWord).joined(separator: " "))
  }
}

private func fishWord(_ word: String) -> String {
  shellQuoted(word) == word ? word : fishQuoted(word)
}

private func fishQuoted(_ text: String) -> String {
  "'" + escaped(text, ["\\": "\\\\", "'": "\\'"]) + "'"
}
