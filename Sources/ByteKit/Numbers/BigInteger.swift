/// An integer of any size: sign and magnitude, for exact unit conversion.
package struct BigInteger: Sendable, Hashable {
  package let magnitude: BigNatural
  /// Never set for zero, so that equal values are equal representations.
  package let isNegative: Bool

  package init(magnitude: BigNatural, isNegative: Bool = false) {
    self.magnitude = magnitude
    self.isNegative = isNegative && !magnitude.isZero
  }

  package init(_ value: Int) {
    self.init(magnitude: BigNatural(UInt64(value.magnitude)), isNegative: value < 0)
  }

  package init(_ value: UInt64) { self.init(magnitude: BigNatural(value)) }

  package static let zero = BigInteger(0)
  package static let one = BigInteger(1)

  package static func powerOfTen(_ exponent: Int) -> BigInteger {
    BigInteger(magnitude: .powerOfTen(exponent))
  }

  package var isZero: Bool { magnitude.isZero }

  package var asInt: Int? {
    guard let value = magnitude.asUInt64 else { return nil }
    return isNegative
      ? (value <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- value) : nil)
      : Int(exactly: value)
  }
}

extension BigInteger: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}

extension BigInteger: Comparable {
  package static func < (left: BigInteger, right: BigInteger) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? right.magnitude < left.magnitude : left.magnitude < right.magnitude
  }
}

extension BigInteger {
  package static prefix func - (value: BigInteger) -> BigInteger {
    BigInteger(magnitude: value.magnitude, isNegative: !value.isNegative)
  }

  package static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    if left.isNegative == right.isNegative {
      return BigInteger(
        magnitude: left.magnitude + right.magnitude,
        isNegative: left.isNegative
      )
    }
    return left.magnitude >= right.magnitude
      ? BigInteger(magnitude: left.magnitude - right.magnitude, isNegative: left.isNegative)
      : BigInteger(magnitude: right.magnitude - left.magnitude, isNegative: right.isNegative)
  }

  package static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

  package static func * (left: BigInteger, right: BigInteger) -> BigInteger {
    BigInteger(
      magnitude: left.magnitude * right.magnitude,
      isNegative: left.isNegative != right.isNegative
    )
  }

  package static func << (value: BigInteger, count: Int) -> BigInteger {
    BigInteger(magnitude: value.magnitude << count, isNegative: value.isNegative)
  }

  /// Division toward zero; the remainder has the sign of the dividend, as for `Int`.
  package func quotientAndRemainder(
    dividingBy divisor: BigInteger
  ) -> (quotient: BigInteger, remainder: BigInteger) {
    let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
    return (
      BigInteger(magnitude: quotient, isNegative: isNegative != divisor.isNegative),
      BigInteger(magnitude: remainder, isNegative: isNegative)
    )
  }

  /// The greatest common divisor; never negative.
  package func greatestCommonDivisor(with other: BigInteger) -> BigInteger {
    BigInteger(magnitude: magnitude.greatestCommonDivisor(with: other.magnitude))
  }

  /// Reads `[+-]? digits`, nothing else.
  package init?(decimal bytes: Span<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    var negative = false
    if start < range.upperBound,
      bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+")
    {
      negative = bytes[start] == UInt8(ascii: "-")
      start += 1
    }
    guard start < range.upperBound else { return nil }
    for index in start..<range.upperBound where bytes[index] &- 0x30 > 9 { return nil }
    var magnitude = BigNatural()
    magnitude.appendDigits(bytes, start..<range.upperBound)
    self.init(magnitude: magnitude, isNegative: negative)
  }

  /// Reads `[+-]? digits`, nothing else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(decimal: bytes.span, 0..<bytes.count)
  }
}

extension BigInteger: CustomStringConvertible {
  package var description: String { (isNegative ? "-" : "") + magnitude.description }
}
