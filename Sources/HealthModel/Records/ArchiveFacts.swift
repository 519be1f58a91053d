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
  /// What all shards of one archive share.
  public var archiveID: String?
  /// Which part of that archive this is.
  public var shard: Shard?
  /// What was merged into the archive, sorted by digest; records name them by their place.
  public var inputs: [Input] = []
  /// The name of the policy by which overlapping records were left out for good.
  public var resolved: String?

  /// Nothing known.
  public init() {}

  /// A part of an archive that was cut.
  public struct Shard: Sendable, Equatable {
    /// Its number, from 0.
    public var index: Int
    /// How many there are.
    public var count: Int

    /// The part of a number.
    public init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }
  }

  /// A file that was merged into an archive.
  public struct Input: Sendable, Equatable {
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String
    /// Its form: xml, csv, json or ndjson.
    public var format: String
    /// When it was exported.
    public var exportDate: Timestamp?

    /// A file by its digest.
    public init(sha256: String, format: String, exportDate: Timestamp? = nil) {
      self.sha256 = sha256
      self.format = format
      self.exportDate = exportDate
    }
  }
}
