/// Nanoseconds since 1970; wide enough for the years 1 to 9999.
public typealias Instant = Int128

/// How records that overlap are ordered: the greatest one wins each instant.
///
/// The order is strict and total over different records, so that nothing depends on the input's
/// order.
public struct OverlapRank: Sendable, Comparable {
  /// The place of the source in the priority list, 0 for the first.
  public var priority: Int
  /// How long the whole record lasts; finer data win.
  public var duration: Instant
  /// The record's canonical bytes.
  public var content: [UInt8]

  /// A rank.
  public init(priority: Int, duration: Instant, content: [UInt8]) {
    self.priority = priority
    self.duration = duration
    self.content = content
  }

  /// Orders the record that wins last.
  public static func < (a: OverlapRank, b: OverlapRank) -> Bool {
    if a.priority != b.priority { return a.priority > b.priority }
    if a.duration != b.duration { return a.duration > b.duration }
    return a.content.lexicographicallyPrecedes(b.content)
  }
}

/// A record, or a piece of one, of a type whose values add up.
public struct OverlapInterval: Sendable {
  /// When the piece begins.
  public var start: Instant
  /// When it ends; the end itself is outside.
  public var end: Instant
  /// How long the record was before it was cut.
  public var wholeDuration: Instant { rank.duration }
  /// The folded name of the source.
  public var source: String
  /// Who wins against whom.
  public var rank: OverlapRank

  /// A piece from start to end.
  public init(start: Instant, end: Instant, source: String, rank: OverlapRank) {
    self.start = start
    self.end = end
    self.source = source
    self.rank = rank
  }
}

/// The view that counts each instant once: which part of which record counts.
public struct OverlapView: Sendable {
  /// A stretch of time that one record wins.
  public struct Piece: Sendable, Equatable {
    /// The index of the record among those given.
    public var index: Int
    /// When it begins.
    public var start: Instant
    /// When it ends.
    public var end: Instant
  }

  /// What counts, by start and end.
  public private(set) var pieces: [Piece] = []
  /// Records too long to be cut that finer ones touch: they don't count.
  public private(set) var coarse: [Int] = []
  /// Pairs of records too long to be cut that overlap each other: both count.
  public private(set) var coarsePairs: [(Int, Int)] = []

  /// Sweeps over intervals of one type.
  ///
  /// - Parameter limit: records longer than this are never cut and never cut others: a day's total
  ///   says nothing about an hour.
  /// - Parameter withinSource: whether records of one source that overlap are resolved too.
  public init(_ intervals: [OverlapInterval], limit: Instant, withinSource: Bool = true) {
    let fine = intervals.indices.filter { intervals[$0].wholeDuration <= limit }
    let order = Self.ranking(intervals)
    var spans = fine.filter { intervals[$0].end > intervals[$0].start }
    spans.sort { (intervals[$0].start, order[$0]) < (intervals[$1].start, order[$1]) }
    sweep(intervals, spans, order, withinSource)
    keepPoints(intervals, fine.filter { intervals[$0].end <= intervals[$0].start }, spans, order)
    keepCoarse(
      intervals,
      intervals.indices.filter { intervals[$0].wholeDuration > limit },
      fine,
      order
    )
    pieces.sort { ($0.start, $0.end, order[$0.index]) < ($1.start, $1.end, order[$1.index]) }
  }

  /// The place of each interval in the order of ranks; equal ranks share one.
  private static func ranking(_ intervals: [OverlapInterval]) -> [Int] {
    let sorted = intervals.indices.sorted {
      intervals[$0].rank < intervals[$1].rank
        || !(intervals[$1].rank < intervals[$0].rank) && $0 > $1
    }
    var places = [Int](repeating: 0, count: intervals.count)
    var place = 0
    for (position, index) in sorted.enumerated() {
      if position > 0, intervals[sorted[position - 1]].rank < intervals[index].rank { place += 1 }
      places[index] = place
    }
    return places
  }

  private mutating func sweep(
    _ intervals: [OverlapInterval],
    _ spans: [Int],
    _ order: [Int],
    _ withinSource: Bool
  ) {
    var cuts = spans.flatMap { [intervals[$0].start, intervals[$0].end] }
    cuts.sort()
    var open = OpenIntervals(order)
    var next = 0
    var last: [Int: Int] = [:]
    var previous: Instant?
    for cut in cuts where cut != previous {
      if let from = previous {
        for index in open.winners(at: from, intervals, withinSource) {
          // A stretch that goes on is one piece, in the name of the record that began it.
          let name = withinSource ? order[index] : index
          if let piece = last[name], pieces[piece].end == from {
            pieces[piece].end = cut
          } else {
            last[name] = pieces.count
            pieces.append(Piece(index: index, start: from, end: cut))
          }
        }
      }
      while next < spans.count, intervals[spans[next]].start == cut {
        open.insert(spans[next])
        next += 1
      }
      previous = cut
    }
  }

