/// A shell that can complete command lines.
public enum Shell: String, Sendable, CaseIterable {
  /// GNU bash 3.2 and later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

/// Makes the completion scripts from the table.
public enum Completions {
  /// The script that teaches a shell the tool's commands, flags, choices and files.
  public static func script(for shell: Shell, _ tool: Tool) -> String {
    let lines =
      switch shell {
      case .bash: bashCompletion(of: tool)
      case .zsh: zshCompletion(of: tool)
      case .fish: fishCompletion(of: tool)
      }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A word as bash and zsh read it literally; plain words stay readable.
func shellQuoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
  return isPlain && !text.isEmpty ? text : "'" + escaped(text, ["'": "'\\''"]) + "'"
}

/// The text with some characters replaced.
func escaped(_ text: String, _ replacements: [Character: String]) -> String {
  text.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
}

/// A name for the functions of a script.
func functionName(of tool: Tool) -> String {
  "_" + escaped(tool.root.name, ["-": "_", ".": "_"])
}

extension FlagInfo {
  /// The words a shell offers for the value.
  var offeredWords: [String] { completion.words(choices) }
}

extension Operand {
  /// The words a shell offers.
  var offeredWords: [String] { completion.words(choices) }
}

extension Completion {
  fileprivate func words(_ choices: [String]) -> [String] {
    switch self {
    case .choices: choices
    case .words(let words): words
    case .none, .files, .folders: []
    }
  }
}

extension Command {
  /// The rows that help and completions show.
  var shownFlags: [FlagInfo] { flags.filter { !$0.isHidden } }
}
