import GzipCodec

/// Decodes the names of entries.
enum ZipName {
  private static let utf8Flag: UInt16 = 0x0800

  /// UTF-8 if the entry says so or if it can be; else code page 437 (APPNOTE appendix D).
  ///
  /// Many programs write UTF-8 without saying so, Apple's among them.
  static func decode(_ bytes: [UInt8], flags: UInt16, extra: ZipExtra) -> String {
    if let name = extra.unicodeName(of: bytes) { return name }
    if let name = String(validating: bytes, as: UTF8.self) { return name }
    if flags & utf8Flag != 0 { return String(decoding: bytes, as: UTF8.self) }
    return String(
      String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : upper[Int($0) - 0x80] })
    )
  }

  /// Code page 437 from 80 to FF.
  private static let upper = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧"
      + "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars
  )
}

/// The extra fields of an entry in the list (APPNOTE §4.5).
struct ZipExtra {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The content of a field; nothing if the fields are malformed before it.
  func field(_ identifier: UInt16) -> Bytes? {
    var reader = Bytes(bytes)
    while let id = reader.word(), let length = reader.word() {
      guard let content = reader.take(Int(length)) else { return nil }
      if id == identifier { return Bytes(content) }
    }
    return nil
  }

  /// The Info-ZIP Unicode Path field (0x7075), if it belongs to this name.
  func unicodeName(of name: [UInt8]) -> String? {
    guard var content = field(0x7075), content.byte() == 1 else { return nil }
    guard content.long() == crc32(name.span) else { return nil }
    return String(validating: content.rest, as: UTF8.self)
  }
}
