/// Rows of cells under a heading, in columns as wide as their widest cell.
public struct TextTable: Sendable {
  /// How a column's cells stand.
  public enum Alignment: Sendable {
    case left
    case right
  }

  private let heading: [String]
  private let alignments: [Alignment]
  /// All cells, row by row.
  private var cells: [String] = []
  /// The widest cell of each column.
  private var widths: [Int]
  /// Which columns have text in their rows.
  private var isUsed: [Bool]

  /// A table with these columns.
  public init(_ columns: [(name: String, alignment: Alignment)]) {
    heading = columns.map(\.name)
    alignments = columns.map(\.alignment)
    widths = heading.map(\.count)
    isUsed = heading.map { _ in false }
  }

  /// Whether there are no rows.
  public var isEmpty: Bool { cells.isEmpty }

  /// Adds a row; missing cells are empty.
  public mutating func add(_ row: [String]) {
    for column in heading.indices {
      let cell = column < row.count ? row[column] : ""
      cells.append(cell)
      if cell.isEmpty { continue }
      isUsed[column] = true
      widths[column] = max(widths[column], Self.width(cell))
    }
  }

  /// Appends the lines, each after `indent` and without blanks at its end; a column without any
  /// text in its rows is left out.
  public func write(to out: inout String, indent: String = "") {
    write(heading[...], to: &out, indent)
    for start in stride(from: 0, to: cells.count, by: max(heading.count, 1)) {
      write(cells[start..<start + heading.count], to: &out, indent)
    }
  }

  private func write(_ row: ArraySlice<String>, to out: inout String, _ indent: String) {
    // Blanks are owed until something stands behind them.
    var owed = 0
    var isEmpty = true
    for column in heading.indices where isUsed[column] {
      let cell = row[row.startIndex + column]
      let blanks = widths[column] - (cell.isEmpty ? 0 : Self.width(cell))
      if alignments[column] == .right || cell.isEmpty { owed += blanks }
      if !cell.isEmpty {
        if isEmpty { out += indent }
        isEmpty = false
        for _ in 0..<owed { out.append(" ") }
        out += cell
        owed = alignments[column] == .left ? blanks : 0
      }
      owed += 2
    }
    out += "\n"
  }

  /// How many characters a text has; most are ASCII, which need no look at what joins what.
  private static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  /// A bar of a length from 0 to 1, in eighths of a character, at most `width` characters.
  public static func bar(_ share: Double, width: Int) -> String {
    guard share.isFinite, share > 0 else { return "" }
    let eighths = Int((min(share, 1) * Double(width * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    // What is more than nothing is seen.
    if eighths == 0 { return "▏" }
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
