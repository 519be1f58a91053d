import TestSupport
import Testing

/// What is written is read back as the same records.
@Suite struct RoundTripTests {
  @Test func sourceNamesComeBackFromATable() throws {
    try comesBack(Fixtures.path("apple/valid/quoting-source-names.xml"))
  }

  @Test func lineBreaksComeBackFromATable() throws {
    try comesBack(CommandCase.folder + "/format/11-line-break/files/notes.csv")
  }

  @Test func daysComeBackFromATable() throws {
    try comesBack(CommandCase.folder + "/format/01-semicolon/files/scale.csv")
  }

  /// The records of an input, and those of a table of them, are the same lines.
  private func comesBack(_ input: String) throws {
    let scratch = try Scratch()
    let table = scratch.path("table.csv")
    let direct = try CommandRun(["convert", input, "--to", "ndjson"], scratch: scratch.root)
    let written = try CommandRun(["convert", input, "-o", table], scratch: scratch.root)
    let again = try CommandRun(["convert", table, "--to", "ndjson"], scratch: scratch.root)
    #expect([direct.status, written.status, again.status] == [0, 0, 0])
    #expect(again.text == direct.text)
  }
}
