import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// Checks the rows of a worker's chunks one by one, and draws from them what the rules about
/// several records need.
struct RowChecker {
  let settings: RuleSettings
  let catalogue: Catalogue
  private let names: Names
  /// The instant that counts as now, in s.
  private let now: Int64
  private var checks: [TypeChecks?] = []
  private var numbers = SymbolNumbers()
  private var generation = 0
  private var workouts = WorkoutChecks()
  private var metadata = MetadataChecks()
  private var units = UnitChecks()

  /// The year 4000: HealthKit's "distant future" stands for a sample that still goes on.
  private static let undetermined: Int64 = 64_060_588_800
  private static let day: Int64 = 86_400

  init(settings: RuleSettings, catalogue: Catalogue, names: Names, now: Int64) {
    self.settings = settings
    self.catalogue = catalogue
    self.names = names
    self.now = now
  }

  /// Checks all rows; `wants` says of which rules drafts are still wanted.
  mutating func check(
    _ batch: borrowing RecordBatch,
    notes: inout ChunkNotes,
    facts: inout [RowFact]
  ) {
    if generation != batch.symbols.generation {
      generation = batch.symbols.generation
      checks.removeAll()
      units = UnitChecks()
      numbers = SymbolNumbers()
    }
    var report = RowReport(settings: settings, notes: notes)
    report.notes.beginPass()
    for index in 0..<batch.rows.count {
      let row = batch.rows[index]
      report.begin(row)
      checkTimes(row, batch, &report)
      if row.source.isNone, Self.hasSource(row.kind) {
        report.note(.sourceBlank, .sourceName, batch) { "no source" }
      }
      switch row.kind {
      case .sample: checkSample(row, batch, &report)
      case .workout: workouts.check(row, batch, &report)
      default: break
      }
      var zoneMinutes = Timestamp.noOffset
      if !row.metadata.isEmpty { zoneMinutes = metadata.check(row, batch, &report) }
      facts.append(fact(of: row, index, zoneMinutes, batch))
    }
    notes = report.notes
  }

  // MARK: - Times

  private func checkTimes(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    guard row.dates.contains(.start) else { return }
    if row.start.hasOffset, !Self.isUsual(row.start.offsetMinutes) {
      report.note(.timeOffsetRange, .startDate, batch) {
        "UTC offset of \(row.start.offsetMinutes) minutes"
      }
    }
    let isOpen = row.dates.contains(.end) && row.end.seconds >= Self.undetermined
    if isOpen { report.note(.timeUndeterminedEnd, .endDate, batch) { "the end is left open" } }
    if row.start.seconds > now &+ Self.day {
      report.note(.timeFuture, .startDate, batch) { "starts after the file was made" }
    } else if row.dates.contains(.end), !isOpen, row.end.seconds > now &+ Self.day {
      report.note(.timeFuture, .endDate, batch) { "ends after the file was made" }
    }
    if row.start.seconds < 0 { report.note(.timeAncient, .startDate, batch) { "before 1970" } }
    if row.dates.isSuperset(of: [.end, .creation]), !isOpen,
      row.creation.seconds &+ Self.day < row.end.seconds
    {
      report.note(.timeCreatedBeforeEnd, .creationDate, batch) {
        "written more than a day before the end"
      }
    }
  }

  private static func hasSource(_ kind: RecordKind) -> Bool {
    kind == .sample || kind == .workout || kind == .correlation
  }

  private static func isUsual(_ minutes: Int16) -> Bool {
    minutes >= -720 && minutes <= 840 && minutes % 15 == 0
  }

  // MARK: - Samples

  private mutating func checkSample(
    _ row: RecordRow,
    _ batch: borrowing RecordBatch,
    _ report: inout RowReport
  ) {
    let checks = typeChecks(row.type, batch)
    if !checks.isKnown {
      report.note(.recordUnknownType, .type, batch) {
        "\(batch.symbols.type.text(row.type)) is not in the catalogue"
      }
    }
    switch (checks.form, row.valueKind) {
    case (.quantity, .none):
      report.note(.recordMissingField, .value, batch) { "no value" }
    case (_, .longDecimal):
      report.note(.valuePrecision, .value, batch) { "more digits than a double keeps" }
    default: break
    }
    let seconds =
      row.dates.isSuperset(of: [.start, .end]) ? row.end.seconds - row.start.seconds : 0
    if seconds > checks.longest, row.end.seconds < Self.undetermined {
      report.note(.timeTooLong, .endDate, batch) { "lasts \(seconds) s" }
    }
    guard row.valueKind == .decimal, checks.form == .quantity else { return }
    if let usual = checks.usualUnits, !row.writtenUnit.isNone {
      let unit = batch.symbols.unit.text(row.writtenUnit)
      if !units.isUsual(unit, row.writtenUnit, usual) {
        report.note(.unitUnusual, .unit, batch) {
          "\(unit), where \(UsualUnits.all[usual].units.joined(separator: ", ")) are usual"
        }
      }
    }
    let value = row.value.doubleValue
    if checks.isCumulative, !checks.isMomentary, seconds == 0,
      row.dates.isSuperset(of: [.start, .end]), value != 0,
      row.start == row.end
    {
      report.note(.timeZeroDuration, .endDate, batch) { "\(value.figure) in no time" }
    }
    if checks.isFraction, value > 1, value <= 100 {
      report.note(.unitPercentScale, .value, batch) {
        "\(value.figure) is no fraction: is it a percentage?"
      }
    } else if value == 0, checks.zeroIsMissing {
      report.note(.valueZero, .value, batch) { "0 stands for no measurement" }
    } else if let possible = checks.possible, !possible.contains(value) {
      report.note(.valueRange, .value, batch) {
        "\(value.figure) is outside \(possible.lowerBound.figure) to \(possible.upperBound.figure)"
      }
    } else if let plausible = checks.plausible, !plausible.contains(value) {
      report.note(.valuePlausible, .value, batch) {
        "\(value.figure) is outside \(plausible.lowerBound.figure) to \(plausible.upperBound.figure)"
      }
    } else if seconds > 0, value > 0 {
      // Exports cut times to whole seconds.
      let rate = value / Double(seconds + 1)
      if rate > checks.possibleRate {
        report.note(.valueRange, .value, batch) { "\(value.figure) in \(seconds) s" }
      } else if rate > checks.plausibleRate, seconds > 60 {
        report.note(.valuePlausible, .value, batch) { "\(value.figure) in \(seconds) s" }
      }
    }
  }

