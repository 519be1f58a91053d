import ByteKit
import HealthMerge

/// Counts each instant once, for entries that come by their starts: what `OverlapView` says, in
/// memory for what is open at one time only.
struct OverlapSweep {
  /// An entry that is open, or waits for its decision.
  private struct Open {
    var entry: Entry
    /// Whether a part of it was counted already.
    var isCounted = false
  }

  /// Longer entries are never cut and never cut others.
  private let limit: Instant
  private let rank: EntryRank
  /// Called with what counts: an entry, the part of it, and whether it is the entry's first part.
  private let take: (Entry, Instant, Instant, Bool) -> Void

  /// Spans that are open, the greatest first; those below it may have ended.
  private var open: [Open] = []
  /// From when on the greatest one counts.
  private var position = Instant.min
  /// The first span of its start, and what tells apart the spans of one start when there are more.
  private var span: Entry?
  private var twins: Set<Twin> = []
  /// Entries without a duration at `pointTime`.
  private var points: [Entry] = []
  private var pointTime = Instant.min
  /// Long entries that nothing finer has touched so far.
  private var long: [Entry] = []
  /// The latest end of a fine entry.
  private var fineEnd = Instant.min

  init(
    limit: Instant,
    isGreaterSource: @escaping (UInt32, UInt32) -> Bool,
    take: @escaping (Entry, Instant, Instant, Bool) -> Void
  ) {
    self.limit = limit
    rank = EntryRank(isGreaterSource: isGreaterSource)
    self.take = take
  }

  /// Takes the next entry.
  mutating func add(_ entry: Entry) {
    if !points.isEmpty, entry.start > pointTime { decidePoints() }
    if !long.isEmpty { closeLong(before: entry.start) }
    if entry.duration > limit {
      addLong(entry)
      return
    }
    if !long.isEmpty { long.removeAll { entry.start < $0.end && entry.end > $0.start } }
    fineEnd = max(fineEnd, entry.end)
    advance(to: entry.start)
    if entry.end <= entry.start {
      points.append(entry)
      pointTime = entry.start
      return
    }
    if isTwin(entry) { return }
    push(entry)
  }

  /// Decides about all that is left.
  mutating func finish() {
    decidePoints()
    closeLong(before: .max)
    advance(to: .max)
  }

  // MARK: Spans

  /// What makes two spans of one start the same.
  private struct Twin: Hashable {
    var end: Instant
    var value: ExactDecimal
    var source: UInt32
    var priority: UInt16

    init(_ entry: Entry) {
      end = entry.end
      value = entry.value.normalized
      source = entry.source
      priority = entry.priority
    }
  }

  /// Whether the same record was there already: twice is once.
  private mutating func isTwin(_ entry: Entry) -> Bool {
    guard let first = span, first.start == entry.start else {
      span = entry
      if !twins.isEmpty { twins.removeAll(keepingCapacity: true) }
      return false
    }
    if twins.isEmpty { twins.insert(Twin(first)) }
    return !twins.insert(Twin(entry)).inserted
  }

  private mutating func push(_ entry: Entry) {
    if let top = open.first {
      if rank.isGreater(entry, top.entry) {
        count(until: entry.start)
        position = entry.start
      }
    } else {
      position = entry.start
    }
    open.append(Open(entry: entry))
    let rank = rank
    open.siftUp(open.count - 1) { rank.isGreater($0.entry, $1.entry) }
  }

  /// Counts what ends up to an instant.
  private mutating func advance(to instant: Instant) {
    while let top = open.first, top.entry.end <= instant {
      count(until: top.entry.end)
      position = max(position, top.entry.end)
      repeat { removeTop() } while (open.first?.entry.end ?? .max) <= position
    }
  }

  /// Counts the part of the greatest one that reaches from `position` to an instant.
  private mutating func count(until instant: Instant) {
    guard instant > position else { return }
    take(open[0].entry, position, instant, !open[0].isCounted)
    open[0].isCounted = true
  }

  private mutating func removeTop() {
    let rank = rank
    _ = open.popHeap { rank.isGreater($0.entry, $1.entry) }
  }

  // MARK: Points

  private mutating func decidePoints() {
    for point in points {
      if let top = open.first?.entry, top.end > pointTime, rank.isGreater(top, point) { continue }
      take(point, point.start, point.end, true)
    }
    points.removeAll(keepingCapacity: true)
  }

  // MARK: Long entries

  private mutating func addLong(_ entry: Entry) {
    if fineEnd > entry.start { return }
    if long.contains(where: { $0.start == entry.start && Twin($0) == Twin(entry) }) { return }
    long.append(entry)
  }

  private mutating func closeLong(before instant: Instant) {
    long.removeAll { entry in
      guard entry.end <= instant else { return false }
      take(entry, entry.start, entry.end, true)
      return true
    }
  }
}

/// Which of two entries counts where they overlap.
private struct EntryRank {
  /// Whether a source stands before another among equals, by number.
  let isGreaterSource: (UInt32, UInt32) -> Bool

  /// Whether an entry wins against another: by priority, then the finer one, then by content.
  @inline(__always)
  func isGreater(_ a: Entry, _ b: Entry) -> Bool {
    if a.priority != b.priority { return a.priority < b.priority }
    let (first, second) = (a.duration, b.duration)
    if first != second { return first < second }
    return isGreaterContent(a, b)
  }

  /// Orders by what stands in the records' canonical text, in its order.
  private func isGreaterContent(_ a: Entry, _ b: Entry) -> Bool {
    if a.start != b.start { return a.start > b.start }
    if a.value != b.value {
      let (first, second) = (a.value.text, b.value.text)
      if first != second { return second.utf8.lexicographicallyPrecedes(first.utf8) }
    }
    return a.source != b.source && isGreaterSource(a.source, b.source)
  }
}
