import ByteKit
import JSONCodec

/// All records of one export of a person's data.
public struct Snapshot: Sendable {
  /// Its records in any order.
  public var records: [MergeRecord]
  /// When it was made, which decides between equals.
  public var exportDate: Timestamp?

  /// A snapshot of records.
  public init(_ records: [MergeRecord], exportDate: Timestamp? = nil) {
    self.records = records
    self.exportDate = exportDate
  }
}

/// The join of snapshots that fit in memory, written to be read: the engine must give the same.
public struct ArchiveJoin: Sendable {
  /// A record of the result.
  public struct Merged: Sendable {
    /// The record.
    public var record: MergeRecord
    /// The snapshots that hold it.
    public var origin: [Int]
    /// Whether an identified record is the same.
    public var isAlias: Bool
  }

  /// The result in its order.
  public private(set) var records: [Merged] = []
  /// How many records each outcome took away.
  public private(set) var outcomes: [MergeOutcome: Int] = [:]
  /// Twins that were removed on request.
  public private(set) var collapsed = 0

  /// Joins snapshots.
  public init(
    _ snapshots: [Snapshot],
    onConflict policy: ConflictPolicy = .newest,
    collapsesTwins: Bool = false
  ) {
    var byID: [StrongID: [BucketJoin.Candidate]] = [:]
    var buckets: [ContentKey: [BucketJoin.Candidate]] = [:]
    for (number, snapshot) in snapshots.enumerated() {
      for record in snapshot.records {
        let candidate = BucketJoin.Candidate(
          record: record,
          snapshot: number,
          exportDate: snapshot.exportDate,
          index: 0
        )
        if let id = record.id {
          byID[id, default: []].append(candidate)
        } else {
          buckets[record.key, default: []].append(candidate)
        }
      }
    }
    // An identified record may have moved in time: it is joined before it takes its place.
    for candidates in byID.values {
      let join = BucketJoin(candidates, policy: policy, collapsesTwins: false)
      for gone in join.gone { outcomes[gone.outcome, default: 0] += 1 }
      for kept in join.kept {
        for holder in kept.holders {
          buckets[kept.record.key, default: []].append(
            BucketJoin.Candidate(
              record: kept.record,
              snapshot: holder,
              exportDate: snapshots[holder].exportDate,
              index: 0
            )
          )
        }
        outcomes[.identical, default: 0] -= kept.holders.count - 1
      }
    }
    for candidates in buckets.values {
      let join = BucketJoin(candidates, policy: policy, collapsesTwins: collapsesTwins)
      for gone in join.gone { outcomes[gone.outcome, default: 0] += 1 }
      collapsed += join.collapsed.count
      for kept in join.kept {
        records.append(
          Merged(record: kept.record, origin: kept.holders, isAlias: kept.alias != nil)
        )
      }
    }
    records.sort { $0.record.precedes($1.record) }
  }
}
