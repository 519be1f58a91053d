/// Which workouts two sources recorded both.
public struct WorkoutView: Sendable {
  /// What is compared of a workout.
  public struct Entry: Sendable {
    /// The activity's short name.
    public var activity: String
    /// When it begins.
    public var start: Instant
    /// When it ends.
    public var end: Instant
    /// The folded name of the source.
    public var source: String
    /// Whether it has a route.
    public var hasRoute: Bool
    /// Whether it has statistics or samples of its own.
    public var hasSeries: Bool
    /// Who wins against whom among equals.
    public var rank: OverlapRank

    /// A workout.
    public init(
      activity: String,
      start: Instant,
      end: Instant,
      source: String,
      hasRoute: Bool,
      hasSeries: Bool,
      rank: OverlapRank
    ) {
      self.activity = activity
      self.start = start
      self.end = end
      self.source = source
      self.hasRoute = hasRoute
      self.hasSeries = hasSeries
      self.rank = rank
    }
  }

  /// The winner of each workout that is a duplicate, by its index.
  public private(set) var winnerOf: [Int: Int] = [:]
  /// Clusters with more workouts than sources: nobody can say what belongs together.
  public private(set) var unclear: [[Int]] = []

  private static let second: Instant = 1_000_000_000

  /// Finds pairs by activity, start, overlap and duration, and clusters of them.
  public init(_ workouts: [Entry]) {
    var cluster = Array(workouts.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while cluster[index] != index {
        cluster[index] = cluster[cluster[index]]
        index = cluster[index]
      }
      return index
    }
    let order = workouts.indices.sorted { workouts[$0].start < workouts[$1].start }
    var open: [Int] = []
    for index in order {
      open.removeAll {
        workouts[index].start - max(workouts[$0].end, workouts[$0].start) > 120 * Self.second
      }
      for other in open where Self.areSame(workouts[other], workouts[index]) {
        cluster[root(index)] = root(other)
      }
      open.append(index)
    }
    let clusters = Dictionary(grouping: order, by: root).values.filter { $0.count > 1 }
    for members in clusters.sorted(by: { $0[0] < $1[0] }) {
      guard members.count <= Set(members.map { workouts[$0].source }).count else {
        unclear.append(members)
        continue
      }
      guard let winner = members.max(by: { Self.isLess(workouts[$0], workouts[$1]) }) else {
        continue
      }
      for member in members where member != winner { winnerOf[member] = winner }
    }
  }

  private static func isLess(_ a: Entry, _ b: Entry) -> Bool {
    if a.hasRoute != b.hasRoute { return b.hasRoute }
    if a.hasSeries != b.hasSeries { return b.hasSeries }
    return a.rank < b.rank
  }

  private static func areSame(_ a: Entry, _ b: Entry) -> Bool {
    guard a.source != b.source, family(a.activity) == family(b.activity) else { return false }
    let x = a.end - a.start
    let y = b.end - b.start
    let longer = max(x, y)
    let shorter = min(x, y)
    guard (longer - shorter) * 100 <= longer * 15 else { return false }
    let distance = a.start < b.start ? b.start - a.start : a.start - b.start
    let overlap = min(a.end, b.end) - max(a.start, b.start)
    return distance <= 120 * second || shorter > 0 && overlap * 100 >= shorter * 80
  }

  /// Activities that two apps name differently.
  private static let families: [[String]] = [
    ["Walking", "Hiking"], ["Cycling", "HandCycling"],
    ["TraditionalStrengthTraining", "FunctionalStrengthTraining", "CoreTraining"],
    ["Swimming", "WaterFitness"], ["Elliptical", "CrossTraining"],
    ["Yoga", "Pilates", "Flexibility", "MindAndBody"],
  ]

  private static let familyOf: [String: Int] = Dictionary(
    families.enumerated().flatMap { number, names in names.map { ($0, number) } }
  ) { first, _ in first }

  private static func family(_ activity: String) -> String {
    familyOf[activity].map { "family \($0)" } ?? activity
  }
}
