import CommandLineKit
import Testing

/// Tables of text, column by column.
@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestCell() {
    var table = TextTable([("name", .left), ("n", .right), ("", .left), ("gone", .right)])
    table.add(["é", "1,000", "█"])
    table.add(["longer name", "7"])
    table.add([])
    var text = ""
    table.write(to: &text, indent: "  ")
    #expect(text == "  name             n\n  é            1,000  █\n  longer name      7\n\n")
  }

  @Test(arguments: [
    (0.0, ""), (-1, ""), (.nan, ""), (0.001, "▏"), (0.5, "██"), (0.55, "██▎"), (1, "████"),
    (2, "████"),
  ])
  func aBarIsAsLongAsItsShare(_ share: Double, _ bar: String) {
    #expect(TextTable.bar(share, width: 4) == bar)
  }
}
