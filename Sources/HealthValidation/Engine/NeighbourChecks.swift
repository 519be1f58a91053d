import ByteKit
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
    /// The figures of the message, which is only written when it is shown.
    var figures = (0.0, 0.0)
    /// The message itself, where figures are not enough.
    var text: String?

    /// What was found, in words.
    var message: String {
      if let text { return text }
      let (a, b) = figures
      return switch rule {
      case .duplicateExact: "the same as an earlier record"
      case .duplicateID: "another record has this id"
      case .timeOrder: "starts before the record of its type above it"
      case .unitMixed: "another unit than in earlier records"
      case .valueJump: "\(a.figure) after \(b.figure) within a day"
      case .duplicateNear: "\(a.figure) beside \(b.figure) at the same time"
      case .valueStuck: "\(a.figure) for the \(Int(b))th time in a row"
      case .workoutOverlap: "overlaps another of the same activity by \(Int(a)) s"
      case .sleepStageOverlap: "overlaps another stage by \(Int(a)) s"
      case .overlapSameSource: "overlaps an earlier record by \(Int(a)) s"
      case .overlapCrossSource: "shares \(Int(a)) s with another source"
      case .sourceInconsistent: "the source has another device at the same time"
      default: Rule.of(rule).title
      }
    }
  }

  private struct Interval {
    var start: Int64
    var end: Int64
    var source: Int32
    var device: Int32
    var text: Int32
    var identity: UInt64
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
  private static let kept = 32
  /// How often a value may come in a row.
  private static let stuckLimit = 50
  private static let day: Int64 = 86_400_000
  /// How many records make a series that two sources do not have in common by chance.
  private static let copyMinimum = 20

  private let settings: RuleSettings
  /// The number of the value `InBed`, which may lie over the stages of sleep.
  private let inBed: Int32
  private var series: [Series] = []
  /// Where the series of a kind, type and source is.
  private var places: [SeriesKey: Int] = [:]
  /// The last few of them: neighbours mostly belong to the same few series.
  private var recentPlaces: [4 of (key: SeriesKey, place: Int)] = .init(
    repeating: (SeriesKey(kind: .archive, type: -1, source: -1), 0)
  )
  private var nextRecent = 0
  /// The last intervals of each type, whatever their source, by the number of the type.
  private var latest: [[Interval]] = []
  private var seen: RepeatBook
  private var ids: RepeatBook
  /// The number of the input.
  private var input = 0
  /// The start of the last sample of each type in the input, by the number of the type.
  private var lastStarts: [Int64] = []
  private var isOutOfOrder = false

  init(_ settings: RuleSettings, inBed: Int32) {
    self.settings = settings
    self.inBed = inBed
    seen = RepeatBook(.again, limit: settings.fingerprintLimit)
    ids = RepeatBook(.otherTag, limit: settings.fingerprintLimit / 2)
  }

  /// Turns to an input; what is read from a pipe can't be read again.
  mutating func begin(input number: Int, isPipe: Bool) {
    input = number
    isOutOfOrder = false
    lastStarts.removeAll()
    if isPipe {
      seen.keepInMemory()
      ids.keepInMemory()
    }
  }

  /// Checks the rows of a chunk.
  mutating func check(_ facts: [RowFact], _ found: inout [Result]) {
    let findsRepeats = settings.isOn(.duplicateExact)
    let findsIDs = settings.isOn(.duplicateID)
    if findsRepeats { seen.prepare(for: facts) }
    for fact in facts {
      let place = RepeatPlace(input: input, offset: fact.offset)
      if findsRepeats, seen.insert(fact.identity, tag: 0, at: place) {
        found.append(Result(row: fact.row, rule: .duplicateExact))
      }
      if findsIDs, fact.uuid != .none, ids.insert(fact.uuid, tag: fact.identity.low, at: place) {
        found.append(Result(row: fact.row, rule: .duplicateID, column: .uuid))
      }
      if fact.kind == .sample { checkOrder(fact, &found) }
      if fact.kind == .sample || fact.kind == .workout { checkSeries(fact, &found) }
    }
  }

  /// Exports are sorted by type first, so the order is that within a type.
  private mutating func checkOrder(_ fact: RowFact, _ found: inout [Result]) {
    let type = Int(fact.type)
    guard !isOutOfOrder, type >= 0 else { return }
    while lastStarts.count <= type { lastStarts.append(.min) }
    if fact.start < lastStarts[type] {
      isOutOfOrder = true
      found.append(Result(row: fact.row, rule: .timeOrder, column: .startDate))
    }
    lastStarts[type] = fact.start
  }

  /// The repeats that became known at the end.
  mutating func late() throws(FileError) -> [LateFinding] {
    var result: [LateFinding] = []
    func add(_ rule: RuleID, _ column: Column?, _ place: RepeatPlace) {
      let text = Result(row: 0, rule: rule).message
      result.append(
        LateFinding(
          rule: rule,
          column: column,
          message: text,
          input: place.input,
          offset: place.offset
        )
      )
    }
    try seen.tellRest { add(.duplicateExact, nil, $0) }
    try ids.tellRest { add(.duplicateID, .uuid, $0) }
    return result
  }

  private mutating func checkSeries(_ fact: RowFact, _ found: inout [Result]) {
    let place = place(of: SeriesKey(kind: fact.kind, type: fact.type, source: fact.source))
    Self.checkValues(fact, &series[place], &found)
    if fact.hasEnd, fact.end > fact.start,
      fact.isCumulative || fact.isSleep || fact.kind == .workout
    {
      Self.checkOverlap(fact, inBed, &series[place], &found)
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
          column: .unit
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
            figures: (fact.value, series.lastValue)
          )
        )
      }
      if elapsed <= 2000, change > 0, change <= 0.001 * abs(series.lastValue) {
        found.append(
          Result(
            row: fact.row,
            rule: .duplicateNear,
            column: .value,
            figures: (fact.value, series.lastValue)
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
            figures: (fact.value, Double(stuckLimit))
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
    for other in series.recent
    where other.start < fact.end && fact.start < other.end && other.identity != fact.identity.low {
      let shared = min(other.end, fact.end) - max(other.start, fact.start)
      if fact.kind == .workout {
        if Double(shared) > 0.8 * Double(min(other.end - other.start, fact.end - fact.start)) {
          found.append(
            Result(
              row: fact.row,
              rule: .workoutOverlap,
              column: .startDate,
              figures: (Double(shared / 1000), 0)
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
              figures: (Double(shared / 1000), 0)
            )
          )
        }
      } else {
        // Two devices under one name explain the overlap.
        let isOtherDevice = other.device >= 0 && fact.device >= 0 && other.device != fact.device
        found.append(
          Result(
            row: fact.row,
            rule: isOtherDevice ? .sourceInconsistent : .overlapSameSource,
            column: isOtherDevice ? .device : .startDate,
            figures: (Double(shared / 1000), 0)
          )
        )
      }
      break
    }
    Self.remember(fact, in: &series.recent)
  }

  private mutating func checkOtherSources(_ fact: RowFact, _ found: inout [Result]) {
    let type = Int(fact.type)
    while latest.count <= type { latest.append([]) }
    for other in latest[type]
    where other.source != fact.source && other.start < fact.end && fact.start < other.end {
      let shared = min(other.end, fact.end) - max(other.start, fact.start)
      found.append(
        Result(
          row: fact.row,
          rule: .overlapCrossSource,
          column: .startDate,
          figures: (Double(shared / 1000), 0)
        )
      )
      break
    }
    Self.remember(fact, in: &latest[type])
  }

  /// The place of a series, made when it is new.
  private mutating func place(of key: SeriesKey) -> Int {
    for index in 0..<4 where recentPlaces[index].key == key { return recentPlaces[index].place }
    let place: Int
    if let known = places[key] {
      place = known
    } else {
      place = series.count
      series.append(Series())
      places[key] = place
    }
    recentPlaces[nextRecent] = (key, place)
    nextRecent = (nextRecent + 1) % 4
    return place
  }

  private static func remember(_ fact: RowFact, in recent: inout [Interval]) {
    // What ended before this one began is of no more use, unless the records are in no order.
    if recent.count >= kept / 2 { recent.removeAll { $0.end <= fact.start } }
    if recent.count >= kept, let first = recent.indices.min(by: { recent[$0].end < recent[$1].end })
    {
      recent.remove(at: first)
    }
    recent.append(
      Interval(
        start: fact.start,
        end: fact.end,
        source: fact.source,
        device: fact.device,
        text: fact.text,
        identity: fact.identity.low
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
  func copies(
    _ names: Names
  ) -> [(rule: RuleID, type: String, first: String, second: String, count: Int)] {
    var result: [(rule: RuleID, type: String, first: String, second: String, count: Int)] = []
    let long = places.map { (key: $0.key, value: series[$0.value]) }.filter {
      $0.key.kind == .sample && $0.value.count >= Self.copyMinimum
    }
    for (_, group) in Dictionary(grouping: long, by: \.key.type) {
      // Numbers of names come in the order of the threads.
      let sorted = group.map { (name: names.name($0.key.source), key: $0.key, value: $0.value) }
        .sorted { $0.name < $1.name }
      for (index, a) in sorted.enumerated() {
        for b in sorted[(index + 1)...] where a.value.count == b.value.count {
          let isCopy = a.value.signature == b.value.signature
          guard isCopy || a.value.hourSignature == b.value.hourSignature else { continue }
          result.append(
            (
              isCopy ? .duplicateCopy : .timeClockShift, names.name(a.key.type), a.name, b.name,
              a.value.count
            )
          )
        }
      }
    }
    return result.sorted { ($0.type, $0.first, $0.second) < ($1.type, $1.first, $1.second) }
  }
}
