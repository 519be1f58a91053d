import HealthFormats

/// How an archive is cut into parts.
public struct ShardPlan: Sendable {
  /// What stays together in one shard.
  public enum Key: String, Sendable, CaseIterable {
    /// Nothing: records go round.
    case record
    /// The records that start on one day of their own wall clock.
    case day
    /// The records of one type.
    case type
  }

  /// How many shards there are, at least 1.
  public var count: Int
  /// What stays together.
  public var key: Key

  /// A cut into `count` shards.
  public init(count: Int, by key: Key = .record) {
    self.count = count
    self.key = key
  }

  /// The name of a shard: its number before the endings, as in `all.2.csv.gz`.
  public func path(of shard: Int, _ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = path.dropLast(name.count)
    let point = name.dropFirst().firstIndex(of: ".") ?? name.endIndex
    return "\(folder)\(name[..<point]).\(shard)\(name[point...])"
  }
}
