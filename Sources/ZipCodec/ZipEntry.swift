/// A file or folder in a zip archive, as the list at the archive's end describes it.
public struct ZipEntry: Sendable, Equatable {
  /// The name, with "/" between folders.
  public let name: String

  /// The name as it was written.
  public let nameBytes: [UInt8]

  /// How the data are packed.
  public let method: ZipMethod

  /// The general purpose flags (APPNOTE §4.4.4).
  public let flags: UInt16

  /// The CRC-32 of the data.
  public let crc: UInt32

  /// The bytes the data take in the archive.
  public let compressedSize: Int

  /// The length of the data.
  public let size: Int

  /// Where the entry's own header begins in the file.
  public let headerOffset: Int

  /// Whether the sizes were written with 64 bits.
  let hasLongSizes: Bool

  /// Whether a password is needed.
  public var isEncrypted: Bool {
    // Bit 0: encrypted; bit 13: header fields masked; 99: the method of AES entries.
    flags & 0x2001 != 0 || method.rawValue == 99
  }

  /// Whether it is a folder.
  public var isDirectory: Bool { nameBytes.last == UInt8(ascii: "/") }

  /// Whether macOS added it to carry file attributes.
  public var isMacMetadata: Bool {
    let parts = name.split(separator: "/")
    return parts.first == "__MACOSX" || parts.last?.hasPrefix("._") == true
  }

  /// Whether the name would leave the folder in which the archive is unpacked.
  ///
  /// True for absolute names, drive letters, "..", backslashes (which some systems take for "/"),
  /// control characters and the empty name.
  public var isUnsafePath: Bool {
    let bytes = nameBytes
    guard let first = bytes.first, first != UInt8(ascii: "/") else { return true }
    if bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) { return true }
    if bytes.count >= 2, bytes[1] == UInt8(ascii: ":"), isLetter(first) { return true }
    // The decoded name is judged too: an encoding must not hide anything.
    return name.hasPrefix("/") || name.contains("\\")
      || name.split(separator: "/").contains { $0 == ".." }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
