import Foundation
import TestSupport
import Testing

/// The sessions that README.md shows: blocks marked `console`, a command after `$ ` and what it
/// prints.
@Suite struct ReadmeTests {
  private static let path = Fixtures.root + "/../README.md"

  /// A command and its output, with the lines of README.md they take.
  struct Session {
    var command: String
    var output: [String] = []
    var lines: Range<Int>
  }

  @Test func theReadmeShowsWhatCommandsPrint() throws {
    var lines = try String(contentsOfFile: Self.path, encoding: .utf8).components(separatedBy: "\n")
    let sessions = Self.sessions(in: lines)
    #expect(sessions.count >= 6)
    var isChanged = false
    for session in sessions.reversed() {
      let printed = try run(session.command)
      if printed != session.output, ProcessInfo.processInfo.environment["RECORD"] == "1" {
        lines.replaceSubrange(session.lines, with: printed)
        isChanged = true
      }
      #expect(printed == session.output, "\(session.command)")
    }
    if isChanged {
      try lines.joined(separator: "\n").write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
  }

  /// Runs a command of this program on the fixtures; its standard output by lines.
  private func run(_ command: String) throws -> [String] {
    var words = CommandCase.words(command)
    #expect(words.first == "healthconv")
    words = words.dropFirst().map { $0.replacing("Fixtures/", with: Fixtures.root + "/") }
    let scratch = try Scratch()
    let run = try CommandRun(words, scratch: scratch.root)
    #expect(run.status == 0, "\(run.messages)")
    return run.text.components(separatedBy: "\n").dropLast()
  }

  static func sessions(in lines: [String]) -> [Session] {
    var sessions: [Session] = []
    var isInside = false
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        sessions.append(
          Session(command: String(line.dropFirst(2)), lines: number + 1..<number + 1)
        )
      } else if isInside, let last = sessions.indices.last {
        sessions[last].output.append(line)
        sessions[last].lines = sessions[last].lines.lowerBound..<number + 1
      }
    }
    return sessions
  }
}
