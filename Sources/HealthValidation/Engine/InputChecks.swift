import ByteKit
import HealthModel
import JSONCodec

/// Checks the records of one input against what the input says of itself: its person, its files,
/// its offsets.
struct InputChecks {
  /// The routes that lie beside the export, and whether a workout names them; nil when it can't be
  /// known what lies beside it.
  private(set) var routes: [String: Bool]?
  private var birth: Int64?
  private var unknownFields: Set<String> = []
  private var tape = JSONTape()

  /// The only UTC offset so far.
  private var offset: Int16?
  private var hasSeveralOffsets = false
  private var starts: (first: Int64, last: Int64)?
  /// The offset of the zone of a record that another offset would suit.
  private var contradiction: Int16?
  /// The row of the chunk that shows what is wrong with the offset, the last time one did.
  private var witness: Int32?

  /// An input with these files of routes beside it.
  init(routes: [String]? = nil) {
    self.routes = routes.map { Dictionary($0.map { ($0, false) }, uniquingKeysWith: { a, _ in a }) }
  }

  /// Whether a field that nobody knows was not seen yet in the input.
  mutating func isNew(unknownField name: String) -> Bool {
    unknownFields.insert(name).inserted
  }

  /// Checks the rows of a chunk.
  mutating func check(
    _ facts: [RowFact],
    _ batch: borrowing RecordBatch,
    _ found: inout [NeighbourChecks.Result]
  ) {
    for fact in facts {
      if fact.kind == .characteristics { takeBirth(fact, batch) }
      guard fact.kind == .sample || fact.kind == .workout, fact.hasStart else { continue }
      if let birth, fact.start < birth, fact.start >= 0 {
        found.append(
          NeighbourChecks.Result(
            row: fact.row,
            rule: .timeAncient,
            column: .startDate,
            text: "before the day of birth"
          )
        )
      }
      checkOffset(fact)
      if fact.kind == .workout, routes != nil { checkRoutes(fact, batch, &found) }
    }
  }

  private mutating func takeBirth(_ fact: RowFact, _ batch: borrowing RecordBatch) {
    let row = batch.rows[Int(fact.row)]
    let bytes = batch.arena.span
    guard !row.details.isEmpty else { return }
    do { try tape.parse(bytes, row.details.range) } catch { return }
    guard let token = tape.value(forKey: "dateOfBirth", inObjectAt: 0, of: bytes),
      let day = CivilDate.parse(bytes, tape.tokens[token].range)
    else { return }
    // A day early, for whoever was born far east.
    birth = (day.daysSince1970 - 1) * 86_400_000
  }

  // MARK: - Offsets

  private mutating func checkOffset(_ fact: RowFact) {
    guard !hasSeveralOffsets, fact.offsetMinutes != Timestamp.noOffset else { return }
    guard let offset else {
      offset = fact.offsetMinutes
      witness = fact.row
      starts = (fact.start, fact.start)
      takeZone(fact)
      return
    }
    guard fact.offsetMinutes == offset else {
      hasSeveralOffsets = true
      return
    }
    if let known = starts {
      starts = (min(known.first, fact.start), max(known.last, fact.start))
    }
    takeZone(fact)
  }

  private mutating func takeZone(_ fact: RowFact) {
    guard contradiction == nil, fact.zoneMinutes != Timestamp.noOffset,
      fact.zoneMinutes != fact.offsetMinutes
    else { return }
    contradiction = fact.zoneMinutes
    witness = fact.row
  }

  /// The row of the chunk to show if the offset turns out to be wrong; nil to keep the one before.
  mutating func takeWitness() -> Int32? {
    defer { witness = nil }
    return witness
  }

  /// What is to be said of one offset for all records; nil when there is nothing.
  func message(_ rule: RuleID, isExport: Bool) -> String? {
    guard let offset, !hasSeveralOffsets else { return nil }
    let written = Self.text(offset)
    if let contradiction {
      guard (rule == .timeOffsetZero) == (offset == 0) else { return nil }
      return "all times are written at \(written), here the zone has \(Self.text(contradiction))"
    }
    // Exports write the offset of the day they were made on: over half a year and more, it can't
    // be that of both summer and winter where clocks change.
    guard rule == .timeFixedOffset, isExport, let starts, Self.mayChange(offset),
      starts.last - starts.first > 200 * 86_400_000
    else { return nil }
    return
      "all times of \((starts.last - starts.first) / 86_400_000) days are written at \(written)"
  }

  private static func text(_ minutes: Int16) -> String {
    let sign = minutes < 0 ? "-" : "+"
    let (hours, rest) = abs(Int(minutes)).quotientAndRemainder(dividingBy: 60)
    return sign + (hours < 10 ? "0" : "") + "\(hours):" + (rest < 10 ? "0" : "") + "\(rest)"
  }

  /// Whether clocks are changed anywhere where this offset is used: in America, Europe, and the
  /// south of Australia and New Zealand.
  private static func mayChange(_ minutes: Int16) -> Bool {
    -600 ... -150 ~= minutes || 0...180 ~= minutes || 570...780 ~= minutes
  }

  // MARK: - Routes

  private mutating func checkRoutes(
    _ fact: RowFact,
    _ batch: borrowing RecordBatch,
    _ found: inout [NeighbourChecks.Result]
  ) {
    let row = batch.rows[Int(fact.row)]
    let bytes = batch.arena.span
    guard !row.details.isEmpty else { return }
    do { try tape.parse(bytes, row.details.range) } catch { return }
    guard let list = tape.value(forKey: "routes", inObjectAt: 0, of: bytes),
      tape.tokens[list].kind == .arrayStart
    else { return }
    var item = list + 1
    while item < Int(tape.tokens[list].next) {
      if let file = tape.value(forKey: "file", inObjectAt: item, of: bytes) {
        let name = tape.text(at: file, in: bytes)
        if let path = routes?.keys.first(where: { Self.isFile(name, at: $0) }) {
          routes?[path] = true
        } else {
          found.append(
            NeighbourChecks.Result(
              row: fact.row,
              rule: .refMissing,
              column: .details,
              text: "the route \(name) is not in the export"
            )
          )
        }
      }
      item = Int(tape.tokens[item].next)
    }
  }

  /// Whether a reference such as `/workout-routes/a.gpx` means the file at a path.
  private static func isFile(_ reference: String, at path: String) -> Bool {
    path == reference || path.hasSuffix(reference.hasPrefix("/") ? reference : "/" + reference)
      || "/" + path == reference
  }

  /// The files of routes that no workout names.
  var unusedRoutes: [String] { (routes ?? [:]).filter { !$0.value }.keys.sorted() }
}
