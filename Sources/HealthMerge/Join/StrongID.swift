import JSONCodec

/// An identifier that its writer keeps from export to export.
public struct StrongID: Sendable, Hashable {
  /// Who gives such identifiers out, the surest first.
  public enum Namespace: UInt8, Sendable, CaseIterable {
    /// HealthKit's sync identifier, which comes with a version.
    case syncIdentifier
    /// HealthKit's external identifier.
    case externalUUID
    /// The record's own identifier.
    case uuid
    /// Health Connect's identifier of the writing app.
    case clientRecord
    /// A vendor's own identifier: Samsung, Garmin, Terra.
    case vendor

    /// The metadata keys that hold such identifiers; the record's own is no metadata.
    public var metadataKeys: [StaticString] {
      switch self {
      case .syncIdentifier: ["HKMetadataKeySyncIdentifier", "HKSyncIdentifier"]
      case .externalUUID: ["HKExternalUUID", "HKMetadataKeyExternalUUID"]
      case .uuid: []
      case .clientRecord: ["clientRecordId"]
      case .vendor: ["datauuid", "activityId", "summary_id"]
      }
    }
  }

  /// The metadata keys that hold the version of an identified record.
  public static let versionKeys: [StaticString] = [
    "HKMetadataKeySyncVersion", "HKSyncVersion", "clientRecordVersion",
  ]

  /// Who gave it out.
  public var namespace: Namespace
  /// The folded name of the source that wrote the record.
  public var source: String
  /// The identifier itself.
  public var text: String

  /// The strongest identifier of a canonical record, nil when it has none.
  public init?(_ record: JSONValue, source: String) {
    let metadata = record["metadata"]
    for namespace in Namespace.allCases {
      let found =
        namespace == .uuid
        ? record["uuid"]?.stringValue
        : namespace.metadataKeys.lazy.compactMap { Self.text(metadata?["\($0)"]) }.first
      if let found, !found.isEmpty {
        self.namespace = namespace
        self.source = source
        text = found
        return
      }
    }
    return nil
  }

  /// The version of a canonical record; 0 where none is written.
  public static func version(of record: JSONValue) -> Double {
    guard let metadata = record["metadata"] else { return 0 }
    for key in versionKeys {
      if let text = text(metadata["\(key)"]), let version = Double(text), version.isFinite {
        return version
      }
    }
    return 0
  }

  private static func text(_ value: JSONValue?) -> String? {
    value?.stringValue ?? value?.numberText ?? value?.elements?.first?.stringValue
  }
}
