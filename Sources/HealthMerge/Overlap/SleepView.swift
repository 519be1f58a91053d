/// Which records of sleep count: one source a session, never a mix of stages of two.
public enum SleepView {
  /// A record of sleep.
  public struct Stage: Sendable {
    /// When it begins.
    public var start: Instant
    /// When it ends.
    public var end: Instant
    /// The case's short name, such as `InBed` or `AsleepCore`.
    public var value: String
    /// The folded name of the source.
    public var source: String
    /// The place of the source in the priority list, 0 for the first.
    public var priority: Int

    /// A record of sleep.
    public init(start: Instant, end: Instant, value: String, source: String, priority: Int) {
      self.start = start
      self.end = end
      self.value = value
      self.source = source
      self.priority = priority
    }
  }

  /// A longer pause than this ends a session.
  package static let pause: Instant = 3 * 3600 * 1_000_000_000

  /// The indexes of the records that count.
  ///
  /// Time in bed and sleep itself are two layers that may lie over each other. A session that grew
  /// (same source, same start) counts once, as long as it became.
  public static func counted(_ stages: [Stage]) -> [Int] {
    let inBed = stages.indices.filter { stages[$0].value == "InBed" }
    let asleep = stages.indices.filter { stages[$0].value != "InBed" }
    return (layer(inBed, stages) + layer(asleep, stages)).sorted()
  }

  private static func layer(_ indexes: [Int], _ stages: [Stage]) -> [Int] {
    struct Start: Hashable {
      var source: String
      var start: Instant
    }
    var longest: [Start: Int] = [:]
    for index in indexes {
      let key = Start(source: stages[index].source, start: stages[index].start)
      if let other = longest[key], stages[other].end >= stages[index].end { continue }
      longest[key] = index
    }
    let grown = longest.values.sorted {
      (stages[$0].start, stages[$0].end, $0) < (stages[$1].start, stages[$1].end, $1)
    }
    var counted: [Int] = []
    var session: [Int] = []
    var end = Instant.min
    for index in grown {
      if !session.isEmpty, stages[index].start - end > pause {
        counted += best(session, stages)
        session = []
      }
      end = session.isEmpty ? stages[index].end : max(end, stages[index].end)
      session.append(index)
    }
    return counted + best(session, stages)
  }

  /// The records of one source: the first by priority, then the one with more kinds of stage, then
  /// the one that covers more time.
  private static func best(_ session: [Int], _ stages: [Stage]) -> [Int] {
    let sources = Dictionary(grouping: session) { stages[$0].source }
    let ranked = sources.map { source, indexes in
      (
        source: source, priority: indexes.map { stages[$0].priority }.min() ?? 0,
        kinds: Set(indexes.map { stages[$0].value }).count,
        time: indexes.reduce(Instant(0)) { $0 + stages[$1].end - stages[$1].start }
      )
    }
    let best = ranked.min { a, b in
      if a.priority != b.priority { return a.priority < b.priority }
      if a.kinds != b.kinds { return a.kinds > b.kinds }
      if a.time != b.time { return a.time > b.time }
      return a.source.utf8.lexicographicallyPrecedes(b.source.utf8)
    }
    return best.flatMap { sources[$0.source] } ?? []
  }
}
