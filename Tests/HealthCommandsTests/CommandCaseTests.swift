import Foundation
import TestSupport
import Testing

/// The runs of `Fixtures/cli`, each compared in all it prints and leaves behind.
@Suite struct CommandCaseTests {
  @Test func thereAreCases() { #expect(CommandCase.all.count >= 69) }

  @Test(arguments: CommandCase.all)
  func theRunGivesWhatItsFolderSays(_ example: CommandCase) throws {
    let actual = try example.run()
    let expected = try example.expected()
    if actual != expected, ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try example.record(actual)
      Issue.record("recorded: read the difference before you keep it")
      return
    }
    #expect(actual.keys.sorted() == expected.keys.sorted())
    for (file, bytes) in expected {
      let found = String(decoding: actual[file] ?? [], as: UTF8.self)
      #expect(found == String(decoding: bytes, as: UTF8.self), "\(file)")
      #expect(actual[file] == bytes || found != String(decoding: bytes, as: UTF8.self), "\(file)")
    }
  }

  @Test func theReadmeSaysWhatEachCaseShows() throws {
    let lines = try String(contentsOfFile: CommandCase.folder + "/README.md", encoding: .utf8)
      .split(separator: "\n")
    for example in CommandCase.all {
      let name = example.name.split(separator: "/").last.map(String.init) ?? ""
      #expect(lines.contains { $0.hasPrefix("| \(name) | ") }, "\(example.name)")
    }
  }

  @Test func wordsOfACommand() {
    #expect(CommandCase.words("a  'b c' d''e\n") == ["a", "b c", "de"])
    #expect(CommandCase.words("'' x") == ["", "x"])
  }
}
