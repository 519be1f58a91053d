/// The digits of a number of any length: where they lie and how they scale.
struct LongDecimal {
  /// From the first digit that is not zero to the last; empty for zero.
  ///
  /// May contain the point.
  var digits: Range<Int>
  /// How many digits `digits` holds.
  var count: Int
  /// The value is 0.d₁d₂d₃… × 10^scale.
  var scale: Int
  var isNegative: Bool

  /// Finds the digits; nil when the text is no number (the grammar of `ExactDecimal.parse`).
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let parsed = ExactDecimal.parse(bytes, range)
    if parsed == .notANumber { return nil }
    var at = range.lowerBound
    isNegative = bytes[at] == UInt8(ascii: "-")
    if bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }

    var first: Int?
    var last = at
    var point: Int?
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == UInt8(ascii: ".") {
        point = at
      } else if byte &- 0x30 > 9 {
        break
      } else if byte != 0x30 {
        if first == nil { first = at }
        last = at + 1
      }
      at += 1
    }
    let end = at
    guard let first else {
      digits = at..<at
      count = 0
      scale = 0
      return
    }
    digits = first..<last
    let wholeEnd = point ?? end
    let pointInside = wholeEnd > first && wholeEnd < last
    count = digits.count - (pointInside ? 1 : 0)
    // The point lies this many digits right of the first one (left of it: negative).
    scale = wholeEnd > first ? wholeEnd - first : wholeEnd - first + 1
    if at < range.upperBound {
      scale += ExactDecimal.parseExponent(bytes, at..<range.upperBound) ?? 0
    }
  }
}

extension LongDecimal {
  /// The number cut to its first 19 digits.
  func leading(_ bytes: Span<UInt8>) -> ExactDecimal {
    var significand: UInt64 = 0
    var taken = 0
    for index in digits where bytes[index] != UInt8(ascii: ".") {
      if taken == 19 { break }
      significand = significand * 10 + UInt64(bytes[index] - 0x30)
      taken += 1
    }
    return ExactDecimal(
      significand: significand,
      exponent: Int32(clamping: scale - taken),
      isNegative: isNegative
    )
  }
}

/// The double nearest to a number of any length; nil when the text is no number.
///
/// Takes the grammar of `ExactDecimal.parse` and time linear in the length.
public func correctlyRoundedDouble(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
  switch ExactDecimal.parse(bytes, range) {
  case .notANumber: return nil
  case .exact(let decimal): return decimal.doubleValue
  case .long: break
  }
  guard let long = LongDecimal(bytes, range) else { return nil }

  // Nineteen digits decide, unless a rounding border lies between them and their successor.
  let leading = long.leading(bytes)
  let below = leading.doubleValue
  var successor = leading
  successor.significand += 1
  let above = successor.doubleValue
  return below == above ? below : roundedByAllDigits(bytes, long)
}

private func roundedByAllDigits(_ bytes: Span<UInt8>, _ long: LongDecimal) -> Double {
  // The border between two doubles has at most 767 significant digits; what follows the first
  // 800 only matters for being there or not, so one digit 1 stands for all of it.
  let limit = 800
  var digits: [UInt8] = []
  digits.reserveCapacity(limit + 1)
  for index in long.digits where bytes[index] != UInt8(ascii: ".") {
    if digits.count == limit {
      digits.append(UInt8(ascii: "1"))
      break
    }
    digits.append(bytes[index])
  }
  var significand = BigNatural()
  significand.appendDigits(digits.span, 0..<digits.count)
  return roundedPowerOfTen(
    significand,
    digits: digits.count,
    exponent: long.scale - digits.count,
    long.isNegative
  )
}
