import ByteKit
import HealthFormats
import HealthModel
import JSONCodec
import JSONSchema

/// Checks lines of JSON against a schema, each worker with a validator of its own.
package final class JSONSchemaConsumer: BatchConsumer {
  private let run: ValidationRun
  private var validator: SchemaValidator
  private var notes: ChunkNotes

  /// A consumer of one worker.
  package init(_ run: ValidationRun, _ schema: Schema) {
    self.run = run
    validator = schema.validator()
    notes = run.makeNotes()
  }

  package func prepare(_ batch: borrowing RecordBatch, of chunk: borrowing Chunk) {
    notes.begin(limits: run.wantedDrafts)
    let bytes = chunk.bytes.span
    for index in 0..<batch.rows.count {
      let start = batch.rows[index].offset
      let local = start - chunk.base..<start - chunk.base + Int(batch.rows[index].length)
      run.check(local, of: bytes, base: chunk.base, &validator, &notes)
    }
  }

  package func commit(
    _ batch: borrowing RecordBatch,
    of chunk: borrowing Chunk,
    at place: LinePlace
  ) throws(ConversionError) {
    try run.enter(notes, batch, chunk, place)
  }
}

extension ValidationRun {
  /// Checks one JSON text of a chunk and notes what is wrong with it.
  func check(
    _ range: Range<Int>,
    of bytes: Span<UInt8>,
    base: Int,
    _ validator: inout SchemaValidator,
    _ notes: inout ChunkNotes
  ) {
    let record = base + range.lowerBound..<base + range.upperBound
    do throws(JSONError) {
      if try validator.validate(bytes, range) { return }
    } catch {
      let rule: RuleID = error.code == .tooDeep ? .jsonDepthOrSize : .jsonSyntax
      note(
        rule,
        at: base + error.offset..<base + error.offset,
        record,
        error.code.rawValue,
        &notes
      )
      return
    }
    guard settings.isOn(.schemaViolation) else { return }
    for violation in validator.violations {
      let place = base + violation.range.lowerBound..<base + violation.range.upperBound
      var hash = StableHash()
      hash.add(Int64(violation.ruleID))
      hash.add(bytes, violation.range)
      guard notes.count(.schemaViolation, key: hash.value) else { continue }
      let described = validator.describe(violation, bytes)
      notes.add(
        Draft(
          rule: .schemaViolation,
          offset: place.lowerBound,
          record: record,
          length: place.count,
          field: .pointer(described.instancePointer),
          message: "\(described.message) (\(described.keywordLocation))",
          contentKey: hash.value
        )
      )
    }
    let unkept = validator.violationCount - validator.violations.count
    if unkept > 0 { notes.count(.schemaViolation, unlisted: unkept) }
  }

  /// Notes something about a text at a place.
  func note(
    _ rule: RuleID,
    at place: Range<Int>,
    _ record: Range<Int>,
    _ message: String,
    _ notes: inout ChunkNotes
  ) {
    guard settings.isOn(rule) else { return }
    var hash = StableHash()
    hash.add(message)
    guard notes.count(rule, key: hash.value) else { return }
    notes.add(
      Draft(
        rule: rule,
        offset: place.lowerBound,
        record: record,
        length: place.count,
        message: message,
        contentKey: hash.value
      )
    )
  }

  /// Checks a document that is one JSON text.
  package func check(
    document text: [UInt8],
    against schema: Schema
  ) throws(ConversionError) {
    var chunk = Chunk()
    chunk.bytes.append(contentsOf: text)
    var batch = RecordBatch(catalogue: .standard)
    var row = RecordRow(kind: .other)
    row.length = Int32(truncatingIfNeeded: text.count)
    batch.rows.append(row)
    var notes = makeNotes()
    notes.begin(limits: wantedDrafts)
    var validator = schema.validator()
    let bytes = chunk.bytes.span
    let start = JSONLines.byteOrderMark(bytes)
    check(start..<text.count, of: bytes, base: 0, &validator, &notes)
    try enter(notes, batch, chunk, LinePlace())
  }
}
