import ByteKit
import HealthModel

/// Writes rows as the lines of an archive, in one of its two forms.
package struct RowLines {
  /// The forms of a line.
  package enum Form: Sendable {
    /// A row of the canonical table, with its line end.
    case csv
    /// A canonical JSON object, without a line end.
    case json
  }

  private var csv: CSVRowEncoder
  private var json: JSONRowEncoder
  private let form: Form

  /// An encoder for one worker.
  package init(_ form: Form) {
    self.form = form
    csv = CSVRowEncoder(columns: Column.allCases)
    json = JSONRowEncoder(columns: JSONRowEncoder.allColumns)
  }

  /// Appends one row.
  package mutating func append(
    _ row: RecordRow,
    of batch: borrowing RecordBatch,
    to out: inout ByteBuffer
  ) {
    switch form {
    case .csv: csv.write(row, of: batch, to: &out)
    case .json: json.write(row, of: batch, to: &out)
    }
  }
}
