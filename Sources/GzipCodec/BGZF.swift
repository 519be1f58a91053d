import CZlib

/// Gzip members of at most 64 KiB that say their own size, so that they can be read in parallel.
///
/// The size lies in the extra field of each header (SAM specification §4.1):
///
///     1F 8B 08 04 | MTIME XFL OS | XLEN=6 | 'B' 'C' | 2 0 | size-1 | deflate data | CRC-32 | ISIZE
///         4             6            2         2       2      2                        4       4
public enum BGZF {
  /// The bytes of a block before its deflate data, as written here.
  static let headerSize = 18

  /// The bytes of a block after its deflate data.
  static let trailerSize = 8

  /// The largest block.
  public static let maximumBlockSize = 1 << 16

  /// The most data put in one block: stored, they still fit.
  public static let maximumDataSize = 0xFF00

  /// The block without data that ends a file and so makes a cut between two blocks visible.
  public static let endMarker: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x04, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0, 0x1B, 0, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
  ]

  /// The size of the block whose first bytes these are, or `nil` if they begin none.
  ///
  /// 18 bytes are enough for blocks whose extra field holds nothing else, which is all that are
  /// written in practice; a reader takes anything else for an ordinary member.
  public static func blockSize(_ bytes: Span<UInt8>, at start: Int = 0) -> Int? {
    guard start >= 0, bytes.count - start >= headerSize else { return nil }
    guard
      bytes[start] == 0x1F, bytes[start + 1] == 0x8B, bytes[start + 2] == 8,
      bytes[start + 3] == 4,
      bytes[start + 10] == 6, bytes[start + 11] == 0,
      bytes[start + 12] == 0x42, bytes[start + 13] == 0x43,
      bytes[start + 14] == 2, bytes[start + 15] == 0
    else { return nil }
    let size = (Int(bytes[start + 16]) | Int(bytes[start + 17]) << 8) + 1
    return size >= endMarker.count - 2 ? size : nil
  }

  /// The block size in the subfield BC of an extra field.
  static func blockSize(inExtra extra: [UInt8]) -> Int? {
    var index = 0
    while index + 4 <= extra.count {
      let length = littleEndian(extra, at: index + 2, count: 2)
      guard index + 4 + length <= extra.count else { return nil }
      if extra[index] == 0x42, extra[index + 1] == 0x43, length == 2 {
        return littleEndian(extra, at: index + 4, count: 2) + 1
      }
      index += 4 + length
    }
    return nil
  }
}
