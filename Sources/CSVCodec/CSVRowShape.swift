/// How the number of a record's fields agrees with the header.
public enum CSVRowShape: Sendable, Equatable {
  /// One field a column.
  case row
  /// An empty line of a table with several columns: no record at all, noted as `blank-row`.
  case blank
  /// An empty line of a table with one column: a record with an empty field, noted as `blank-row`.
  case emptyCell
  /// Empty fields beyond the last column were dropped, noted as `extra-empty-field`.
  case trimmed(offset: Int)
  /// Too few or too many fields; `found` of them before the record is given up.
  case failure(CSVError, found: Int)

  /// The note that this shape deserves.
  public func note(_ record: CSVRecord) -> CSVNote? {
    switch self {
    case .row, .failure: nil
    case .blank, .emptyCell: CSVNote(.blankRow, at: record.start)
    case .trimmed(let offset): CSVNote(.extraEmptyField, at: offset)
    }
  }
}

extension CSVRecord {
  /// Compares the number of fields with that of the columns and drops empty fields beyond them.
  public mutating func fit(columns: Int) -> CSVRowShape {
    if fields.count == columns, columns > 1 { return .row }
    return fitUnusual(columns: columns)
  }

  private mutating func fitUnusual(columns: Int) -> CSVRowShape {
    if isBlank { return columns == 1 ? .emptyCell : .blank }
    let found = fields.count
    if found == columns { return .row }
    if found < columns { return .failure(CSVError(.fieldCount, at: start), found: found) }
    if let extra = fields[columns...].first(where: { !$0.isEmpty }) {
      return .failure(CSVError(.fieldCount, at: extra.outerStart), found: found)
    }
    let offset = fields[columns].outerStart
    fields.removeSubrange(columns...)
    return .trimmed(offset: offset)
  }
}
