/// Rows of cells under a heading, in columns as wide as their widest cell.
public struct TextTable: Sendable {
  /// How a column's cells stand.
  public enum Alignment: Sendable {
    case left
    case right
  }

  private let heading: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// A table with these columns.
  public init(_ columns: [(name: String, alignment: Alignment)]) {
    heading = columns.map(\.name)
    alignments = columns.map(\.alignment)
  }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; missing cells are empty.
  public mutating func add(_ cells: [String]) {
    rows.append(cells + [String](repeating: "", count: max(0, heading.count - cells.count)))
  }

  /// The lines, each after `indent`, without blanks at their ends; a column without any text in
  /// its rows is left out.
  public func lines(indent: String = "") -> [String] {
    let shown = heading.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let all = [heading] + rows
    let widths = heading.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = shown.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return alignments[column] == .left ? row[column] + blanks : blanks + row[column]
      }
      let line = indent + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
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
