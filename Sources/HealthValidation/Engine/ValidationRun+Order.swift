import ByteKit
import HealthFormats
import HealthModel
import JSONCodec
import Synchronization

// What is done in the order of the input.
extension ValidationRun {
  /// Checks rows against those before them and against what the input says of itself.
  func checkNeighbours(
    _ facts: [RowFact],
    _ batch: borrowing RecordBatch,
    notes: inout ChunkNotes
  ) {
    var found: [NeighbourChecks.Result] = []
    neighbours.check(facts, &found)
    inputChecks.check(facts, batch, &found)
    if let row = inputChecks.takeWitness() {
      offsetDraft = batch.rows[Int(row)].draft(.timeFixedOffset, .startDate, "", batch)
    }
    notes.beginPass()
    for result in found { note(result, batch, &notes) }
    for field in batch.unknownFields where inputChecks.isNew(unknownField: field.name) {
      note(unknownField: field, batch, &notes)
    }
  }

  func note(
    _ result: NeighbourChecks.Result,
    _ batch: borrowing RecordBatch,
    _ notes: inout ChunkNotes
  ) {
    let row = batch.rows[Int(result.row)]
    guard settings.isOn(result.rule), notes.count(result.rule, row, batch) else { return }
    notes.add(row.draft(result.rule, result.column, result.message, batch))
  }

  private func note(
    unknownField field: UnknownField,
    _ batch: borrowing RecordBatch,
    _ notes: inout ChunkNotes
  ) {
    var hash = StableHash()
    hash.add(field.name)
    let key = hash.value
    guard settings.isOn(.schemaUnknownField), notes.count(.schemaUnknownField, key: key) else {
      return
    }
    let row = batch.rowIndex(around: field.offset).map { batch.rows[$0] }
    let record = row.map { $0.offset..<$0.offset + Int($0.length) }
    notes.add(
      Draft(
        rule: .schemaUnknownField,
        offset: field.offset,
        record: record ?? field.offset..<field.offset,
        length: field.name.utf8.count + 2,
        field: .pointer("/" + jsonPointerToken(field.name)),
        message: Self.unknownField(field.name),
        contentKey: key
      )
    )
  }

  package static func unknownField(_ name: String) -> String {
    "\"\(name)\" has no meaning here and is kept as metadata"
  }

  /// Enters the notes of a chunk that begins at `place`.
  func enter(
    _ notes: ChunkNotes,
    _ batch: borrowing RecordBatch,
    _ chunk: borrowing Chunk,
    _ place: LinePlace
  ) throws(ConversionError) {
    let drafts = notes.drafts.sorted { $0.precedes($1) }
    locateOffsets(batch, chunk, place)
    guard let last = lastDraft(of: drafts, notes) else {
      book(notes, batch)
      locate(drafts, notes, batch, chunk, place)
      input.records += batch.rows.count + batch.rejects.count
      passedOver += batch.passedOver.count
      return
    }
    // Here the greatest number of errors is reached, wherever the chunk ends.
    let before = Array(drafts[...last])
    let cut = notes.cut(to: before)
    book(cut, batch)
    locate(before, notes, batch, chunk, place)
    input.records += batch.checkedCount(before: drafts[last].offset + 1)
    input.bytes = max(drafts[last].record.upperBound, drafts[last].offset)
    throw ConversionError(Self.stopCode, path: input.path, "there are \(errorCount) errors")
  }

  /// The draft with which the greatest number of errors is reached, if it is.
  private func lastDraft(of drafts: [Draft], _ notes: ChunkNotes) -> Int? {
    guard let maximum = settings.maximumErrors else { return nil }
    var known = remaining[input.path] ?? [:]
    var count = errorCount
    for (index, draft) in drafts.enumerated()
    where settings.severity(draft.rule) == .error && !notes.isSuppressed(draft) {
      if let left = known[draft.content], left > 0 {
        known[draft.content] = left - 1
        continue
      }
      count += 1
      if count >= maximum { return index }
    }
    return nil
  }

