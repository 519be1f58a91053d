import ByteKit

/// Why a zip archive, or an entry of it, cannot be read.
public struct ZipError: Error, Sendable, Equatable {
  /// What is wrong; the raw value is a stable code.
  public enum Kind: String, Sendable, CaseIterable {
    /// There are no bytes at all.
    case emptyFile = "empty-file"
    /// The bytes do not begin as a zip archive does, nor end as one.
    case notZip = "not-zip"
    /// The record at the end is missing: the file is probably cut off.
    case noEndOfCentralDirectory = "no-end-of-central-directory"
    /// The archive has several volumes.
    case multipleVolumes = "multiple-volumes"
    /// The list of entries is not where, or not what, it should be.
    case badCentralDirectory = "bad-central-directory"
    /// The entry's own header is not where, or not what, the list of entries says.
    case badLocalHeader = "bad-local-header"
    /// The file or the entry's data end too early.
    case truncated = "truncated"
    /// The entry is encrypted.
    case encrypted = "encrypted"
    /// The entry is compressed with a method other than stored or deflate.
    case unsupportedMethod = "unsupported-method"
    /// The compressed data break the rules of RFC 1951.
    case badDeflate = "bad-deflate"
    /// The data do not have the CRC-32 of the list of entries.
    case crcMismatch = "crc-mismatch"
    /// The data do not have the length of the list of entries.
    case sizeMismatch = "size-mismatch"
    /// Two entries share bytes, as in archives made to expand without end.
    case overlappingEntries = "overlapping-entries"
    /// The entry expands beyond its size, or its size beyond what deflate can do.
    case zipBomb = "zip-bomb"
    /// The archive is a pipe, and its list of entries comes last.
    case notSeekable = "not-seekable"
    /// The file cannot be read; see `file`.
    case unreadable = "unreadable"
    /// Memory for the decoder is not to be had.
    case outOfMemory = "out-of-memory"
  }

  /// What is wrong.
  public var kind: Kind

  /// The byte in the file to look at.
  public var offset: Int

  /// The name of the entry concerned.
  public var entry: String?

  /// What the wrong entry says: the compression method's name.
  public var method: String?

  /// The error of the file itself.
  public var file: FileError?

  /// An error at a place.
  public init(_ kind: Kind, offset: Int, entry: String? = nil) {
    self.kind = kind
    self.offset = offset
    self.entry = entry
  }

  init(_ file: FileError, offset: Int, entry: String? = nil) {
    self.init(.unreadable, offset: offset, entry: entry)
    self.file = file
  }
}
