/// The columns of the canonical table, which are also the keys of a canonical JSON record, in
/// order.
public enum Column: UInt8, Sendable, CaseIterable {
  /// The kind of record.
  case record
  /// The sample's type or the workout's activity, by its short name.
  case type
  /// When it begins, RFC 3339.
  case startDate
  /// When it ends, RFC 3339.
  case endDate
  /// A number in `unit`, or the short name of a category value.
  case value
  /// The unit of `value`.
  case unit
  /// A workout's duration in s.
  case duration
  /// A workout's distance in m.
  case totalDistance
  /// A workout's active energy in J.
  case totalEnergyBurned
  /// The name of the app or device that wrote the record.
  case sourceName
  /// The version of that source.
  case sourceVersion
  /// The device as an object of its parts.
  case device
  /// When the record was written, RFC 3339.
  case creationDate
  /// The record's identifier, where the input has one.
  case uuid
  /// Key and value pairs the writer attached.
  case metadata
  /// What only this kind of record has: members, events, statistics, rings, beats.
  case details

  /// The header text of the column and the key in JSON.
  public var name: StaticString {
    switch self {
    case .record: "record"
    case .type: "type"
    case .startDate: "startDate"
    case .endDate: "endDate"
    case .value: "value"
    case .unit: "unit"
    case .duration: "duration"
    case .totalDistance: "totalDistance"
    case .totalEnergyBurned: "totalEnergyBurned"
    case .sourceName: "sourceName"
    case .sourceVersion: "sourceVersion"
    case .device: "device"
    case .creationDate: "creationDate"
    case .uuid: "uuid"
    case .metadata: "metadata"
    case .details: "details"
    }
  }

  /// The columns of the table that holds only records of one kind.
  public static func columns(of kind: RecordKind) -> [Column] {
    let source: [Column] = [.sourceName, .sourceVersion, .device, .creationDate, .uuid, .metadata]
    return switch kind {
    case .sample: [.type, .startDate, .endDate, .value, .unit] + source + [.details]
    case .workout:
      [.type, .startDate, .endDate, .duration, .totalDistance, .totalEnergyBurned] + source
        + [.details]
    case .correlation: [.type, .startDate, .endDate] + source + [.details]
    case .activitySummary: [.startDate, .metadata, .details]
    case .characteristics: [.metadata, .details]
    case .archive: [.details]
    case .other: [.type, .startDate, .endDate] + source + [.details]
    }
  }

  /// The columns that records of a kind have, a bit each, by the kind's number.
  private static let bits: [UInt16] = RecordKind.allCases.map { kind in
    ([.record] + columns(of: kind)).reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// The columns that records of a kind have, a bit each at the column's number.
  public static func bits(of kind: RecordKind) -> UInt16 { bits[Int(kind.rawValue)] }
}
