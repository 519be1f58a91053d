import CommandLineKit
import Foundation
import Testing

/// Where a shell is installed; nil when it is not.
private func installed(_ shell: Shell) -> String? {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.map { "\($0)/\(shell.rawValue)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Runs a shell on a script from standard input and collects both its streams.
private func run(
  _ shell: String,
  _ arguments: [String],
  _ script: String,
  in folder: String
) throws
  -> (status: Int32, output: String)
{
  let file = folder + "/script"
  try script.write(toFile: file, atomically: true, encoding: .utf8)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: shell)
  process.arguments = arguments + [file]
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

private func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

@Suite struct CompletionsTests {
  @Test(arguments: Shell.allCases)
  func script(shell: Shell) throws {
    try expectSnapshot(Completions.script(for: shell, sampleTool()), "completions.\(shell)")
  }

  @Test(arguments: Shell.allCases)
  func theShellAcceptsIt(shell: Shell) throws {
    guard let path = installed(shell) else { return }
    let script = Completions.script(for: shell, sampleTool())
    let (status, output) = try withFolder { try run(path, ["-n"], script, in: $0) }
    #expect(status == 0)
    #expect(output == "")
  }

  static let cases: [([String], [String])] = [
    ([""], ["--help", "--version", "convert", "help", "scale"]),
    (["c"], ["convert"]),
    (["scale", ""], ["--help", "--version", "convert", "help", "list"]),
    (["help", ""], ["convert", "scale"]),
    (["convert", "--f"], ["--filter", "--folder", "--force"]),
    (["convert", "--no"], ["--no-color", "--no-progress"]),
    (["convert", "--tr"], []),
    (["convert", "--to", ""], ["csv", "json", "lines"]),
    (["convert", "--to", "=", "j"], ["json"]),
    (["convert", "--to", "="], ["csv", "json", "lines"]),
    (["convert", "x", "-n", ""], ["it\\'s", "one", "two\\ words"]),
    (["convert", "--since", ""], []),
    (["convert", "-o", "fi"], ["file one.csv", "file.csv"]),
    (["convert", "--folder", ""], ["folder"]),
    (["convert", ""], ["file one.csv", "file.csv", "folder"]),
    (["convert", "--", "--f"], []),
    (["convert", "--", "--to", ""], ["file one.csv", "file.csv", "folder"]),
    (["scale", "convert", ""], ["foot", "mile"]),
    (["scale", "convert", "--e"], ["--exact"]),
    (["scale", "list", ""], []),
  ]

  /// The script that sources the completion for bash and asks it about the words.
  private func question(_ words: [String], source: String) -> String {
    let list = (["pack"] + words).map { "'\($0)'" }.joined(separator: " ")
    return """
      \(source)
      COMP_WORDS=(\(list)) COMP_CWORD=\(words.count)
      _pack
      printf '%s\\n' "${COMPREPLY[@]}"
      """
  }

  @Test("what bash offers", .enabled(if: installed(.bash) != nil), arguments: cases)
  func bash(words: [String], expected: [String]) throws {
    let bash = try #require(installed(.bash))
    let script = question(words, source: Completions.script(for: .bash, sampleTool()))
    let (status, output) = try withFolder { folder in
      let inner = folder + "/work"
      try FileManager.default.createDirectory(
        atPath: inner + "/folder",
        withIntermediateDirectories: true
      )
      for name in ["file.csv", "file one.csv"] {
        try "".write(toFile: "\(inner)/\(name)", atomically: true, encoding: .utf8)
      }
      return try run(bash, ["--norc"], "cd work\n" + script, in: folder)
    }
    #expect(status == 0)
    #expect(output.split(separator: "\n").map(String.init).sorted() == expected)
  }

  @Test("what fish offers", .enabled(if: installed(.fish) != nil))
  func fish() throws {
    let fish = try #require(installed(.fish))
    let source = Completions.script(for: .fish, sampleTool())
    let cases: [(String, [String])] = [
      ("pack ", ["convert", "help", "scale"]),
      ("pack scale ", ["convert", "help", "list"]),
      ("pack help ", ["convert", "scale"]),
      ("pack convert --to ", ["csv", "json", "lines"]),
      ("pack convert --to=j", ["--to=json"]),
      ("pack convert -n ", ["it's", "one", "two words"]),
      ("pack convert --fo", ["--folder", "--force"]),
      ("pack scale convert ", ["foot", "mile"]),
    ]
    for (line, expected) in cases {
      let (_, output) = try withFolder { folder in
        try run(fish, ["--no-config"], source + "complete -C '\(line)'\n", in: folder)
      }
      let words = output.split(separator: "\n").map { line in
        String(line.split(separator: "\t").first ?? "")
      }
      #expect(words == expected, "\(line)")
    }
  }
}
