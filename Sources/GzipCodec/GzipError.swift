/// Why a gzip file cannot be read.
public struct GzipError: Error, Sendable, Equatable {
  /// What is wrong; the raw value is a stable code.
  public enum Kind: String, Error, Sendable, CaseIterable {
    /// There are no bytes at all.
    case emptyFile = "empty-file"
    /// The bytes do not begin with 1F 8B.
    case notGzip = "not-gzip"
    /// The compression method is not 8 (deflate).
    case unsupportedMethod = "unsupported-method"
    /// A reserved flag is set, which RFC 1952 §2.3.1.2 tells to refuse.
    case reservedFlags = "reserved-flags"
    /// The header does not have the CRC it names.
    case headerCRCMismatch = "header-crc-mismatch"
    /// The input ends in a member's header.
    case truncatedHeader = "truncated-header"
    /// The input ends in a member's compressed data.
    case truncatedData = "truncated-data"
    /// The input ends in a member's CRC or size.
    case truncatedTrailer = "truncated-trailer"
    /// The compressed data break the rules of RFC 1951.
    case badDeflate = "bad-deflate"
    /// The data do not have the CRC-32 that the member names.
    case crcMismatch = "crc-mismatch"
    /// The data do not have the length that the member names.
    case sizeMismatch = "size-mismatch"
    /// The data are longer than the caller allows.
    case expansionLimit = "expansion-limit"
    /// A block is not what its BGZF header says.
    case badBlock = "bad-bgzf-block"
    /// Memory for the decoder is not to be had.
    case outOfMemory = "out-of-memory"
  }

  /// What is wrong.
  public var kind: Kind

  /// The byte to look at: where the input ends if its only member is cut, else `memberOffset`.
  public var offset: Int

  /// The offset of the member that is wrong.
  public var memberOffset: Int

  /// An error in a member.
  public init(_ kind: Kind, offset: Int, memberOffset: Int) {
    self.kind = kind
    self.offset = offset
    self.memberOffset = memberOffset
  }
}

/// An oddity of a gzip file whose data are nevertheless complete.
public struct GzipWarning: Sendable, Equatable {
  /// What is odd; the raw value is a stable code.
  public enum Kind: String, Sendable, CaseIterable {
    /// Zero bytes follow the last member, as tapes and block devices leave them.
    case trailingZeros = "trailing-zeros"
    /// Bytes that are no member follow the last one.
    case trailingGarbage = "trailing-garbage"
    /// BGZF blocks without the empty one that ends them: perhaps cut between two blocks.
    case missingEndMarker = "bgzf-no-eof"
  }

  /// What is odd.
  public var kind: Kind

  /// Where it begins.
  public var offset: Int

  /// An oddity at an offset.
  public init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
