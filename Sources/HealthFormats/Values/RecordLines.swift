import ByteKit
import HealthModel
import JSONCodec

/// Turns the rows of a batch into plain values, by way of their canonical JSON.
package struct RecordLines {
  private var encoder = JSONRowEncoder(columns: JSONRowEncoder.allColumns)

  /// An encoder for one worker.
  package init() {}

  /// The records of a batch in order.
  package mutating func records(of batch: borrowing RecordBatch) -> [HealthRecord] {
    var records: [HealthRecord] = []
    var text = ByteBuffer(capacity: 1024)
    for index in 0..<batch.rows.count {
      text.removeAll()
      encoder.write(batch.rows[index], of: batch, to: &text)
      guard let value = try? JSONValue.parse(text.span), let record = HealthRecord(value) else {
        continue
      }
      records.append(record)
    }
    return records
  }
}
