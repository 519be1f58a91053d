/// How an entry's bytes are packed (APPNOTE §4.4.5).
public struct ZipMethod: RawRepresentable, Sendable, Hashable {
  /// The number in the file.
  public var rawValue: UInt16

  /// A method by its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Not packed at all.
  public static let stored = ZipMethod(rawValue: 0)

  /// RFC 1951.
  public static let deflate = ZipMethod(rawValue: 8)

  /// The method's usual name, or its number.
  public var name: String { Self.names[rawValue] ?? "method \(rawValue)" }

  private static let names: [UInt16: String] = [
    0: "stored", 1: "shrink", 6: "implode", 8: "deflate", 9: "deflate64", 12: "bzip2",
    14: "LZMA", 19: "LZ77", 20: "zstd (old number)", 93: "zstd", 94: "MP3", 95: "XZ", 96: "JPEG",
    97: "WavPack", 98: "PPMd", 99: "AES encryption",
  ]
}
