import HealthModel

/// Checks records against those before them, in the order of the input.
///
/// What is kept is what may still matter: the last intervals of each series, not the series.
struct NeighbourChecks {
  /// A finding about a row.
  struct Result {
    var row: Int32
    var rule: RuleID
    var column: Column?
    var message: String
  }

  private struct Interval {
    var start: Int64
    var end: Int64
    var source: Int32
    var device: Int32
    var text: Int32
  }

  /// What is remembered of the samples of one type and source.
  private struct Series {
    var recent: [Interval] = []
    var lastStart: Int64 = .min
    var lastValue = 0.0
    var equalValues = 0
    var unit: Int32 = -1
    var isMixed = false
    /// Sums over records that do not depend on their order: of all of it, and with times only
    /// within the hour.
    var signature: UInt64 = 0
    var hourSignature: UInt64 = 0
    var count = 0
  }

  private struct SeriesKey: Hashable {
    var kind: RecordKind
    var type: Int32
    var source: Int32
  }

  /// How many intervals of a series are kept: more are never open at once in practice.
  private static let kept = 16
  /// How often a value may come in a row.
  private static let stuckLimit = 50
  private static let day: Int64 = 86_400_000
  /// How many records make a series that two sources do not have in common by chance.
  private static let copyMinimum = 20

  private let settings: RuleSettings
  /// The number of the value `InBed`, which may lie over the stages of sleep.
  private let inBed: Int32
  private var series: [SeriesKey: Series] = [:]
  private var latest: [Int32: [Interval]] = [:]
  private var seen = FingerprintSet()
  private var ids: [Fingerprint: Fingerprint] = [:]
  private var lastStart: Int64 = .min
  private var isOutOfOrder = false

  init(_ settings: RuleSettings, inBed: Int32) {
    self.settings = settings
    self.inBed = inBed
  }

  /// Checks the rows of a chunk.
  mutating func check(_ facts: [RowFact], _ found: inout [Result]) {
    for fact in facts {
      if settings.isOn(.duplicateExact), !seen.insert(fact.identity) {
        found.append(
          Result(row: fact.row, rule: .duplicateExact, message: "the same as an earlier record")
        )
      }
      if fact.uuid != .none {
        if let known = ids[fact.uuid] {
          if known != fact.identity {
            found.append(
              Result(
                row: fact.row,
                rule: .duplicateID,
                column: .uuid,
                message: "another record has this id"
              )
            )
          }
        } else {
          ids[fact.uuid] = fact.identity
        }
      }
      if fact.kind == .sample, !isOutOfOrder, fact.start < lastStart {
        isOutOfOrder = true
        found.append(
          Result(
            row: fact.row,
            rule: .timeOrder,
            column: .startDate,
            message: "starts before the record above it"
          )
        )
      }
      if fact.kind == .sample { lastStart = fact.start }
      if fact.kind == .sample || fact.kind == .workout { checkSeries(fact, &found) }
    }
  }

  private mutating func checkSeries(_ fact: RowFact, _ found: inout [Result]) {
    let key = SeriesKey(kind: fact.kind, type: fact.type, source: fact.source)
    Self.checkValues(fact, &series[key, default: Series()], &found)
    if fact.hasEnd, fact.end > fact.start,
      fact.isCumulative || fact.isSleep || fact.kind == .workout
    {
      Self.checkOverlap(fact, inBed, &series[key, default: Series()], &found)
    }
    if fact.isCumulative, fact.hasEnd, fact.end > fact.start, settings.isOn(.overlapCrossSource) {
      checkOtherSources(fact, &found)
    }
  }

  private static func checkValues(_ fact: RowFact, _ series: inout Series, _ found: inout [Result])
  {
    series.count += 1
    if fact.hasValue {
      series.signature &+= Self.mix(UInt64(bitPattern: fact.start) ^ fact.value.bitPattern)
      series.hourSignature &+= Self.mix(
        UInt64(bitPattern: fact.start % 3_600_000) ^ fact.value.bitPattern
      )
    }
    if series.unit >= 0, fact.unit >= 0, series.unit != fact.unit, !series.isMixed {
      series.isMixed = true
      found.append(
        Result(
          row: fact.row,
          rule: .unitMixed,
          column: .unit,
          message: "another unit than in earlier records"
        )
      )
    }
    if fact.unit >= 0 { series.unit = fact.unit }
    guard fact.hasValue, fact.isMeasured else { return }
    if series.lastStart > .min {
      let elapsed = abs(fact.start - series.lastStart)
      let change = abs(fact.value - series.lastValue)
      if elapsed <= Self.day, change > fact.largestJump * abs(series.lastValue) {
        found.append(
          Result(
            row: fact.row,
            rule: .valueJump,
            column: .value,
            message: "\(fact.value) after \(series.lastValue) within a day"
          )
        )
      }
      if elapsed <= 2000, change > 0, change <= 0.001 * abs(series.lastValue) {
        found.append(
          Result(
            row: fact.row,
            rule: .duplicateNear,
            column: .value,
            message: "\(fact.value) beside \(series.lastValue) at the same time"
          )
        )
      }
      series.equalValues = change == 0 && elapsed > 0 ? series.equalValues + 1 : 0
      if series.equalValues == Self.stuckLimit {
        found.append(
          Result(
            row: fact.row,
            rule: .valueStuck,
            column: .value,
            message: "\(fact.value) for the \(Self.stuckLimit)th time in a row"
          )
        )
      }
    }
    series.lastStart = fact.start
    series.lastValue = fact.value
  }

