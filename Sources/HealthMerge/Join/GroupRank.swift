import ByteKit
import JSONCodec

/// Records of one snapshot that are one version of the same thing: all without an identifier that
/// share a content key, or one with an identifier.
struct RecordGroup {
  /// In the order of their bytes.
  var members: [MergeRecord]
  /// The input, or the shards of one archive, that they come from.
  var snapshot: Int
  /// When that snapshot was exported.
  var exportDate: Timestamp?

  init(_ members: [MergeRecord], snapshot: Int, exportDate: Timestamp?) {
    self.members = members.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    self.snapshot = snapshot
    self.exportDate = exportDate
  }

  var rank: GroupRank { GroupRank(self) }

  func hasSameBytes(as other: RecordGroup) -> Bool {
    members.count == other.members.count
      && zip(members, other.members).allSatisfy { $0.bytes == $1.bytes }
  }
}

/// The total order that decides which group stays: the greater one.
///
/// A tolerance would not be transitive, so rounding only names what happened.
struct GroupRank: Comparable {
  private let version: Double
  private let members: Int
  private let digits: Int
  private let metadataKeys: Int
  private let seconds: Int64
  private let nanoseconds: Int32
  private let bytes: [[UInt8]]

  init(_ group: RecordGroup) {
    version = group.members.lazy.map(\.version).max() ?? 0
    members = group.members.count
    digits = group.members.reduce(0) { $0 + $1.digits }
    metadataKeys = group.members.reduce(0) { $0 + $1.metadataKeys }
    seconds = group.exportDate?.seconds ?? .min
    nanoseconds = group.exportDate?.nanoseconds ?? 0
    bytes = group.members.map(\.bytes)
  }

  static func < (a: GroupRank, b: GroupRank) -> Bool {
    if a.version != b.version { return a.version < b.version }
    if a.members != b.members { return a.members < b.members }
    if a.digits != b.digits { return a.digits < b.digits }
    if a.metadataKeys != b.metadataKeys { return a.metadataKeys < b.metadataKeys }
    if a.seconds != b.seconds { return a.seconds < b.seconds }
    if a.nanoseconds != b.nanoseconds { return a.nanoseconds < b.nanoseconds }
    for (x, y) in zip(a.bytes, b.bytes) where x != y { return x.lexicographicallyPrecedes(y) }
    return false
  }
}

extension RecordGroup {
  /// What became of this group when another took its place.
  func outcome(replacedBy winner: RecordGroup) -> MergeOutcome {
    if hasSameBytes(as: winner) { return .identical }
    let own = members.lazy.map(\.version).max() ?? 0
    let other = winner.members.lazy.map(\.version).max() ?? 0
    if own != other { return own < other ? .newerVersion : .conflict }
    guard members.count <= winner.members.count else { return .conflict }
    var difference: Agreement = members.count < winner.members.count ? .loserLacks : []
    // Both are sorted alike, so the best partner of a member is the next one that agrees.
    var rest = winner.byValue[...]
    for member in byValue {
      var found: Agreement?
      while let candidate = rest.popFirst() {
        let agreement = Agreement.of(winner: candidate.json, loser: member.json)
        if !agreement.contains(.contradicts) {
          found = agreement
          break
        }
        if members.count == winner.members.count { break }
      }
      guard let found else { return .conflict }
      difference.formUnion(found)
    }
    if difference.contains(.loserLacks) { return .richer }
    return difference.contains(.rounding) ? .rounding : .identical
  }

  private var byValue: [MergeRecord] {
    guard members.count > 1 else { return members }
    let values = members.map { Double($0.json["value"]?.numberText ?? "") ?? 0 }
    return members.indices.sorted { values[$0] < values[$1] || values[$0] == values[$1] && $0 < $1 }
      .map { members[$0] }
  }
}
