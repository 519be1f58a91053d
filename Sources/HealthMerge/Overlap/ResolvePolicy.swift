/// What is done about records that overlap.
public enum ResolvePolicy: String, Sendable, CaseIterable {
  /// All records stay whole.
  case keepAll = "keep-all"
  /// Each instant is counted once; records are cut where a greater one covers them.
  case trim
  /// Of records that overlap only the greatest stays.
  case drop
  /// Each day belongs to the source with the largest sum.
  case maxSourcePerDay = "max-source-per-day"
  /// Each day belongs to the first source of the priority list that has data.
  case preferSourcePerDay = "prefer-source-per-day"

  /// Whether a file written so can't be merged again as if it were whole.
  public var isTerminal: Bool {
    switch self {
    case .keepAll, .trim: false
    case .drop, .maxSourcePerDay, .preferSourcePerDay: true
    }
  }
}

/// The whole-record policies, which say of each record whether it stays.
public enum WholeRecordView {
  /// Greedily keeps the greatest of every pair that overlaps; returns the indexes that stay.
  public static func drop(_ intervals: [OverlapInterval]) -> [Int] {
    var kept = KeptIntervals()
    let order = intervals.indices.sorted {
      intervals[$1].rank < intervals[$0].rank
        || !(intervals[$0].rank < intervals[$1].rank) && $0 < $1
    }
    return order.filter { kept.insert(intervals[$0].start, intervals[$0].end) }.sorted()
  }

  /// Keeps the source with the largest sum of the day, of equals the greater name.
  ///
  /// - Parameter values: the value of each interval.
  public static func largestSource<Value: Comparable>(
    _ intervals: [OverlapInterval],
    _ values: [Value],
    zero: Value,
    plus: (Value, Value) -> Value
  ) -> [Int] {
    var sums: [String: Value] = [:]
    for (interval, value) in zip(intervals, values) {
      sums[interval.source] = plus(sums[interval.source] ?? zero, value)
    }
    let best = sums.max { a, b in
      a.value != b.value ? a.value < b.value : a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
    }?.key
    return intervals.indices.filter { intervals[$0].source == best }
  }

  /// Keeps the source of the greatest record by priority, of equals the one with the finest data.
  public static func preferredSource(_ intervals: [OverlapInterval]) -> [Int] {
    let best = intervals.max { $0.rank < $1.rank }?.source
    return intervals.indices.filter { intervals[$0].source == best }
  }
}

/// Intervals of which no two overlap, sorted by start.
private struct KeptIntervals {
  private var starts: [Instant] = []
  private var ends: [Instant] = []

  /// Takes an interval unless it overlaps one that was taken.
  mutating func insert(_ start: Instant, _ end: Instant) -> Bool {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < start { low = middle + 1 } else { high = middle }
    }
    if low > 0, ends[low - 1] > start { return false }
    if low < starts.count, starts[low] < end { return false }
    if low < starts.count, starts[low] == start, ends[low] == end, start < end { return false }
    starts.insert(start, at: low)
    ends.insert(end, at: low)
    return true
  }
}
