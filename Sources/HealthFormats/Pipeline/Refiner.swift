import ByteKit
import HealthModel

/// Brings decoded rows into their final form: units, time zone, filters, and the checks that need
/// both dates.
struct Refiner {
  var normalizer: UnitNormalizer
  var filter: RowFilter
  var zone: ZoneChange
  /// What is taken out before records are shared; nil when they are shared whole.
  var sharing: RowSharing?
  /// Whether correlations bring their members in final units.
  ///
  /// If not, members are as they were written, and so must the samples be that they are compared
  /// with.
  let hasFinalMembers: Bool
  private var twins = TwinTracker()

  init(
    normalizer: UnitNormalizer,
    filter: RowFilter,
    zone: ZoneChange,
    sharing: RowSharing?,
    hasFinalMembers: Bool
  ) {
    self.normalizer = normalizer
    self.filter = filter
    self.zone = zone
    self.sharing = sharing
    self.hasFinalMembers = hasFinalMembers
  }

  /// Works on all rows of a batch in place; what is left in it is to be written.
  mutating func refine(
    _ batch: inout RecordBatch,
    tally: inout Tally,
    notes: inout TwinNotes
  ) {
    let count = batch.rows.count
    let isFiltering = !filter.isEmpty
    let isSharing = sharing != nil
    var kept = 0
    var detail = ""
    for index in 0..<count {
      // Rows are large: what needs a part of one is given that part.
      let kind = batch.rows[index].kind
      let type = batch.rows[index].type
      tally.read(kind)
      let isTwin = twins.isNoted(kind, type, of: batch)
      if isTwin, !hasFinalMembers { twins.note(batch.rows[index], of: batch, in: &notes) }
      // In place: most rows need nothing but their unit.
      let isUsable = normalizer.normalize(
        &batch.rows[index],
        symbols: &batch.symbols,
        findings: &batch.findings,
        arena: batch.arena,
        detail: &detail
      )
      guard isUsable else {
        reject(batch.rows[index], .wrongDimension, detail, &batch, &tally)
        continue
      }
      if batch.rows[index].isEndBeforeStart {
        batch.findings.note(
          .endBeforeStart,
          at: batch.rows[index].offset,
          batch.symbols.type.text(batch.rows[index].type)
        )
      }
      if isTwin, hasFinalMembers { twins.note(batch.rows[index], of: batch, in: &notes) }
      if zone.isActive {
        var row = batch.rows[index]
        zone.apply(to: &row, batch)
        batch.rows[index] = row
      }
      if isFiltering, !filter.includes(batch.rows[index], batch) {
        tally.filtered(kind, type)
        if batch.keepsPlaces { batch.passedOver.append(batch.rows[index].offset) }
        continue
      }
      if isSharing, !share(index, &batch, &tally) { continue }
      tally.wrote(kind, type)
      if kept != index { batch.rows[kept] = batch.rows[index] }
      kept &+= 1
    }
    if kept < count { batch.rows.removeSubrange(kept...) }
  }

  /// Brings a row into the form in which it is shared; false when it is not.
  private mutating func share(
    _ index: Int,
    _ batch: inout RecordBatch,
    _ tally: inout Tally
  ) -> Bool {
    // Taken, not copied: nobody else may hold the counts while they grow.
    var counts = tally.sharing.take() ?? SharingCounts()
    let outcome = sharing?.apply(to: index, of: &batch, &counts)
    tally.sharing = counts
    switch outcome {
    case .keep, nil: return true
    case .leaveOut:
      tally.filtered(batch.rows[index].kind, batch.rows[index].type)
    case .beyondDates:
      reject(
        batch.rows[index],
        .invalidDate,
        "the moved date is not in the years 1 to 9999",
        &batch,
        &tally
      )
    }
    return false
  }

  private func reject(
    _ row: RecordRow,
    _ code: FindingCode,
    _ detail: String,
    _ batch: inout RecordBatch,
    _ tally: inout Tally
  ) {
    tally.rejected(row.kind)
    let record = row.offset..<row.offset + Int(row.length)
    batch.rejects.append(Rejection(code, at: row.offset, record: record, detail))
  }
}

extension RecordRow {
  /// Whether there are both dates and the end lies before the start; a day and a time are not
  /// compared.
  @inline(__always)
  var isEndBeforeStart: Bool {
    dates.isSuperset(of: [.start, .end]) && end.isBefore(start)
      && dates.contains(.startIsDay) == dates.contains(.endIsDay)
  }
}

/// Rewrites the UTC offset of times; the instants stay.
struct ZoneChange {
  private var cursor: ZoneCursor?
  private let usesRecorded: Bool
  private var recorded: [String: ZoneCursor] = [:]

  init(_ choice: ZoneChoice) {
    switch choice {
    case .original:
      usesRecorded = false
    case .recorded:
      usesRecorded = true
    case .zone(let rules):
      usesRecorded = false
      cursor = ZoneCursor(rules)
    }
  }

  var isActive: Bool { cursor != nil || usesRecorded }

  mutating func apply(to row: inout RecordRow, _ batch: borrowing RecordBatch) {
    if usesRecorded {
      guard let name = recordedZone(row, batch), let rules = zone(named: name) else { return }
      var local = rules
      shift(&row, with: &local)
      recorded[name] = local
    } else if var local = cursor {
      shift(&row, with: &local)
      cursor = local
    }
  }

  private func shift(_ row: inout RecordRow, with cursor: inout ZoneCursor) {
    if row.dates.contains(.start) { shift(&row.start, with: &cursor) }
    if row.dates.contains(.end) { shift(&row.end, with: &cursor) }
    if row.dates.contains(.creation) { shift(&row.creation, with: &cursor) }
  }

  private func shift(_ stamp: inout Timestamp, with cursor: inout ZoneCursor) {
    guard stamp.hasOffset else { return }
    let offset = Int16(cursor.offsetSeconds(at: stamp.seconds) / 60)
    // A wall clock outside the years 1 to 9999 has no text; such a time keeps its offset.
    let shifted = Timestamp(
      seconds: stamp.seconds,
      nanoseconds: stamp.nanoseconds,
      offsetMinutes: offset
    )
    let year = shifted.localDate.year
    if year >= 1, year <= 9999 { stamp = shifted }
  }

  /// The zone that the record's own metadata names.
  private func recordedZone(_ row: RecordRow, _ batch: borrowing RecordBatch) -> String? {
    let key: StaticString = "\"HKTimeZone\":\""
    let bytes = batch.arena.span
    let end = row.metadata.range.upperBound
    var i = row.metadata.range.lowerBound
    while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: i, to: end) {
      if bytes.starts(with: key, at: quote) {
        let start = quote + key.utf8CodeUnitCount
        guard let close = bytes.firstOffset(of: UInt8(ascii: "\""), from: start, to: end) else {
          return nil
        }
        return bytes.text(start..<close)
      }
      i = quote + 1
    }
    return nil
  }

  private mutating func zone(named name: String) -> ZoneCursor? {
    if let known = recorded[name] { return known }
    guard let rules = ZoneRules(identifier: name) else { return nil }
    return ZoneCursor(rules)
  }
}

/// In which offset times are written.
public enum ZoneChoice: Sendable {
  /// The offset that was written.
  case original
  /// The zone each record names in its metadata (HKTimeZone), else as written.
  case recorded
  /// One zone's rules for every instant.
  case zone(ZoneRules)
}
