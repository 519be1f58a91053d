import CommandLineKit
import Foundation
import TestSupport
import Testing

/// Compares with a file of `Fixtures/help-kit`; RECORD=1 writes the file, and fails so that nobody
/// forgets.
func expectSnapshot(_ text: String, _ name: String) throws {
  let path = Fixtures.path("help-kit/\(name)")
  if ProcessInfo.processInfo.environment["RECORD"] == "1" {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name)")
    return
  }
  #expect(text == (try? String(contentsOfFile: path, encoding: .utf8)), "\(name)")
}

@Suite struct HelpTests {
  @Test(arguments: sampleTool().pages().map(\.name))
  func page(name: String) throws {
    let page = try #require(sampleTool().pages().first { $0.name == name })
    try expectSnapshot(page.text, name.replacing(" ", with: "-") + ".txt")
  }

  @Test(arguments: [40, 60, 100])
  func width(columns: Int) throws {
    let page = try #require(
      sampleTool().pages(width: columns).first { $0.name == "long pack convert" }
    )
    try expectSnapshot(page.text, "long-pack-convert-\(columns).txt")
  }

  @Test func neverWiderThanTheTerminalOrAHundredColumns() {
    // The narrowest page is 40 columns wide; command lines are never broken, whatever the width.
    let examples = [
      "  pack convert old.csv -o new.json", "  pack convert --to lines - < old.csv | wc -l",
    ]
    for width in [0, 40, 41, 57, 79, 80, 99, 100, 101, 500] {
      for page in sampleTool().pages(width: width) {
        for line in page.text.split(separator: "\n") where !examples.contains(String(line)) {
          #expect(line.count <= min(100, max(40, width)), "\(width) \(page.name): \(line)")
        }
      }
    }
    #expect(
      sampleTool().pages(width: 100).map(\.text) == sampleTool().pages(width: 999).map(\.text)
    )
  }

  @Test func noLineEndsWithABlank() {
    for page in sampleTool().pages() {
      #expect(!page.text.split(separator: "\n").contains { $0.last == " " }, "\(page.name)")
    }
  }
}