  private static func checkOverlap(
    _ fact: RowFact,
    _ inBed: Int32,
    _ series: inout Series,
    _ found: inout [Result]
  ) {
    for other in series.recent where other.start < fact.end && fact.start < other.end {
      let shared = min(other.end, fact.end) - max(other.start, fact.start)
      if fact.kind == .workout {
        if Double(shared) > 0.8 * Double(min(other.end - other.start, fact.end - fact.start)) {
          found.append(
            Result(
              row: fact.row,
              rule: .workoutOverlap,
              column: .startDate,
              message: "overlaps another of the same activity by \(shared / 1000) s"
            )
          )
        }
      } else if fact.isSleep {
        if other.text != fact.text, other.text != inBed, fact.text != inBed {
          found.append(
            Result(
              row: fact.row,
              rule: .sleepStageOverlap,
              column: .startDate,
              message: "overlaps another stage by \(shared / 1000) s"
            )
          )
        }
      } else {
        found.append(
          Result(
            row: fact.row,
            rule: .overlapSameSource,
            column: .startDate,
            message: "overlaps an earlier record by \(shared / 1000) s"
          )
        )
        if other.device >= 0, fact.device >= 0, other.device != fact.device {
          found.append(
            Result(
              row: fact.row,
              rule: .sourceInconsistent,
              column: .device,
              message: "the source has another device at the same time"
            )
          )
        }
      }
      break
    }
    Self.remember(fact, in: &series.recent)
  }

  private mutating func checkOtherSources(_ fact: RowFact, _ found: inout [Result]) {
    var recent = latest[fact.type] ?? []
    if let other = recent.first(where: {
      $0.source != fact.source && $0.start < fact.end && fact.start < $0.end
    }) {
      let shared = min(other.end, fact.end) - max(other.start, fact.start)
      found.append(
        Result(
          row: fact.row,
          rule: .overlapCrossSource,
          column: .startDate,
          message: "shares \(shared / 1000) s with another source"
        )
      )
    }
    Self.remember(fact, in: &recent)
    latest[fact.type] = recent
  }

  private static func remember(_ fact: RowFact, in recent: inout [Interval]) {
    if recent.count == kept { recent.removeFirst() }
    recent.append(
      Interval(
        start: fact.start,
        end: fact.end,
        source: fact.source,
        device: fact.device,
        text: fact.text
      )
    )
  }

  private static func mix(_ word: UInt64) -> UInt64 {
    var x = word &* 0x9E37_79B9_7F4A_7C15
    x ^= x >> 29
    x = x &* 0xBF58_476D_1CE4_E5B9
    return x ^ x >> 32
  }

  /// Sources whose samples of a type are the same, or the same but for whole hours.
  func copies() -> [(rule: RuleID, type: Int32, first: Int32, second: Int32, count: Int)] {
    var result: [(rule: RuleID, type: Int32, first: Int32, second: Int32, count: Int)] = []
    let long = series.filter { $0.key.kind == .sample && $0.value.count >= Self.copyMinimum }
    for (_, group) in Dictionary(grouping: long, by: \.key.type) {
      let sorted = group.sorted { $0.key.source < $1.key.source }
      for (index, a) in sorted.enumerated() {
        for b in sorted[(index + 1)...] where a.value.count == b.value.count {
          let isCopy = a.value.signature == b.value.signature
          guard isCopy || a.value.hourSignature == b.value.hourSignature else { continue }
          result.append(
            (
              isCopy ? .duplicateCopy : .timeClockShift, a.key.type, a.key.source, b.key.source,
              a.value.count
            )
          )
        }
      }
    }
    return result.sorted { ($0.type, $0.first, $0.second) < ($1.type, $1.first, $1.second) }
  }
}
