import Foundation
import TestSupport
import Testing

/// The inputs of cases/ themselves, through the command.
@Suite(.enabled(if: Shared.isAvailable)) struct SharedCaseTests {
  @Test(arguments: SharedCase.apple + SharedCase.tables + SharedCase.containers + SharedCase.json)
  func theResultIsTheOneItsPageAsksFor(_ example: SharedCase) throws {
    let scratch = try Scratch()
    let run = try CommandRun(
      ["convert", example.path, "--to", "ndjson"] + example.arguments,
      scratch: scratch.root
    )
    let lines = run.text.split(separator: "\n").filter {
      !$0.hasPrefix(#"{"record":"archive""#) && !$0.hasPrefix(#"{"record":"characteristics""#)
    }
    #expect(lines.count == example.records, "\(run.messages)")
    #expect(run.status == example.exit, "\(run.messages)")
    for text in example.has { #expect(run.text.contains(text)) }
    for text in example.says { #expect(run.messages.contains(text)) }
    for text in example.lacks { #expect(!run.text.contains(text) && !run.messages.contains(text)) }
    #expect(scratch.files().isEmpty)
  }

  @Test func everyRequiredProblemIsRun() {
    let all = SharedCase.apple + SharedCase.tables + SharedCase.containers + SharedCase.json
    let run = Set(all.map(\.id) + SharedAnswer.all.map(\.id))
    // 28 is a recipe for a large file.
    #expect(RequiredCases.all.filter { !run.contains($0) } == ["apple-28"])
    for example in all {
      #expect(FileManager.default.fileExists(atPath: example.path), "\(example)")
    }
  }

  @Test func oneDeviceWhateverTheAddress() throws {
    let scratch = try Scratch()
    let input = SharedCase("apple-13", "input.xml", 2).path
    let run = try CommandRun(["inspect", input, "--json"], scratch: scratch.root)
    #expect(run.text.components(separatedBy: #""hardware": "iPhone16,1""#).count == 2)
  }

  @Test func theVersionOfABrokenDTDIsReported() throws {
    let scratch = try Scratch()
    let input = SharedCase("apple-01", "input.xml", 1).path
    let run = try CommandRun(["inspect", input], scratch: scratch.root)
    #expect(run.status == 0 && run.text.contains("export version 12"))
  }
}
