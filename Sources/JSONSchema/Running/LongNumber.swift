import ByteKit

/// A decimal number of any length: 0.d₁d₂d₃… × 10^scale.
package struct LongNumber: Sendable, Equatable {
  /// The digits as ASCII, without zeros at either end; none for zero.
  var digits: [UInt8] = []
  var scale = 0
  var isNegative = false

  /// Takes the text of a JSON number.
  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    if bytes[at] == UInt8(ascii: "-") {
      isNegative = true
      at += 1
    }
    var point: Int?
    var leadingZeros = 0
    var count = 0
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == UInt8(ascii: ".") {
        point = count
      } else if isDigit(byte) {
        count += 1
        if digits.isEmpty, byte == 0x30 { leadingZeros += 1 } else { digits.append(byte) }
      } else {
        break
      }
      at += 1
    }
    scale = (point ?? count) - leadingZeros
    if at < range.upperBound {
      var exponent = 0
      at += 1
      let isDown = bytes[at] == UInt8(ascii: "-")
      if !isDigit(bytes[at]) { at += 1 }
      while at < range.upperBound {
        exponent = min(exponent * 10 + Int(bytes[at] &- 0x30), 1_000_000_000_000_000)
        at += 1
      }
      scale += isDown ? -exponent : exponent
    }
    while digits.last == 0x30 { digits.removeLast() }
    if digits.isEmpty {
      scale = 0
      isNegative = false
    }
  }

  package init(_ value: ExactDecimal) {
    var text: [UInt8] = Array(String(value.significand).utf8)
    let count = text.count
    while text.last == 0x30 { text.removeLast() }
    digits = text
    scale = digits.isEmpty ? 0 : count + Int(value.exponent)
    isNegative = value.isNegative && !digits.isEmpty
  }

  /// Whether it has no fraction.
  var isInteger: Bool { scale >= digits.count }

  /// Negative, zero or positive as the left number is smaller, equal or greater.
  package static func compare(_ left: LongNumber, _ right: LongNumber) -> Int {
    if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
    let sign = left.isNegative ? -1 : 1
    if left.digits.isEmpty || right.digits.isEmpty {
      return ((left.digits.isEmpty ? 0 : sign) - (right.digits.isEmpty ? 0 : sign)).signum()
    }
    if left.scale != right.scale { return left.scale < right.scale ? -sign : sign }
    for (a, b) in zip(left.digits, right.digits) where a != b { return a < b ? -sign : sign }
    let difference = left.digits.count - right.digits.count
    return difference == 0 ? 0 : difference < 0 ? -sign : sign
  }

  /// Whether it is a whole multiple of a number that is not zero.
  func isMultiple(of divisor: LongNumber) -> Bool {
    if digits.isEmpty { return true }
    if divisor.digits.isEmpty { return false }
    // As whole numbers times powers of ten, neither with a zero at its end: a·10^k must be a
    // multiple of b, which for k < 0 would need a zero at the end of a.
    let power = (scale - digits.count) - (divisor.scale - divisor.digits.count)
    guard power >= 0 else { return false }
    var b = BigNatural()
    b.appendDigits(divisor.digits.span, 0..<divisor.digits.count)
    let one = BigNatural(1 as UInt64)
    var product = remainder(by: b)
    // 10^power modulo b by squaring.
    var square = BigNatural(10 as UInt64).quotientAndRemainder(dividingBy: b).remainder
    var factor = one.quotientAndRemainder(dividingBy: b).remainder
    var rest = power
    while rest > 0 {
      if rest & 1 == 1 { factor = (factor * square).quotientAndRemainder(dividingBy: b).remainder }
      square = (square * square).quotientAndRemainder(dividingBy: b).remainder
      rest >>= 1
    }
    product = (product * factor).quotientAndRemainder(dividingBy: b).remainder
    return product.isZero
  }

  /// The digits modulo a number, piece by piece, so that a long text takes linear time.
  private func remainder(by divisor: BigNatural) -> BigNatural {
    var result = BigNatural()
    var at = 0
    while at < digits.count {
      let end = min(at + 19, digits.count)
      result.appendDigits(digits.span, at..<end)
      result = result.quotientAndRemainder(dividingBy: divisor).remainder
      at = end
    }
    return result
  }
}

extension ExactDecimal {
  /// Negative, zero or positive as the value is smaller, equal or greater.
  package func compare(_ other: ExactDecimal) -> Int {
    let left = sign
    let right = other.sign
    if left != right || left == 0 { return (left - right).signum() }
    // Of the same sign: the one with more digits before the point is the greater in magnitude.
    let leftScale = Int(exponent) + Self.digitCount(significand)
    let rightScale = Int(other.exponent) + Self.digitCount(other.significand)
    if leftScale != rightScale { return leftScale < rightScale ? -left : left }
    // Their exponents differ by at most 18 now.
    var a = UInt128(significand)
    var b = UInt128(other.significand)
    let shift = Int(exponent) - Int(other.exponent)
    if shift > 0 { a *= Self.power(shift) } else { b *= Self.power(-shift) }
    return a == b ? 0 : a < b ? -left : left
  }

  /// Whether it is a whole multiple of a number that is not zero.
  func isMultiple(of divisor: ExactDecimal) -> Bool {
    let value = normalized
    let other = divisor.normalized
    if value.significand == 0 { return true }
    if other.significand == 0 { return false }
    // See `LongNumber.isMultiple`.
    let power = Int(value.exponent) - Int(other.exponent)
    guard power >= 0 else { return false }
    let modulus = UInt128(other.significand)
    var factor = 1 % modulus
    var square = 10 % modulus
    var rest = power
    while rest > 0 {
      if rest & 1 == 1 { factor = factor * square % modulus }
      square = square * square % modulus
      rest >>= 1
    }
    return UInt128(value.significand) % modulus * factor % modulus == 0
  }

  /// Whether it has no fraction.
  var isInteger: Bool { exponent >= 0 || normalized.exponent >= 0 }

  private var sign: Int { significand == 0 ? 0 : isNegative ? -1 : 1 }

  private static func power(_ exponent: Int) -> UInt128 {
    var result: UInt128 = 1
    for _ in 0..<exponent { result *= 10 }
    return result
  }

  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }
}
