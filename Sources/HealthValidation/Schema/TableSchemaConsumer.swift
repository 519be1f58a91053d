import ByteKit
import CSVCodec
import HealthFormats
import HealthModel
import Synchronization
import TableSchema

/// Checks the rows of a table against a Table Schema, in order: keys are compared with all rows
/// before.
package final class TableSchemaConsumer: BatchConsumer {
  private let run: ValidationRun
  private let table: TableCheck
  private var record = CSVRecord()

  /// A consumer of one worker; all share one check.
  package init(_ run: ValidationRun, _ table: TableCheck) {
    self.run = run
    self.table = table
  }

  package func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError) {
    var notes = run.makeNotes()
    notes.begin(limits: run.wantedDrafts)
    let bytes = chunk.bytes.span
    for reject in batch.rejects {
      run.note(
        .csvQuote,
        at: reject.offset..<reject.offset,
        reject.record,
        reject.detail,
        &notes
      )
    }
    for index in 0..<batch.rows.count {
      let start = batch.rows[index].offset
      let local = start - chunk.base..<start - chunk.base + Int(batch.rows[index].length)
      guard
        case .record = CSVTokenizer.next(
          bytes.extracting(0..<local.upperBound),
          from: local.lowerBound,
          isFinal: true,
          dialect: table.dialect,
          into: &record
        )
      else { continue }
      table.check(record, bytes, at: chunk.base, local, run, &notes)
    }
    try run.enter(notes, batch, chunk, place)
  }
}

/// The state of a table's check over all its rows.
package final class TableCheck: @unchecked Sendable {
  // Only the worker whose turn it is uses the checker.
  private var checker: TableChecker
  let dialect: CSVDialect
  private let names: [String]

  /// A check of a table whose header was read already.
  package init(
    _ schema: TableSchema,
    header: CSVHeader,
    _ prefix: [UInt8],
    dialect: CSVDialect,
    _ run: ValidationRun,
    path: String
  ) {
    checker = schema.checker()
    self.dialect = dialect
    names = header.names
    guard !checker.checkHeader(header, prefix.span) else { return }
    for violation in checker.violations {
      var place = FindingPlace(path: path)
      place.byteOffset = violation.range.lowerBound
      place.byteLength = violation.range.count
      place.column = violation.range.lowerBound + 1
      place.characterColumn = place.column
      run.note(.schemaViolation, checker.message(violation), at: place)
    }
  }

  func check(
    _ record: CSVRecord,
    _ bytes: Span<UInt8>,
    at base: Int,
    _ range: Range<Int>,
    _ run: ValidationRun,
    _ notes: inout ChunkNotes
  ) {
    if checker.checkRow(record, bytes) { return }
    guard run.settings.isOn(.schemaViolation) else { return }
    for violation in checker.violations {
      var hash = StableHash()
      hash.add(violation.rule.rawValue)
      hash.add(bytes, violation.range)
      guard notes.count(.schemaViolation, key: hash.value) else { continue }
      notes.add(
        Draft(
          rule: .schemaViolation,
          offset: base + violation.range.lowerBound,
          record: base + range.lowerBound..<base + range.upperBound,
          length: violation.range.count,
          field: violation.column.flatMap { $0 < names.count ? .column(names[$0]) : nil },
          message: checker.message(violation),
          contentKey: hash.value
        )
      )
    }
  }
}
