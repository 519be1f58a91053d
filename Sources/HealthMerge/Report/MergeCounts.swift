import ByteKit
import HealthModel

/// What became of the records of a type and source.
public struct MergeCounts: Sendable, Equatable {
  /// Records read.
  public var read = 0
  /// Records in the output.
  public var written = 0
  /// Records another one took the place of, by why.
  public var replaced: [MergeOutcome: Int] = [:]
  /// Twins that were removed on request.
  public var collapsed = 0
  /// Records that stay although an identified one is the same.
  public var alias = 0
  /// Both sides of conflicts that were kept.
  public var keptConflicts = 0
  /// Records left out because their whole time belongs to others, on request.
  public var overlapped = 0
  /// Records too long to be cut that finer ones touch, left out on request.
  public var coarseOverlap = 0
  /// Workouts that another source recorded too.
  public var duplicateWorkout = 0
  /// Records of a source that only repeats another.
  public var republished = 0
  /// Records that were cut.
  public var trimmed = Trimmed()
  /// Pieces beyond the first of records that were cut.
  public var pieces = 0

  /// What cutting took away.
  public struct Trimmed: Sendable, Equatable {
    /// Records that lost a part.
    public var records = 0
    /// The seconds they lost.
    public var seconds = 0.0
    /// The sum of the values they lost, in the type's unit.
    public var amount = 0.0
  }

  /// Nothing read.
  public init() {}

  /// Whether each record read is written or in exactly one counter.
  public var isConserved: Bool {
    read + pieces == written + replaced.values.reduce(0, +) + collapsed + leftOut
  }

  /// Records that were left out, each counted once whatever the reasons.
  public var leftOut = 0

  /// Adds other counts.
  public static func += (sum: inout MergeCounts, part: MergeCounts) {
    sum.read += part.read
    sum.written += part.written
    sum.replaced.merge(part.replaced, uniquingKeysWith: +)
    sum.collapsed += part.collapsed
    sum.alias += part.alias
    sum.keptConflicts += part.keptConflicts
    sum.overlapped += part.overlapped
    sum.coarseOverlap += part.coarseOverlap
    sum.duplicateWorkout += part.duplicateWorkout
    sum.republished += part.republished
    sum.trimmed.records += part.trimmed.records
    sum.trimmed.seconds += part.trimmed.seconds
    sum.trimmed.amount += part.trimmed.amount
    sum.pieces += part.pieces
    sum.leftOut += part.leftOut
  }
}

/// A conflict, with where both sides stand.
public struct MergeConflict: Sendable {
  /// Where a record was read.
  public struct Place: Sendable {
    /// The file.
    public var path: String
    /// The byte offset in its decoded text.
    public var byteOffset: Int
  }

  /// The type.
  public var type: String
  /// When the record begins.
  public var start: Timestamp?
  /// The record that stays.
  public var winner: Place
  /// The one that went, or stays too.
  public var loser: Place
  /// Both records as canonical JSON.
  public var records: (winner: String, loser: String)
}

/// What a merge did: the loss report.
public struct MergeReport: Sendable {
  /// How many conflicts are kept as examples.
  public static let examplesKept = 20

  /// Counts of a type and source.
  public struct Series: Sendable {
    /// The kind of record.
    public var kind: RecordKind
    /// The type's canonical name, empty for kinds without one.
    public var type: String
    /// The folded name of the source.
    public var source: String
    /// The counts.
    public var counts: MergeCounts
  }

  /// Counts by type and source, in their order.
  public internal(set) var series: [Series] = []
  /// All counts.
  public internal(set) var total = MergeCounts()
  /// The first conflicts.
  public internal(set) var conflicts: [MergeConflict] = []
  /// Metadata keys that only records have that went, with how many.
  public internal(set) var lostMetadataKeys: [String: Int] = [:]
  /// Source names that are the same but for blanks and apostrophes.
  public internal(set) var unitedSources: [String: [String]] = [:]
  /// Records that were replaced by one with another UTC offset.
  public internal(set) var offsetChanges = 0
  /// Sources that repeat another one: by type, the copy and its original.
  public internal(set) var republished: [(type: String, copy: String, original: String)] = []
  /// Clusters of workouts of which nobody can say what belongs together.
  public internal(set) var unclearWorkouts = 0
  /// Pairs of records too long to be cut that overlap; both count.
  public internal(set) var coarsePairs = 0

  /// Nothing merged.
  public init() {}
}
