/// A script of plain bash 3.2, because that is what macOS has; it needs no bash-completion package.
func bashCompletion(of tool: Tool) -> [String] {
  let name = tool.root.name
  let function = functionName(of: tool)
  let commands = tool.root.walk()
  let known = commands.map { $0.path.joined(separator: "/") }.dropFirst() + ["\(name)/help"]
  var lines = [
    "# Completion of \(name) for bash.",
    "",
    "\(function)_files() {  # -f for files, -d for folders",
    "  local name",
    "  compopt -o filenames 2>/dev/null",
    "  while IFS= read -r name; do",
    "    COMPREPLY+=(\"$name\")",
    "  done < <(compgen \"$1\" -- \"$cur\")",
    "}",
    "",
    "\(function)() {",
    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}",
    "  local path=\(name) ended= word i",
    "  local words=()",
    "  COMPREPLY=()",
    "  # bash cuts --flag=value into three words.",
    "  if [[ $cur == = ]]; then",
    "    cur=",
    "  elif [[ $prev == = ]]; then",
    "    prev=${COMP_WORDS[COMP_CWORD - 2]}",
    "  fi",
    "  for ((i = 1; i < COMP_CWORD; i++)); do",
    "    [[ ${COMP_WORDS[i]} == -- ]] && ended=1",
    "    case $path/${COMP_WORDS[i]} in",
    "      \(known.joined(separator: " | "))) path+=/${COMP_WORDS[i]} ;;",
    "    esac",
    "  done",
    "  # After -- no word is a flag: then $ended$prev matches none.",
    "  case $path in",
  ]
  for (path, command) in commands {
    lines.append("    \(path.joined(separator: "/")))")
    lines += bashCase(command, function)
    lines.append("      ;;")
  }
  let topics = tool.root.subcommands.map { shellQuoted($0.name) }
  lines += [
    "    \(name)/help) words=(\(topics.joined(separator: " "))) ;;",
    "  esac",
    "  for word in \"${words[@]}\"; do",
    "    if [[ $word == \"$cur\"* ]]; then",
    "      printf -v word %q \"$word\"",
    "      COMPREPLY+=(\"$word\")",
    "    fi",
    "  done",
    "}",
    "",
    "complete -F \(function) \(name)",
  ]
  return lines
}

private func bashCase(_ command: Command, _ function: String) -> [String] {
  let flags = command.shownFlags.flatMap(\.longSpellings) + Request.spellings
  if command.isGroup {
    let names = command.subcommands.map(\.name) + ["help"]
    return ["      words=(\((names + flags).joined(separator: " ")))"]
  }
  // Flags that offer the same share a line.
  var offers: [(offer: String, spellings: [String])] = []
  for flag in command.shownFlags where flag.valueName != nil {
    let offer = bashOffer(flag.completion, flag.offeredWords, function)
    if let known = offers.firstIndex(where: { $0.offer == offer }) {
      offers[known].spellings += flag.spellings
    } else {
      offers.append((offer, flag.spellings))
    }
  }
  var operands: [String] = []
  for operand in command.operands {
    let offer = bashOffer(operand.completion, operand.offeredWords, function)
    if !operands.contains(offer) { operands.append(offer) }
  }
  operands.removeAll { $0.isEmpty }
  let last =
    [
      "if [[ -z $ended && $cur == -* ]]; then",
      "  words=(\(flags.joined(separator: " ")))",
    ] + (operands.isEmpty ? [] : ["else"] + operands.map { "  " + $0 }) + ["fi"]
  if offers.isEmpty { return last.map { "      " + $0 } }
  let cases = offers.map { offer, spellings in
    "        \(spellings.joined(separator: " | "))) \(offer.isEmpty ? "" : offer + " ");;"
  }
  return ["      case $ended$prev in"] + cases + ["        *)"]
    + last.map { "          " + $0 } + ["          ;;", "      esac"]
}

/// The command that adds what is offered; empty when nothing is.
private func bashOffer(_ completion: Completion, _ words: [String], _ function: String) -> String {
  switch completion {
  case .none: ""
  case .files: "\(function)_files -f"
  case .folders: "\(function)_files -d"
  case .choices, .words: "words+=(\(words.map(shellQuoted).joined(separator: " ")))"
  }
}
