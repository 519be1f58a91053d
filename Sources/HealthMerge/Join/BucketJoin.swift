import ByteKit

/// All records of one content key, those with identifiers too, joined.
///
/// This is where records meet; both the readable reference and the streaming engine use it.
struct BucketJoin {
  /// A record with the snapshot it comes from.
  struct Candidate {
    var record: MergeRecord
    var snapshot: Int
    var exportDate: Timestamp?
    /// Where the caller keeps it.
    var index: Int
  }

  /// A record that stays.
  struct Kept {
    var record: MergeRecord
    var index: Int
    /// The snapshots that hold it, ascending.
    var holders: [Int]
    /// Where the caller keeps the records of the groups that are the same.
    var same: [Int]
    /// The identified record that is the same under another key.
    var alias: MergeRecord?
  }

  /// A record that went.
  struct Gone {
    var index: Int
    var outcome: MergeOutcome
    /// The record that took its place.
    var winner: Int
  }

  var kept: [Kept] = []
  var gone: [Gone] = []
  /// Equal members that were removed on request, by their index.
  var collapsed: [Int] = []
  /// Both sides of conflicts that were kept.
  var keptConflicts = 0

  init(_ candidates: [Candidate], policy: ConflictPolicy, collapsesTwins: Bool) {
    var bySnapshot: [Int: [Int]] = [:]
    var byID: [StrongID: [Int]] = [:]
    for (place, candidate) in candidates.enumerated() {
      if let id = candidate.record.id {
        byID[id, default: []].append(place)
      } else {
        bySnapshot[candidate.snapshot, default: []].append(place)
      }
    }
    let plain = bySnapshot.sorted { $0.key < $1.key }.map(\.value)
    if !plain.isEmpty { join(plain, candidates, policy, collapsesTwins) }
    for places in byID.values { join(places.map { [$0] }, candidates, policy, false) }
    findAliases()
    kept.sort { $0.record.precedes($1.record) }
  }

  private mutating func join(
    _ sides: [[Int]],
    _ candidates: [Candidate],
    _ policy: ConflictPolicy,
    _ collapsesTwins: Bool
  ) {
    // The members of a group are sorted by bytes, and so must be the places they came from.
    let sorted = sides.map { side in
      side.sorted {
        candidates[$0].record.bytes.lexicographicallyPrecedes(candidates[$1].record.bytes)
      }
    }
    let groups = sorted.map { side in
      RecordGroup(
        side.map { candidates[$0].record },
        snapshot: candidates[side[0]].snapshot,
        exportDate: side.compactMap { candidates[$0].exportDate }
          .max { ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds) }
      )
    }
    let result = GroupJoin(groups, policy)
    keptConflicts += result.keptConflicts.reduce(0) { $0 + sorted[$1].count }
    for (place, group) in result.kept.enumerated() {
      let same = result.holders[place].flatMap { sorted[$0] }
      let holders = Set(same.map { candidates[$0].snapshot }).sorted()
      let indexes = same.map { candidates[$0].index }
      var previous: MergeRecord?
      for place in sorted[group] {
        let candidate = candidates[place]
        if collapsesTwins, let previous,
          Agreement.of(winner: previous.json, loser: candidate.record.json).isEmpty
        {
          collapsed.append(candidate.index)
          continue
        }
        previous = candidate.record
        kept.append(
          Kept(
            record: candidate.record,
            index: candidate.index,
            holders: holders,
            same: indexes
          )
        )
      }
    }
    let winner = sorted[result.kept[0]][0]
    for (group, outcome) in result.replaced {
      for place in sorted[group] {
        gone.append(
          Gone(index: candidates[place].index, outcome: outcome, winner: candidates[winner].index)
        )
      }
    }
  }

  /// A record without an identifier that measures the same as one with an identifier.
  private mutating func findAliases() {
    let identified = kept.filter { $0.record.id != nil }
    if identified.isEmpty { return }
    for index in kept.indices where kept[index].record.id == nil {
      kept[index].alias =
        identified.first { other in
          !Agreement.ofMeasures(other.record.json, kept[index].record.json).contains(.contradicts)
        }?.record
    }
  }
}

extension MergeRecord {
  /// The order of a merged archive: start, end, type, source, kind, bytes.
  func precedes(_ other: MergeRecord) -> Bool {
    for (a, b) in [(start, other.start), (end, other.end)] {
      let x = (a?.seconds ?? .min, a?.nanoseconds ?? 0)
      let y = (b?.seconds ?? .min, b?.nanoseconds ?? 0)
      if x != y { return x < y }
    }
    if key != other.key { return key < other.key }
    return bytes.lexicographicallyPrecedes(other.bytes)
  }
}
