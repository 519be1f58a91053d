import ByteKit

/// What an archive says of itself.
public struct ArchiveFacts: Sendable, Equatable {
  /// When the export was made.
  public var exportDate: Timestamp?
  /// The locale of the device that made it, such as `en_US`.
  public var locale: String?
  /// The version in the comment of Apple's DTD.
  public var exportVersion: Int?
  /// The version of the canonical file the facts were read from.
  public var version: Int?

  /// Nothing known.
  public init() {}
}
