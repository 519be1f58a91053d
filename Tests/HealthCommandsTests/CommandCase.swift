import Foundation
import TestSupport
import Testing

/// A folder of `Fixtures/cli`: the arguments of one run, its input, and what has to come out.
struct CommandCase: CustomTestStringConvertible, Sendable {
  /// The path below `Fixtures/cli`, as in `format/01-semicolon`.
  let name: String

  var testDescription: String { name }

  static let folder = Fixtures.path("cli")

  static let all: [CommandCase] = Fixtures.names(in: "cli").flatMap { area in
    Fixtures.names(in: "cli/" + area).map { CommandCase(name: area + "/" + $0) }
  }.filter { FileManager.default.fileExists(atPath: $0.path("cmd")) }

  func path(_ file: String) -> String { Self.folder + "/" + name + "/" + file }

  /// Runs the command; what it printed and left behind, with paths as the case writes them.
  func run() throws -> Outcome {
    let scratch = try Scratch()
    let places = [
      ("{case}", Self.folder + "/" + name), ("{tmp}", scratch.root), ("{fixtures}", Fixtures.root),
    ]
    let command = try String(contentsOfFile: path("cmd"), encoding: .utf8)
    let arguments = Self.words(command).map { word in
      places.reduce(word) { $0.replacing($1.0, with: $1.1) }
    }
    let stdin = path("stdin")
    let run = try CommandRun(
      arguments,
      scratch: scratch.root,
      input: FileManager.default.fileExists(atPath: stdin) ? stdin : "/dev/null"
    )
    func portable(_ bytes: [UInt8]) -> [UInt8] {
      guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
      return Array(places.reduce(text) { $0.replacing($1.1, with: $1.0) }.utf8)
    }
    var outcome = Outcome()
    outcome["stdout"] = portable(run.output)
    outcome["stderr"] = portable(run.errors)
    outcome["exit"] = run.status == 0 ? [] : Array("\(run.status)\n".utf8)
    for file in scratch.files() {
      outcome["out/" + file] = portable(try readBytes(scratch.path(file)))
    }
    return outcome
  }

  /// What the folder says; a missing file is an empty one.
  func expected() throws -> Outcome {
    var outcome = Outcome()
    for file in ["stdout", "stderr", "exit"] {
      outcome[file] = (try? readBytes(path(file))) ?? []
    }
    for file in Folders.files(in: path("out")) {
      outcome["out/" + file] = try readBytes(path("out/" + file))
    }
    return outcome
  }

  /// Writes an outcome as what is expected from now on.
  func record(_ outcome: Outcome) throws {
    let files = FileManager.default
    for old in ["stdout", "stderr", "exit", "out"] { try? files.removeItem(atPath: path(old)) }
    for (file, bytes) in outcome where !bytes.isEmpty || file.hasPrefix("out/") {
      let url = URL(fileURLWithPath: path(file))
      try files.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: url)
    }
  }

  /// The words of a line; apostrophes hold blanks together.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case _ where character.isWhitespace && !isQuoted:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let last = word { words.append(last) }
    return words
  }
}

/// What a run gave: `stdout`, `stderr`, `exit` and each file `out/…`, with their bytes.
typealias Outcome = [String: [UInt8]]
