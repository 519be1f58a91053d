import ByteKit

/// All digits of a decimal number, however many: significand × 10^exponent.
struct DecimalDigits {
  var significand: BigInteger
  var exponent: Int

  /// More digits than this are cut, leaving a last digit 1 that keeps the rest from looking like
  /// nothing; the border between two doubles has at most 767 digits.
  static let digitLimit = 4_000

  /// Reads the grammar of `ExactDecimal.parse`; nil for anything else.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    switch ExactDecimal.parse(bytes, range) {
    case .notANumber:
      return nil
    case .exact(let decimal):
      let magnitude = BigInteger(decimal.significand)
      significand = decimal.isNegative ? -magnitude : magnitude
      exponent = Int(decimal.exponent)
      return
    case .long:
      break
    }
    var digits: [UInt8] = []
    var point: Int?
    var dropped = 0
    var at = range.lowerBound
    let isNegative = bytes[at] == UInt8(ascii: "-")
    while at < range.upperBound, bytes[at] | 0x20 != UInt8(ascii: "e") {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: ".") {
        point = digits.count + dropped
      } else if byte &- 0x30 <= 9, !(digits.isEmpty && byte == 0x30 && point == nil) {
        if digits.count < Self.digitLimit { digits.append(byte) } else { dropped += 1 }
      }
    }
    var power = 0
    if at < range.upperBound {
      power = Self.exponent(bytes, (at + 1)..<range.upperBound)
    }
    exponent = power - (digits.count + dropped - (point ?? digits.count + dropped)) + dropped
    if dropped > 0 {
      digits.append(UInt8(ascii: "1"))
      exponent -= 1
    }
    guard let magnitude = BigInteger(decimal: digits.span, 0..<digits.count) else { return nil }
    significand = isNegative ? -magnitude : magnitude
  }

  /// Reads a whole text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, 0..<bytes.count)
  }

  /// The value of `[+-]? digits`, held at ±10^12.
  private static func exponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var value = 0
    for index in range where bytes[index] &- 0x30 <= 9 {
      value = min(value * 10 + Int(bytes[index] - 0x30), 1_000_000_000_000)
    }
    return bytes[range.lowerBound] == UInt8(ascii: "-") ? -value : value
  }
}