  private mutating func typeChecks(
    _ type: Symbol,
    _ batch: borrowing RecordBatch
  ) -> TypeChecks {
    let index = Int(type.index)
    guard index >= 0 else { return TypeChecks("", catalogue: catalogue) }
    while checks.count <= index { checks.append(nil) }
    if let known = checks[index] { return known }
    let made = TypeChecks(batch.symbols.type.text(type), catalogue: catalogue)
    checks[index] = made
    return made
  }

  // MARK: - Facts

  private mutating func fact(
    of row: RecordRow,
    _ index: Int,
    _ zoneMinutes: Int16,
    _ batch: borrowing RecordBatch
  ) -> RowFact {
    let type = SymbolNumbers.of(row.type, in: &numbers.type, names, batch.symbols.type)
    let source = SymbolNumbers.of(row.source, in: &numbers.source, names, batch.symbols.source)
    let device = SymbolNumbers.of(row.device, in: &numbers.device, names, batch.symbols.device)
    let unit = SymbolNumbers.of(row.unit, in: &numbers.unit, names, batch.symbols.unit)
    let version = SymbolNumbers.of(row.version, in: &numbers.version, names, batch.symbols.version)
    let text = SymbolNumbers.of(row.text, in: &numbers.text, names, batch.symbols.value)
    let written = SymbolNumbers.of(row.writtenUnit, in: &numbers.unit, names, batch.symbols.unit)
    var identity = Fingerprint()
    identity.add(UInt64(row.kind.rawValue) << 8 | UInt64(row.valueKind.rawValue))
    identity.add(UInt64(UInt32(bitPattern: type)) << 32 | UInt64(UInt32(bitPattern: source)))
    identity.add(UInt64(UInt32(bitPattern: device)) << 32 | UInt64(UInt32(bitPattern: unit)))
    identity.add(UInt64(UInt32(bitPattern: version)) << 32 | UInt64(UInt32(bitPattern: text)))
    identity.add(UInt64(bitPattern: row.start.seconds))
    identity.add(UInt64(bitPattern: row.end.seconds))
    identity.add(UInt64(bitPattern: row.creation.seconds))
    identity.add(
      UInt64(UInt32(bitPattern: row.start.nanoseconds)) << 32
        | UInt64(UInt32(bitPattern: row.end.nanoseconds))
    )
    if row.valueKind == .decimal {
      identity.add(row.value.significand)
      identity.add(
        UInt64(bitPattern: Int64(row.value.exponent)) << 1 | (row.value.isNegative ? 1 : 0)
      )
    }
    let bytes = batch.arena.span
    if !row.valueText.isEmpty { identity.add(bytes, row.valueText.range) }
    if !row.metadata.isEmpty { identity.add(bytes, row.metadata.range) }
    if !row.details.isEmpty { identity.add(bytes, row.details.range) }
    if !row.uuid.isEmpty { identity.add(bytes, row.uuid.range) }
    let checks = row.kind == .sample ? typeChecks(row.type, batch) : TypeChecks()
    var uuid = Fingerprint.none
    if !row.uuid.isEmpty {
      uuid = Fingerprint()
      uuid.add(bytes, row.uuid.range)
    }
    let isDecimal = row.valueKind == .decimal
    return RowFact(
      row: Int32(index),
      offset: row.offset,
      kind: row.kind,
      type: type,
      source: source,
      device: device,
      unit: written >= 0 ? written : unit,
      text: text,
      start: row.start.seconds &* 1000 &+ Int64(row.start.nanoseconds / 1_000_000),
      end: row.end.seconds &* 1000 &+ Int64(row.end.nanoseconds / 1_000_000),
      hasStart: row.dates.contains(.start) && !row.dates.contains(.startIsDay),
      hasEnd: row.dates.isSuperset(of: [.start, .end]),
      value: isDecimal ? row.value.doubleValue : 0,
      hasValue: isDecimal,
      isCumulative: checks.isCumulative,
      isSleep: checks.isSleep,
      isMeasured: checks.plausible != nil && !checks.isCumulative,
      largestJump: checks.largestJump,
      offsetMinutes: row.start.offsetMinutes,
      zoneMinutes: zoneMinutes,
      identity: identity,
      uuid: uuid
    )
  }
}

/// The numbers of the names behind a worker's symbols.
private struct SymbolNumbers {
  var type: [Int32] = []
  var source: [Int32] = []
  var version: [Int32] = []
  var device: [Int32] = []
  var unit: [Int32] = []
  var text: [Int32] = []

  @inline(__always)
  static func of(
    _ symbol: Symbol,
    in known: inout [Int32],
    _ names: Names,
    _ table: borrowing SymbolTable
  ) -> Int32 {
    let index = Int(symbol.index)
    if index < 0 { return -1 }
    if index < known.count, known[index] >= 0 { return known[index] }
    let made = names.id(table.text(symbol))
    while known.count <= index { known.append(-1) }
    known[index] = made
    return made
  }
}
