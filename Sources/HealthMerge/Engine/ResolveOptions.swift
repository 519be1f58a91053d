import ByteKit
import HealthFormats
import HealthModel
import JSONCodec

/// What is done about records that say the same twice over.
public struct ResolveOptions: Sendable {
  /// What happens to records that overlap.
  public var policy = ResolvePolicy.keepAll
  /// Whether records that don't count are written with the reason.
  public var writesMarks = false
  /// Which source counts first.
  public var priority = SourcePriority()
  /// Longer records are never cut and never cut others.
  public var longestSplit: Instant = 3600 * 1_000_000_000
  /// Whether records of one source are resolved against each other.
  public var withinSource = true

  /// Everything stays.
  public init() {}

  var isNeeded: Bool { policy != .keepAll || writesMarks }
}

/// What kind of overlap a record takes part in.
enum OverlapFamily: Sendable, Hashable {
  /// None: both stay, whatever the instants.
  case discrete
  /// Values that add up, or lengths of time.
  case additive
  /// Time in bed and stages of sleep.
  case sleep
  /// Workouts that two sources recorded.
  case workout

  /// Categories whose meaning is how long they last.
  static let durations: Set<String> = [
    "MindfulSession", "HandwashingEvent", "ToothbrushingEvent", "AppleStandTime",
  ]

  init(_ series: SeriesTable.Series, catalogue: Catalogue = .standard) {
    switch series.kind {
    case .workout: self = .workout
    case .sample:
      if series.type == "SleepAnalysis" {
        self = .sleep
      } else if catalogue.quantity(series.type)?.aggregation == .cumulative
        || Self.durations.contains(series.type)
      {
        self = .additive
      } else {
        self = .discrete
      }
    default: self = .discrete
    }
  }
}

/// Sources that only repeat another one: by type, the copy and its original.
struct RepublishedSources {
  var originals: [String: [String: String]] = [:]

  func original(of series: SeriesTable.Series) -> String? {
    originals[series.type]?[series.source]
  }
}

/// Counts which sources repeat which, in a run of its own before the records are written.
final class RepublishedCounter: MergedTaker {
  private let series: SeriesTable
  private let reading: LineReading
  private let priority: SourcePriority
  private var known: [SeriesTable.Series] = []
  private var counters: [String: RepublishedView.Counter] = [:]
  private var numbers: [String: Int] = [:]
  private var names: [String] = []
  private var classes: [String: SourcePriority.Class] = [:]

  init(_ priority: SourcePriority, series: SeriesTable, form: RowLines.Form) {
    self.priority = priority
    self.series = series
    reading = LineReading(form: form)
  }

  func take(_ item: MergedItem) throws(MergeInterruption) {
    if Int(item.entry.series) >= known.count { known = series.all }
    let place = known[Int(item.entry.series)]
    guard place.kind == .sample, !item.entry.flags.contains(.textValue), !item.isAlias,
      let text = reading.value(item.entry, of: item.block), let value = Double(text)
    else { return }
    let number = numbers[place.source] ?? names.count
    if number == names.count {
      numbers[place.source] = number
      names.append(place.source)
    }
    if classes[place.source] == nil, let record = reading.record(item.entry, of: item.block) {
      classes[place.source] = SourcePriority.classify(record.json)
    }
    counters[place.type, default: RepublishedView.Counter()].add(
      RepublishedView.Entry(
        start: item.entry.startSeconds,
        value: value,
        lastPlace: Self.lastPlace(text),
        source: number
      )
    )
  }

  func finish() throws(MergeInterruption) {}

  private static func lastPlace(_ text: String) -> Int {
    guard !text.contains("e"), let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return 0
    }
    return -text.utf8.distance(from: point, to: text.utf8.endIndex) + 1
  }

  /// The copies that were found.
  func sources() -> RepublishedSources {
    var result = RepublishedSources()
    for (type, counter) in counters {
      func place(_ source: Int) -> Int {
        priority.place(of: names[source], type: type, class: classes[names[source]] ?? .app)
      }
      let copies = counter.copies { a, b in
        let x = place(a)
        let y = place(b)
        if x != y { return x < y }
        let first = counter.records[a] ?? 0
        let second = counter.records[b] ?? 0
        if first != second { return first > second }
        return names[a].utf8.lexicographicallyPrecedes(names[b].utf8)
      }
      for (copy, original) in copies {
        result.originals[type, default: [:]][names[copy]] = names[original]
      }
    }
    return result
  }
}

extension LineReading {
  /// The text of the value; nil when there is none.
  func value(_ entry: MergeEntry, of block: RecordBlock) -> String? {
    let bytes = block.bytes
    let span = bytes.span
    var i = entry.line.lowerBound
    let end = entry.line.upperBound
    if form == .csv {
      // record,type,startDate,endDate,value: the names and dates before it have no commas.
      for _ in 0..<4 {
        guard let comma = span.firstOffset(of: UInt8(ascii: ","), from: i, to: end) else {
          return nil
        }
        i = comma + 1
      }
      guard let comma = span.firstOffset(of: UInt8(ascii: ","), from: i, to: end), comma > i
      else { return nil }
      return span.text(i..<comma)
    }
    while let quote = span.firstOffset(of: UInt8(ascii: "\""), from: i, to: end) {
      if span.starts(with: "\"value\":", at: quote) {
        let start = quote + 8
        var stop = start
        while stop < end, span[stop] != UInt8(ascii: ","), span[stop] != UInt8(ascii: "}") {
          stop += 1
        }
        return span.text(start..<stop)
      }
      i = quote + 1
    }
    return nil
  }
}
