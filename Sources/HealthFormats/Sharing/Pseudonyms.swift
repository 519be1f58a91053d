import ByteKit

/// Names that stand for others: the same for the same name and key in every file, and without the
/// key a riddle.
///
/// They are HMAC-SHA256 digests, cut short; each role has names of its own, so that a device and a
/// source of one name don't give each other away.
public struct Pseudonyms: Sendable {
  /// What a pseudonym stands for.
  enum Role: String {
    case source
    case device
    case identifier = "id"
    case text
  }

  /// Shorter keys can be guessed.
  public static let minimumKeyLength = 16

  private let hmac: HMAC

  /// Pseudonyms under a key; nil when it is too short.
  public init?(key: [UInt8]) {
    guard key.count >= Self.minimumKeyLength else { return nil }
    hmac = HMAC(key: key)
  }

  /// The pseudonym of a name, such as `source-1f0c6a2be5d34977`.
  func name(_ text: String, _ role: Role) -> String {
    role.rawValue + "-" + Self.hexadecimal(digest(text, role).prefix(8))
  }

  /// The pseudonym of an identifier, in the form of a UUID (version 8, RFC 9562); letter case
  /// makes no difference.
  func identifier(_ text: String) -> String {
    var bytes = Array(digest(text.lowercased(), .identifier).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Self.hexadecimal(bytes[...])
    var parts: [Substring] = []
    var start = digits.startIndex
    for length in [8, 4, 4, 4, 12] {
      let end = digits.index(start, offsetBy: length)
      parts.append(digits[start..<end])
      start = end
    }
    return parts.joined(separator: "-").uppercased()
  }

  private func digest(_ text: String, _ role: Role) -> [UInt8] {
    hmac.digest(of: Array(role.rawValue.utf8) + [0] + Array(text.utf8))
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
