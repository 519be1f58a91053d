/// How a text file spells characters.
package enum TextEncoding: String, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"

  /// The decoder for this encoding; nil for UTF-8, which needs none.
  package var utf16Decoder: UTF16Decoder? {
    switch self {
    case .utf8: nil
    case .utf16LittleEndian: UTF16Decoder(.littleEndian)
    case .utf16BigEndian: UTF16Decoder(.bigEndian)
    }
  }
}

/// Tells the encoding from a file's first bytes, and how many of them are a byte order mark.
///
/// Without a mark it is UTF-16 when every other byte of the first characters is NUL, as in any
/// header or tag, and UTF-8 otherwise. A few dozen bytes suffice.
package func detectEncoding(
  _ prefix: Span<UInt8>
) -> (encoding: TextEncoding, markLength: Int) {
  let count = prefix.count
  if count >= 3, prefix[0] == 0xEF, prefix[1] == 0xBB, prefix[2] == 0xBF { return (.utf8, 3) }
  if count >= 2, prefix[0] == 0xFF, prefix[1] == 0xFE { return (.utf16LittleEndian, 2) }
  if count >= 2, prefix[0] == 0xFE, prefix[1] == 0xFF { return (.utf16BigEndian, 2) }
  let pairs = min(count / 2, 16)
  guard pairs >= 2 else { return (.utf8, 0) }
  var evenZeros = 0
  var oddZeros = 0
  for pair in 0..<pairs {
    if prefix[2 * pair] == 0 { evenZeros += 1 }
    if prefix[2 * pair + 1] == 0 { oddZeros += 1 }
  }
  if oddZeros == pairs, evenZeros == 0 { return (.utf16LittleEndian, 0) }
  if evenZeros == pairs, oddZeros == 0 { return (.utf16BigEndian, 0) }
  return (.utf8, 0)
}
