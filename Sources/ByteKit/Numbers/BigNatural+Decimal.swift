extension BigNatural {
  /// `base` to the power of `exponent`, by squaring.
  package static func power(_ base: UInt64, _ exponent: Int) -> BigNatural {
    precondition(exponent >= 0)
    var result = BigNatural(1 as UInt64)
    var square = BigNatural(base)
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      rest >>= 1
      if rest > 0 { square = square * square }
    }
    return result
  }

  /// Ten to the power of `exponent`.
  package static func powerOfTen(_ exponent: Int) -> BigNatural {
    power(5, exponent) << exponent
  }

  /// Appends decimal digits to the number, as if written after it.
  ///
  /// Takes quadratic time in the number of digits. The bytes must be ASCII digits.
  package mutating func appendDigits(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = min(at + 19, range.upperBound)
      var chunk: UInt64 = 0
      var scale: UInt64 = 1
      while at < end {
        chunk = chunk &* 10 &+ UInt64(bytes[at] &- 0x30)
        scale &*= 10
        at += 1
      }
      multiply(by: scale, adding: chunk)
    }
  }

  /// The number of decimal digits; zero has one.
  package var decimalDigitCount: Int { decimalDigits.count }

  /// The decimal digits as ASCII, most significant first; `0` for zero.
  package var decimalDigits: [UInt8] {
    var rest = self
    var digits: [UInt8] = []
    while !rest.isZero {
      var chunk = rest.divide(by: 10_000_000_000_000_000_000)
      for _ in 0..<19 where !(rest.isZero && chunk == 0) {
        digits.append(UInt8(truncatingIfNeeded: chunk % 10) + 0x30)
        chunk /= 10
      }
    }
    return digits.isEmpty ? [0x30] : digits.reversed()
  }
}

extension BigNatural: CustomStringConvertible {
  package var description: String { String(decoding: decimalDigits, as: UTF8.self) }
}
