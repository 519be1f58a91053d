import Foundation
import TestSupport
import Testing

/// The blocks of README.md that show a terminal, each run line by line in a fresh folder.
///
/// A block begins with ```` ```console ````; a line that begins with `$ ` is typed, what follows is
/// what comes out, on both streams. The folder has `Fixtures` in it. With RECORD=1 in the
/// environment, what comes out is written into README.md.
@Suite(.serialized) struct ReadmeTests {
  struct Block: CustomTestStringConvertible, Sendable {
    let line: Int
    let steps: [(command: String, output: String)]

    var testDescription: String { "README.md:\(line)" }

    /// Its lines.
    func text(_ outputs: [String]) -> String {
      zip(steps, outputs).map { "$ \($0.command)\n\($1)" }.joined()
    }
  }

  private static let path = Fixtures.root + "/../README.md"

  static let blocks: [Block] = {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var blocks: [Block] = []
    var steps: [(command: String, output: String)]?
    var start = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line == "```console" {
        steps = []
        start = index + 1
      } else if line.hasPrefix("```"), let done = steps {
        blocks.append(Block(line: start, steps: done))
        steps = nil
      } else if line.hasPrefix("$ ") {
        steps?.append((String(line.dropFirst(2)), ""))
      } else if let last = steps?.indices.last {
        steps?[last].output += line + "\n"
      }
    }
    return blocks
  }()

  @Test func `there are blocks`() {
    #expect(!Self.blocks.isEmpty)
    #expect(Self.blocks.allSatisfy { !$0.steps.isEmpty })
  }

  @Test(arguments: blocks)
  func `a terminal in README shows what comes out`(block: Block) throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("Fixtures"),
      withDestinationPath: Fixtures.root
    )
    let folder = URL(fileURLWithPath: try CommandRun.executable.get()).deletingLastPathComponent()
    var outputs: [String] = []
    for step in block.steps {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", step.command]
      process.currentDirectoryURL = URL(fileURLWithPath: scratch.root)
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = folder.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
      environment["COLUMNS"] = "100"
      environment["NO_COLOR"] = "1"
      process.environment = environment
      let pipe = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      outputs.append(String(decoding: output, as: UTF8.self))
      #expect(outputs.last == step.output, "$ \(step.command)")
    }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      let text = try String(contentsOfFile: Self.path, encoding: .utf8)
      let old = "```console\n" + block.text(block.steps.map(\.output)) + "```\n"
      let new = "```console\n" + block.text(outputs) + "```\n"
      try text.replacing(old, with: new).write(
        toFile: Self.path,
        atomically: true,
        encoding: .utf8
      )
    }
  }
}