  /// A record without a duration counts whole unless a greater one covers its instant.
  private mutating func keepPoints(
    _ intervals: [OverlapInterval],
    _ points: [Int],
    _ spans: [Int],
    _ order: [Int]
  ) {
    var open = OpenIntervals(order)
    var next = 0
    for point in points.sorted(by: { intervals[$0].start < intervals[$1].start }) {
      let instant = intervals[point].start
      while next < spans.count, intervals[spans[next]].start <= instant {
        open.insert(spans[next])
        next += 1
      }
      if let top = open.top(at: instant, intervals), order[top] > order[point] { continue }
      pieces.append(Piece(index: point, start: instant, end: intervals[point].end))
    }
  }

  private mutating func keepCoarse(
    _ intervals: [OverlapInterval],
    _ long: [Int],
    _ fine: [Int],
    _ order: [Int]
  ) {
    if long.isEmpty { return }
    let touching = TouchIndex(fine.map { (intervals[$0].start, intervals[$0].end) })
    var seen: Set<Int> = []
    var kept: [Int] = []
    for index in long.sorted(by: { intervals[$0].start < intervals[$1].start }) {
      if touching.touches(intervals[index].start, intervals[index].end) {
        coarse.append(index)
        continue
      }
      // The same record twice is one.
      if !seen.insert(order[index]).inserted { continue }
      kept.append(index)
      pieces.append(
        Piece(index: index, start: intervals[index].start, end: intervals[index].end)
      )
    }
    var latest: Int?
    for index in kept {
      if let other = latest, intervals[index].start < intervals[other].end {
        coarsePairs.append((other, index))
      }
      if latest.map({ intervals[$0].end < intervals[index].end }) ?? true { latest = index }
    }
  }
}

/// The intervals that cover an instant, the greatest on top; those that ended are removed when they
/// come up.
private struct OpenIntervals {
  private let order: [Int]
  private var heap: [Int] = []

  init(_ order: [Int]) { self.order = order }

  mutating func insert(_ index: Int) {
    heap.append(index)
    var i = heap.count - 1
    while i > 0, isGreater(heap[i], heap[(i - 1) / 2]) {
      heap.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  mutating func top(at instant: Instant, _ intervals: [OverlapInterval]) -> Int? {
    while let first = heap.first, intervals[first].end <= instant {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      siftDown()
    }
    return heap.first
  }

  /// The greatest interval; all open ones of its source when a source is not resolved in itself.
  mutating func winners(
    at instant: Instant,
    _ intervals: [OverlapInterval],
    _ withinSource: Bool
  ) -> [Int] {
    guard let top = top(at: instant, intervals) else { return [] }
    if withinSource { return [top] }
    let source = intervals[top].source
    return heap.filter { intervals[$0].end > instant && intervals[$0].source == source }.sorted()
  }

  private func isGreater(_ a: Int, _ b: Int) -> Bool {
    order[a] != order[b] ? order[a] > order[b] : a < b
  }

  private mutating func siftDown() {
    var i = 0
    while true {
      var greatest = i
      for child in [2 * i + 1, 2 * i + 2]
      where child < heap.count && isGreater(heap[child], heap[greatest]) {
        greatest = child
      }
      if greatest == i { return }
      heap.swapAt(i, greatest)
      i = greatest
    }
  }
}

/// Whether any of many intervals overlaps another one.
private struct TouchIndex {
  private let starts: [Instant]
  /// The latest end among the intervals up to each start.
  private let ends: [Instant]

  init(_ intervals: [(start: Instant, end: Instant)]) {
    let sorted = intervals.sorted { $0.start < $1.start }
    starts = sorted.map(\.start)
    var latest = Instant.min
    ends = sorted.map { interval in
      latest = max(latest, interval.end)
      return latest
    }
  }

  func touches(_ start: Instant, _ end: Instant) -> Bool {
    // The last interval that begins before the end; one of those up to it may reach the start.
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < end { low = middle + 1 } else { high = middle }
    }
    return low > 0 && ends[low - 1] > start
  }
}
