/// A command line tool: its commands and its version.
public struct Tool: Sendable {
  /// The tool's own command or, usually, the group of its commands.
  public let root: Command
  /// What `--version` prints; the first line is `NAME X.Y.Z`.
  public let version: String

  /// Makes a tool of its root command.
  public init(version: String, root: Command) {
    self.version = version
    self.root = root
  }
}

/// What a command line asks for.
public enum ParseResult: Sendable {
  /// A command is to be run.
  case run(Invocation)
  /// This text is to be shown, and nothing else done.
  case help(String)
  /// This text is to be shown, and nothing else done.
  case version(String)
}

/// A command with its options and operands, ready to run.
public struct Invocation: Sendable {
  /// The names of the tool and the commands below it.
  public let path: [String]
  /// Runs the command; a wrong combination of flags shows only here.
  public let run: @Sendable () throws(UsageError) -> ExitStatus
}

// MARK: - Parsing

extension Tool {
  /// Understands the arguments, the tool's own name not among them, without doing anything.
  public func parse(_ arguments: [String], width: Int = 80) throws(UsageError) -> ParseResult {
    var command = root
    var path = [root.name]
    var next = 0
    while command.isGroup {
      let token = next < arguments.count ? arguments[next] : nil
      next += 1
      if let child = command.subcommands.first(where: { $0.name == token }) {
        command = child
        path.append(child.name)
      } else if token == "help" {
        let (topic, topicPath) = try topic(arguments, from: next, below: command, path)
        return .help(help(for: topic, path: topicPath, .long, width: width))
      } else if token != "--" {
        let rest = arguments.dropFirst(next - 1).prefix { $0 != "--" }
        guard let request = rest.lazy.compactMap(Request.init).first else {
          throw unknownCommand(token, at: next - 1, in: command, path)
        }
        return answer(request, command, path, width: width)
      }
    }
    let splitter = Splitter(command, arguments, from: next)
    if let request = splitter.request { return answer(request, command, path, width: width) }
    do throws(UsageError) {
      if let error = splitter.error { throw error }
      try check(splitter.operands, of: command)
      let action = try command.prepare(splitter.settings, splitter.operands.map(\.text))
      return .run(Invocation(path: path, run: action))
    } catch {
      var placed = error
      placed.command = path
      throw placed
    }
  }

  private func answer(
    _ request: Request,
    _ command: Command,
    _ path: [String],
    width: Int
  ) -> ParseResult {
    switch request {
    case .version: .version(version.hasSuffix("\n") ? version : version + "\n")
    case .shortHelp: .help(help(for: command, path: path, .short, width: width))
    case .longHelp: .help(help(for: command, path: path, .long, width: width))
    }
  }

  /// Finds what `help COMMAND...` asks about.
  private func topic(
    _ arguments: [String],
    from start: Int,
    below group: Command,
    _ groupPath: [String]
  ) throws(UsageError) -> (Command, [String]) {
    var command = group
    var path = groupPath
    for index in arguments.indices.dropFirst(start) where !arguments[index].hasPrefix("-") {
      guard let child = command.subcommands.first(where: { $0.name == arguments[index] }) else {
        throw unknownCommand(arguments[index], at: index, in: command, path)
      }
      command = child
      path.append(child.name)
    }
    return (command, path)
  }

  private func unknownCommand(
    _ token: String?,
    at index: Int,
    in group: Command,
    _ path: [String]
  ) -> UsageError {
    guard let token else {
      return UsageError(.missingCommand, "a command is missing", command: path)
    }
    var error = UsageError(
      .unknownCommand,
      "unknown command '\(token)'",
      token: token,
      index: index,
      command: path
    )
    if token.hasPrefix("-") {
      error.kind = .unknownFlag
      error.message = "unknown flag \(token) before the command"
      error.suggestion = suggestion(for: token, among: Request.spellings)
      if group.everyFlag.contains(where: { $0.spellings.contains(token) }) {
        error.message = "\(token) belongs after the command"
        error.suggestion = nil
      }
    } else {
      error.suggestion = suggestion(for: token, among: group.subcommands.map(\.name) + ["help"])
    }
    return error
  }

  private func check(
    _ operands: [(text: String, index: Int)],
    of command: Command
  ) throws(UsageError) {
    let required = command.operands.filter(\.isRequired)
    if operands.count < required.count {
      throw UsageError(.missingOperand, "\(required[operands.count].name) is missing")
    }
    let isOpen = command.operands.contains(where: \.isVariadic)
    if !isOpen, operands.count > command.operands.count {
      let (text, index) = operands[command.operands.count]
      throw UsageError(
        .unexpectedOperand,
        "unexpected operand '\(text)'",
        token: text,
        index: index
      )
    }
    // Words before a row are counted from the front; only those can have choices.
    for (operand, word) in zip(command.operands, operands) where !operand.choices.isEmpty {
      if !operand.choices.contains(word.text) {
        throw UsageError(
          .invalidValue,
          "invalid \(operand.name) '\(word.text)': choose \(alternatives(operand.choices))",
          token: word.text,
          index: word.index,
          suggestion: suggestion(for: word.text, among: operand.choices)
        )
      }
    }
  }
}

extension Command {
  /// The flags of this command and of those below it.
  var everyFlag: [FlagInfo] { flags + subcommands.flatMap(\.everyFlag) }

  /// This command and all below it, each with the names that lead to it.
  func walk(_ path: [String] = []) -> [(path: [String], command: Command)] {
    let path = path + [name]
    return [(path, self)] + subcommands.flatMap { $0.walk(path) }
  }
}
