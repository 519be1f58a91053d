/// Which sources only repeat what another one measured.
public enum RepublishedView {
  /// A record of one type.
  public struct Entry: Sendable {
    /// Seconds since 1970.
    public var start: Int64
    /// The number, as a double: rounding is part of the comparison.
    public var value: Double
    /// The power of ten of the last digit of the value.
    public var lastPlace: Int
    /// The number of the source.
    public var source: Int

    /// A record.
    public init(start: Int64, value: Double, lastPlace: Int, source: Int) {
      self.start = start
      self.value = value
      self.lastPlace = lastPlace
      self.source = source
    }
  }

  /// Fewer records than this say nothing.
  static let fewest = 5
  /// A copy has at least this many partners in a hundred.
  static let share = 80
  /// Partners start within this many seconds.
  static let distance: Int64 = 2

  /// Counts of partners, filled record by record in the order of their starts.
  public struct Counter: Sendable {
    private var window: [Entry] = []
    private var first = 0
    /// How many records each source has.
    public private(set) var records: [Int: Int] = [:]
    /// Of the records of one source, how many have a partner in another.
    public private(set) var partners: [Pair: Int] = [:]
    private var matched: [Set<Int>] = []

    /// A counter of one type.
    public init() {}

    /// Takes the next record.
    public mutating func add(_ entry: Entry) {
      records[entry.source, default: 0] += 1
      while first < window.count, entry.start - window[first].start > RepublishedView.distance {
        first += 1
      }
      if first > 4_096 {
        window.removeFirst(first)
        matched.removeFirst(first)
        first = 0
      }
      var own: Set<Int> = []
      for index in first..<window.count where window[index].source != entry.source {
        guard RepublishedView.agree(window[index], entry) else { continue }
        if own.insert(window[index].source).inserted {
          partners[Pair(copy: entry.source, of: window[index].source), default: 0] += 1
        }
        if matched[index].insert(entry.source).inserted {
          partners[Pair(copy: window[index].source, of: entry.source), default: 0] += 1
        }
      }
      window.append(entry)
      matched.append(own)
    }

    /// The sources that are copies, each with the one it repeats.
    ///
    /// - Parameter precedes: whether a source is rather the original than another.
    public func copies(precedes: (Int, Int) -> Bool) -> [Int: Int] {
      var result: [Int: Int] = [:]
      let order = records.keys.sorted { precedes($0, $1) || !precedes($1, $0) && $0 < $1 }
      for copy in order.reversed() {
        guard let count = records[copy], count >= RepublishedView.fewest else { continue }
        // The best original; one that is a copy itself stands for its own.
        let original = order.first { source in
          guard source != copy, result[source] == nil else { return false }
          let pairs = partners[Pair(copy: copy, of: source)] ?? 0
          guard pairs * 100 >= count * RepublishedView.share else { return false }
          // When each repeats the other, the one that stands first is the original.
          let back = partners[Pair(copy: source, of: copy)] ?? 0
          let isMutual = back * 100 >= (records[source] ?? 0) * RepublishedView.share
          return !isMutual || precedes(source, copy) || !precedes(copy, source) && source < copy
        }
        if let original { result[copy] = original }
      }
      return result
    }
  }

  /// A source and one that it may repeat.
  public struct Pair: Sendable, Hashable {
    var copy: Int
    var original: Int

    init(copy: Int, of original: Int) {
      self.copy = copy
      self.original = original
    }
  }

  private static func agree(_ a: Entry, _ b: Entry) -> Bool {
    if a.value == b.value { return true }
    let step = Double(exponent: max(a.lastPlace, b.lastPlace))
    return abs(a.value - b.value) <= step / 2 * 1.000_000_1
  }
}

extension Double {
  /// A power of ten.
  fileprivate init(exponent: Int) {
    self = Double("1e\(max(-300, min(300, exponent)))") ?? 1
  }
}
