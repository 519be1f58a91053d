/// What was taken out of records, or put in another's place, before they were shared.
public struct SharingCounts: Sendable, Equatable {
  /// The parts of records that can be removed or replaced.
  public enum Field: UInt8, Sendable, CaseIterable {
    /// Name and version of the source.
    case source
    /// The device.
    case device
    /// When the record was written.
    case creationDate
    /// Identifiers: the record's own, and those in metadata.
    case uuid
    /// What the writer attached.
    case metadata
    /// What is nested in a record: members, events, routes, beats, unknown elements.
    case details

    /// The name in summaries and manifests.
    public var name: String { "\(self)" }
  }

  /// Records left out, in the order of `RecordKind.allCases`.
  public private(set) var records = [Int](repeating: 0, count: RecordKind.allCases.count)
  /// Parts removed, in the order of `Field.allCases`.
  public private(set) var removed = [Int](repeating: 0, count: Field.allCases.count)
  /// Parts replaced by pseudonyms, in the order of `Field.allCases`.
  public private(set) var replaced = [Int](repeating: 0, count: Field.allCases.count)
  /// Dates that were moved or cut to their day.
  public private(set) var dates = 0

  /// Nothing done.
  public init() {}

  /// Counts a record that is left out.
  public mutating func leaveOut(_ kind: RecordKind) { records[Int(kind.rawValue)] += 1 }

  /// Counts a part that is removed.
  public mutating func remove(_ field: Field) { removed[Int(field.rawValue)] += 1 }

  /// Counts a part that gets a pseudonym.
  public mutating func replace(_ field: Field) { replaced[Int(field.rawValue)] += 1 }

  /// Counts dates that are changed.
  public mutating func change(dates count: Int) { dates += count }

  /// Adds other counts.
  public static func += (total: inout SharingCounts, part: SharingCounts) {
    for index in total.records.indices { total.records[index] += part.records[index] }
    for index in total.removed.indices { total.removed[index] += part.removed[index] }
    for index in total.replaced.indices { total.replaced[index] += part.replaced[index] }
    total.dates += part.dates
  }
}