  /// Books the counts of a chunk, less what is suppressed and what the baseline knows.
  private func book(_ notes: ChunkNotes, _ batch: borrowing RecordBatch) {
    for (cell, count) in notes.cells {
      let type = batch.symbols.type.text(cell.type)
      let source = batch.symbols.source.text(cell.source)
      if let index = gate.suppression(of: cell.rule, type: type, source: source) {
        used[index, default: 0] += count
        outcomes[cell.rule]?.suppressed += count
      } else {
        book(count, cell.rule, type: type, source: source)
      }
    }
    for (content, found) in notes.contents {
      contents[input.path, default: [:]][content, default: 0] += found.count
      let taken = min(found.count, remaining[input.path]?[content] ?? 0)
      guard taken > 0 else { continue }
      outcomes[content.rule]?.known += taken
      book(
        -taken,
        content.rule,
        type: batch.symbols.type.text(found.cell.type),
        source: batch.symbols.source.text(found.cell.source)
      )
    }
  }

  /// Books findings that count; a negative number takes them back.
  func book(_ count: Int, _ rule: RuleID, type: String, source: String) {
    guard var outcome = outcomes.removeValue(forKey: rule) else { return }
    outcome.count += count
    if outcome.severity == .error { errorCount += count }
    if !type.isEmpty { Self.add(count, to: &outcome.byType[type, default: 0]) }
    if !source.isEmpty { Self.add(count, to: &outcome.bySource[source, default: 0]) }
    outcome.byType = outcome.byType.filter { $0.value != 0 }
    outcome.bySource = outcome.bySource.filter { $0.value != 0 }
    while outcome.byInput.count <= inputNumber { outcome.byInput.append(0) }
    outcome.byInput[inputNumber] += count
    outcomes[rule] = outcome
  }

  private static func add(_ count: Int, to number: inout Int) { number += count }

  /// Keeps the first findings as examples, with their places.
  private func locate(
    _ drafts: [Draft],
    _ notes: ChunkNotes,
    _ batch: borrowing RecordBatch,
    _ chunk: borrowing Chunk,
    _ place: LinePlace
  ) {
    var placer = Placer(input, locator, place, chunk.base)
    for draft in drafts {
      if notes.isSuppressed(draft) { continue }
      // The first ones of a content that the baseline knows are the known ones.
      if let left = remaining[input.path]?[draft.content], left > 0 {
        remaining[input.path]?[draft.content] = left - 1
        continue
      }
      guard let outcome = outcomes[draft.rule], outcome.examples.count < settings.exampleLimit
      else { continue }
      var finding = located(draft, &placer, batch, chunk)
      finding.severity = outcome.severity
      finding.occurrence = nextOccurrence(finding)
      outcomes[draft.rule]?.examples.append(finding)
    }
    if drafts.isEmpty { return }
    wanted.withLock { wanted in
      for draft in drafts {
        wanted[draft.rule] = settings.exampleLimit - (outcomes[draft.rule]?.examples.count ?? 0)
      }
    }
  }

  private func locateOffsets(
    _ batch: borrowing RecordBatch,
    _ chunk: borrowing Chunk,
    _ place: LinePlace
  ) {
    guard let draft = offsetDraft else { return }
    var placer = Placer(input, locator, place, chunk.base)
    offsetFinding = located(draft, &placer, batch, chunk)
    offsetDraft = nil
  }

  private func located(
    _ draft: Draft,
    _ placer: inout Placer,
    _ batch: borrowing RecordBatch,
    _ chunk: borrowing Chunk
  ) -> ValidationFinding {
    placer.finding(
      draft,
      record: input.records + passedOver + batch.recordNumber(at: draft.record.lowerBound),
      type: batch.symbols.type.text(draft.type),
      source: batch.symbols.source.text(draft.source),
      in: chunk.bytes.span
    )
  }

  func nextOccurrence(_ finding: ValidationFinding) -> Int {
    let key = "\(finding.rule.rawValue)\n\(finding.place.path)\n\(finding.contentKey)"
    occurrences[key, default: 0] += 1
    return occurrences[key] ?? 1
  }
}
