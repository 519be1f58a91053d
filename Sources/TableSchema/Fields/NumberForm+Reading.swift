import ByteKit
import JSONSchema

extension NumberForm {
  /// A decimal number with an exponent or not, `NaN`, `INF` or `-INF`.
  func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CellValue? {
    if isPlain { return plainNumber(bytes, range) }
    let text = rewritten(bytes, range)
    return plainNumber(text.span, 0..<text.count)
  }

  /// Decimal digits with a sign or not.
  func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CellValue? {
    if !isPlain {
      let text = rewritten(bytes, range)
      return NumberForm().integer(text.span, 0..<text.count)
    }
    for index in range where bytes[index] &- 0x30 > 9 {
      let isSign = bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
      guard isSign, index == range.lowerBound else { return nil }
    }
    return decimal(bytes, range)
  }

  private func plainNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CellValue? {
    if let value = decimal(bytes, range) { return value }
    if bytes.equals("NaN", at: range) { return .notANumber }
    if bytes.equals("INF", at: range) { return .infinity(isNegative: false) }
    return bytes.equals("-INF", at: range) ? .infinity(isNegative: true) : nil
  }

  private func decimal(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CellValue? {
    switch ExactDecimal.parse(bytes, range) {
    case .exact(let value): .number(value)
    case .long: .long(LongNumber(bytes, range))
    case .notANumber: nil
    }
  }

  /// The number with a point and without groups and, unless it is bare, without what is around it.
  private func rewritten(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var start = range.lowerBound
    var end = range.upperBound
    if !isBare {
      while start < end, !isPartOfNumber(bytes[start]) { start += 1 }
      while end > start, bytes[end - 1] &- 0x30 > 9 { end -= 1 }
    }
    var text: [UInt8] = []
    var at = start
    while at < end {
      if !groupMark.isEmpty, at > start, at + groupMark.count <= end,
        groupMark.isEqual(bytes, at..<(at + groupMark.count))
      {
        at += groupMark.count
        continue
      }
      let byte = bytes[at]
      if byte == decimalMark {
        text.append(UInt8(ascii: "."))
      } else if byte == UInt8(ascii: ".") {
        return []  // a point that is neither mark
      } else {
        text.append(byte)
      }
      at += 1
    }
    return text
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == decimalMark
  }
}
