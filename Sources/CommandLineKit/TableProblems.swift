/// What is wrong with the table of a command and all below it, one line each; a test expects none.
///
/// Names are plain ASCII and said once, every text has the form help needs, no line of help is
/// wider than 80 columns, and every example is a command line that the table accepts.
public func problems(in command: Command) -> [String] {
  let tool = Tool(version: "0", root: command)
  var all: [String] = []
  for (path, command) in command.walk() {
    var found = commandProblems(command)
    found += flagProblems(command.flags)
    found += operandProblems(command.operands)
    found += exampleProblems(command, tool)
    found += widthProblems(command, path, tool)
    all += found.map { "\(path.joined(separator: " ")): \($0)" }
  }
  return all
}

private func isName(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  let isPlain = bytes.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }
  return isPlain && bytes.count > 1 && bytes.first != UInt8(ascii: "-") && !text.hasSuffix("-")
}

/// Words such as `FILE` and `TYPE=UNIT`.
private func isValueName(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }
    && text == text.uppercased()
}

private func textProblems(_ text: String, _ what: String, limit: Int) -> [String] {
  var found: [String] = []
  if text.isEmpty { found.append("\(what) is empty") }
  if text.hasSuffix(".") { found.append("\(what) ends with a period") }
  if text.contains("\n") { found.append("\(what) has more than one line") }
  if text.count > limit { found.append("\(what) is longer than \(limit) characters") }
  if text.first == " " || text.last == " " { found.append("\(what) begins or ends with a blank") }
  return found
}

private func duplicates(_ words: [String]) -> [String] {
  var seen: Set<String> = []
  return words.filter { !seen.insert($0).inserted }
}

// MARK: - Parts

private func commandProblems(_ command: Command) -> [String] {
  var found = textProblems(command.summary, "the summary", limit: 72)
  if !isName(command.name) { found.append("the name is not plain") }
  let names = command.subcommands.map(\.name) + ["help"]
  found += duplicates(names).map { "command \($0) exists twice" }
  if command.examples.isEmpty { found.append("there is no example") }
  return found
}

private func flagProblems(_ flags: [FlagInfo]) -> [String] {
  let spellings = flags.flatMap(\.spellings) + ["-h"] + Request.spellings
  var found = duplicates(spellings).map { "\($0) exists twice" }
  for flag in flags {
    let name = "--\(flag.long)"
    if !isName(flag.long) { found.append("\(name) is not plain") }
    if let short = flag.short, !(short.isASCII && (short.isLetter || short.isNumber)) {
      found.append("\(name): -\(short) is no letter")
    }
    if let valueName = flag.valueName {
      if !isValueName(valueName) { found.append("\(name): value name is not in upper case") }
      if flag.isNegatable { found.append("\(name): only a switch can be negated") }
    } else if !flag.choices.isEmpty || flag.completion != .none {
      found.append("\(name): a switch has neither choices nor completions")
    }
    found += textProblems(flag.help, "\(name): help", limit: 100)
    if flag.help.first?.isUppercase ?? false, !startsWithAcronym(flag.help) {
      found.append("\(name): help begins in upper case")
    }
    if flag.category.isEmpty || flag.category == "Help" {
      found.append("\(name): category is empty or Help")
    }
    found += choiceProblems(flag.choices, flag.completion, name)
  }
  return found
}

/// `JSON`, `RFC 4180`: upper case because the word is.
private func startsWithAcronym(_ text: String) -> Bool {
  text.dropFirst().first.map { $0.isUppercase || $0.isNumber } ?? false
}

private func choiceProblems(
  _ choices: [String],
  _ completion: Completion,
  _ name: String
) -> [String] {
  var found = duplicates(choices).map { "\(name): choice \($0) exists twice" }
  if choices.contains(where: { $0.isEmpty || $0.contains(where: \.isWhitespace) }) {
    found.append("\(name): a choice is empty or has blanks")
  }
  if (completion == .choices) != !choices.isEmpty {
    found.append("\(name): completion does not fit the choices")
  }
  return found
}

private func operandProblems(_ operands: [Operand]) -> [String] {
  var found = duplicates(operands.map(\.name)).map { "operand \($0) exists twice" }
  for operand in operands {
    if !isValueName(operand.name) { found.append("operand \(operand.name) is not in upper case") }
    found += choiceProblems(operand.choices, operand.completion, operand.name)
  }
  for (operand, next) in zip(operands, operands.dropFirst()) {
    if operand.isVariadic { found.append("operand \(operand.name) leaves nothing to the next") }
    if !operand.isRequired, next.isRequired {
      found.append("operand \(next.name) follows one that may be absent")
    }
  }
  return found
}

private func exampleProblems(_ command: Command, _ tool: Tool) -> [String] {
  command.examples.flatMap { example in
    let found = textProblems(example.text, "example '\(example.line)'", limit: 120)
    let calls = commands(inLine: example.line).filter { $0.first == tool.root.name }
    if calls.isEmpty {
      return found + ["example '\(example.line)' does not call \(tool.root.name)"]
    }
    return calls.reduce(into: found) { found, words in
      do {
        _ = try tool.parse(Array(words.dropFirst()))
      } catch {
        found.append("example '\(example.line)': \(error)")
      }
    }
  }
}

/// The simple commands of a shell line, as far as examples need: quotes, pipes, `&&`, redirections.
private func commands(inLine line: String) -> [[String]] {
  var commands: [[String]] = [[]]
  var word: String?
  var quote: Character?
  var skipsFile = false
  func end() {
    if let ended = word, !skipsFile { commands[commands.count - 1].append(ended) }
    if word != nil { skipsFile = false }
    word = nil
  }
  for character in line {
    if character == quote {
      quote = nil
    } else if quote != nil {
      word = (word ?? "") + String(character)
    } else if character == "'" || character == "\"" {
      quote = character
      word = word ?? ""
    } else if character == " " {
      end()
    } else if "|&;".contains(character) {
      end()
      commands.append([])
    } else if "<>".contains(character) {
      if word == "2" { word = nil }
      end()
      skipsFile = true
    } else {
      word = (word ?? "") + String(character)
    }
  }
  end()
  return commands
}

private func widthProblems(_ command: Command, _ path: [String], _ tool: Tool) -> [String] {
  let lengths: [HelpLength] = [.short, .long]
  let lines = lengths.flatMap { length in
    tool.help(for: command, path: path, length, width: 80).split(separator: "\n")
  }
  return Set(lines.filter { $0.count > 80 }).sorted().map { "too wide for help: \($0)" }
}
