/// A rule that a table breaks, and where.
public struct TableViolation: Sendable, Equatable {
  /// The rule.
  public let rule: TableRule
  /// The number of the row, counted from 1 after the header; 0 for the header.
  public let row: Int
  /// The column, counted from 0; nil when it is about a whole row or a column that is not there.
  public let column: Int?
  /// The bytes of the cell with its quotes, of the row or of the header, in the buffer given.
  public let range: Range<Int>
  /// The index of the schema's field; nil for a column that the schema does not know.
  public let field: Int?
  /// For a unique value or key, the row that had it first; for `fieldCount`, the cells found.
  public let detail: Int
}
