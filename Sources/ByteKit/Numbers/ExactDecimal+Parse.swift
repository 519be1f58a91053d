extension ExactDecimal {
  /// Reads `[+-]? (digits [. digits?] | . digits) ([eE] [+-]? digits)?` and nothing else.
  ///
  /// Digits are kept as written, trailing zeros included, as long as 19 are enough. An exponent
  /// beyond `Int32` is held at its limit, where every double is 0 or infinity anyway.
  public static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> DecimalParse {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    let end = range.upperBound
    var at = range.lowerBound
    if at == end { return .notANumber }
    var isNegative = false
    let first = bytes[unchecked: at]
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      at &+= 1
    }

    // Wraps beyond 19 digits; the count below tells, and such text takes the other path.
    var value: UInt64 = 0
    let digitsStart = at
    var fractionDigits = 0
    var digits = 0
    while at < end {
      let digit = bytes[unchecked: at] &- 0x30
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      at &+= 1
    }
    digits = at &- digitsStart
    if at < end, bytes[unchecked: at] == UInt8(ascii: ".") {
      at &+= 1
      let fractionStart = at
      while at &+ 8 <= end {
        let word = loadWord(bytes, at)
        guard isEightDigits(word) else { break }
        value = value &* 100_000_000 &+ eightDigits(word)
        at &+= 8
      }
      while at < end {
        let digit = bytes[unchecked: at] &- 0x30
        if digit > 9 { break }
        value = value &* 10 &+ UInt64(digit)
        at &+= 1
      }
      fractionDigits = at &- fractionStart
      digits &+= fractionDigits
    }
    if digits == 0 { return .notANumber }
    let digitsEnd = at

    var exponent = 0
    if at < end {
      guard let written = parseExponent(bytes, at..<end) else { return .notANumber }
      exponent = written
    }
    if digits > 19 {
      return compress(bytes, digitsStart..<digitsEnd, exponent - fractionDigits, isNegative)
    }
    return .exact(
      ExactDecimal(
        significand: value,
        exponent: Int32(clamping: exponent - fractionDigits),
        isNegative: isNegative
      )
    )
  }

  /// The value of `[eE] [+-]? digits`; held at ±10^15, far beyond any number of digits.
  static func parseExponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    let end = range.upperBound
    guard at < end, bytes[at] | 0x20 == UInt8(ascii: "e") else { return nil }
    at += 1
    var isNegative = false
    if at < end, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    guard at < end else { return nil }
    var value = 0
    while at < end {
      let digit = bytes[at] &- 0x30
      if digit > 9 { return nil }
      value = min(value * 10 + Int(digit), 1_000_000_000_000_000)
      at += 1
    }
    return isNegative ? -value : value
  }

  /// Drops leading and trailing zeros of text with 20 digits or more and sees whether 19 suffice.
  private static func compress(
    _ bytes: Span<UInt8>,
    _ digits: Range<Int>,
    _ exponent: Int,
    _ isNegative: Bool
  ) -> DecimalParse {
    var value: UInt64 = 0
    var kept = 0
    var pendingZeros = 0
    for index in digits {
      let digit = bytes[index] &- 0x30
      if digit > 9 { continue }  // the point
      if digit == 0 {
        if kept > 0 { pendingZeros += 1 }
        continue
      }
      kept += pendingZeros + 1
      if kept > 19 { return .long }
      while pendingZeros > 0 {
        value *= 10
        pendingZeros -= 1
      }
      value = value * 10 + UInt64(digit)
    }
    return .exact(
      ExactDecimal(
        significand: value,
        exponent: Int32(clamping: exponent + pendingZeros),
        isNegative: isNegative
      )
    )
  }
}
