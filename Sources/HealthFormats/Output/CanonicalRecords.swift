import ByteKit
import HealthModel
import JSONCodec

/// Lines of an archive from records given as JSON objects with canonical keys.
package enum CanonicalRecords {
  /// The lines of records in an archive's form, values in their canonical units, and the records
  /// again as they were written.
  ///
  /// A record that can't be read is an error: who writes an archive knows what a record is.
  package static func lines(
    of records: [JSONValue],
    _ format: OutputFormat
  ) throws(ConversionError) -> (text: [UInt8], records: [HealthRecord]) {
    var text: [UInt8] = []
    for record in records {
      record.write(to: &text)
      text.append(0x0A)
    }
    var options = ReadingOptions()
    options.threads = 1
    options.isStrict = true
    let run = InputRun.lines(MemorySource(text), path: "log", options: options)
    let collector = LineCollector(format)
    var book = RunBook()
    let start = try run.start()
    try run.run(start, book: &book, rejects: nil) { collector }
    guard book.report.total.written == records.count else {
      throw ConversionError(
        "internal.conservation",
        "\(records.count) records are not as many lines"
      )
    }
    return (collector.text.bytes, collector.records)
  }
}

/// Keeps the lines of a run on one thread.
private final class LineCollector: BatchConsumer, @unchecked Sendable {
  // Only used by the one thread of the run.
  private let format: OutputFormat
  private var encoder: RowLines
  private var values = RecordLines()
  private var prepared = ByteBuffer()
  private var preparedRecords: [HealthRecord] = []
  private(set) var text = ByteBuffer()
  private(set) var records: [HealthRecord] = []

  init(_ format: OutputFormat) {
    self.format = format
    encoder = RowLines(format == .csv ? .csv : .json)
  }

  func prepare(_ batch: borrowing RecordBatch) {
    prepared.removeAll()
    for index in 0..<batch.rows.count {
      encoder.append(batch.rows[index], of: batch, to: &prepared)
      if format != .csv { prepared.append("\n") }
    }
    preparedRecords = values.records(of: batch)
  }

  func commit() throws(ConversionError) {
    text.append(prepared.span)
    records += preparedRecords
  }
}
