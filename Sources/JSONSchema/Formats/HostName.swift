/// Host names: RFC 1123 §2.1 and, for international ones, RFC 5891 §4.2.
enum HostName {
  static func isValid(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    isInternational: Bool,
    isNormalized: Bool = true
  ) -> Bool {
    var labels: [[UInt32]] = [[]]
    var at = range.lowerBound
    while at < range.upperBound {
      let (scalar, next) = decodeScalar(bytes, at, range.upperBound)
      at = next
      if scalar == 0x2E || isInternational && isFullStop(scalar) {
        labels.append([])
      } else {
        labels[labels.count - 1].append(scalar)
      }
    }
    var length = labels.count - 1
    var unicode: [[UInt32]] = []
    for label in labels {
      guard let decoded = check(label, isInternational, isNormalized, &length) else { return false }
      unicode.append(decoded)
    }
    guard length <= 253 else { return false }
    // One label from right to left puts all labels under the rule.
    return !unicode.contains(where: BidiRule.isRightToLeft) || unicode.allSatisfy(BidiRule.holds)
  }

  private static func isFullStop(_ scalar: UInt32) -> Bool {
    scalar == 0x3002 || scalar == 0xFF0E || scalar == 0xFF61
  }

  /// The label with its Punycode undone, or nil; adds the length of its ASCII form.
  private static func check(
    _ label: [UInt32],
    _ isInternational: Bool,
    _ isNormalized: Bool,
    _ length: inout Int
  ) -> [UInt32]? {
    guard let first = label.first, first != 0x2D, label.last != 0x2D else { return nil }
    if label.allSatisfy({ $0 < 0x80 }) {
      length += label.count
      guard label.count <= 63, label.allSatisfy(isLetterDigitHyphen) else { return nil }
      let lower = label.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
      guard lower.starts(with: [0x78, 0x6E, 0x2D, 0x2D]) else { return lower }  // xn--
      let encoded = Array(lower.dropFirst(4))
      guard let decoded = Punycode.decode(encoded), decoded.contains(where: { $0 >= 0x80 }),
        Punycode.encode(decoded) == encoded, IDNA.isLabel(decoded, isNormalized: true)
      else { return nil }
      return decoded
    }
    guard isInternational, let encoded = Punycode.encode(label), encoded.count + 4 <= 63,
      IDNA.isLabel(label, isNormalized: isNormalized)
    else { return nil }
    length += encoded.count + 4
    return label
  }

  private static func isLetterDigitHyphen(_ scalar: UInt32) -> Bool {
    let byte = UInt8(truncatingIfNeeded: scalar)
    return isLetter(byte) || isDigit(byte) || scalar == 0x2D
  }
}
