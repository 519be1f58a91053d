extension ExactDecimal {
  /// Appends the number as RFC 8785 (ECMAScript `Number::toString`) lays its digits out.
  ///
  /// Trailing zeros go; plain digits from 10^-6 up to below 10^21, an exponent elsewhere; no sign
  /// on zero.
  public func write(to out: inout [UInt8]) {
    out.appendRaw(capacity: Self.textCapacity) { target in storeText(target) }
  }

  /// Longest: a sign, 19 digits, a point and `e-2147483648`; and a word beyond.
  static let textCapacity = 48

  /// Writes the text to memory with room for `textCapacity` bytes; returns its length.
  @inline(__always)
  func storeText(_ target: UnsafeMutableRawPointer) -> Int {
    let number = normalized
    let digits = number.significand
    if digits == 0 {
      target.storeBytes(of: UInt8(ascii: "0"), as: UInt8.self)
      return 1
    }
    let count = decimalDigitCount(digits)
    let point = count &+ Int(number.exponent)  // the value is 0.digits × 10^point
    // The sign is always written and counts only when it is one.
    target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    var at = number.isNegative ? 1 : 0
    if point > 0, point <= 21 {
      if point < count { return storeSplit(digits, count, point, target, at) }
      storeDigits(digits, count: count, target, at)
      at &+= count
      for _ in count..<point {
        target.storeBytes(of: UInt8(ascii: "0"), toByteOffset: at, as: UInt8.self)
        at &+= 1
      }
      return at
    }
    if point <= 0, point > -6 {
      store(0x3030_3030_3030_2E30, target, at)  // "0.000000"
      at &+= 2 &- point
      storeDigits(digits, count: count, target, at)
      return at &+ count
    }
    if count == 1 {
      storeDigits(digits, count: 1, target, at)
      at &+= 1
    } else {
      at = storeSplit(digits, count, 1, target, at)
    }
    return storeExponent(point &- 1, target, at)
  }
}

/// Writes `count` digits with the point after the first `whole` of them; returns the end.
@inline(__always)
private func storeSplit(
  _ digits: UInt64,
  _ count: Int,
  _ whole: Int,
  _ target: UnsafeMutableRawPointer,
  _ at: Int
) -> Int {
  if count <= 7 {
    // Everything fits one word: make room for the point in the middle of it.
    let word = spelledEightDigits(digits) &>> UInt64(truncatingIfNeeded: 64 - 8 * count)
    let shift = UInt64(truncatingIfNeeded: 8 * whole)
    let before: UInt64 = (1 &<< shift) &- 1
    store(word & before | 0x2E &<< shift | (word & ~before) &<< 8, target, at)
  } else {
    // The whole part is written over the byte before the fraction, and the point over its end.
    let (high, low) = digits.quotientAndRemainder(dividingBy: powerOfTen(count &- whole))
    storeDigits(high, count: whole, target, at)
    target.storeBytes(of: UInt8(ascii: "."), toByteOffset: at &+ whole, as: UInt8.self)
    storeDigits(low, count: count &- whole, target, at &+ whole &+ 1)
  }
  return at &+ count &+ 1
}

/// Writes `e`, a sign and the digits; returns the end.
private func storeExponent(
  _ exponent: Int,
  _ target: UnsafeMutableRawPointer,
  _ at: Int
) -> Int {
  target.storeBytes(of: UInt8(ascii: "e"), toByteOffset: at, as: UInt8.self)
  let sign = exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
  target.storeBytes(of: sign, toByteOffset: at + 1, as: UInt8.self)
  let magnitude = UInt64(exponent.magnitude)
  let count = decimalDigitCount(magnitude)
  storeDigits(magnitude, count: count, target, at + 2)
  return at + 2 + count
}

/// Appends a number of any length by the layout rules of `ExactDecimal.write`, every digit kept.
///
/// Appends nothing when the text is no number (the grammar of `ExactDecimal.parse`).
public func writeLongDecimal(
  _ bytes: Span<UInt8>,
  _ range: Range<Int>,
  to out: inout [UInt8]
) {
  guard let long = LongDecimal(bytes, range) else { return }
  let zero = UInt8(ascii: "0")
  let point = UInt8(ascii: ".")
  if long.count == 0 {
    out.append(zero)
    return
  }
  if long.isNegative { out.append(UInt8(ascii: "-")) }
  let plain = long.scale > -6 && long.scale <= 21
  if plain && long.scale <= 0 {
    out.append(zero)
    out.append(point)
    out.append(contentsOf: repeatElement(zero, count: -long.scale))
  }
  let whole = plain ? long.scale : 1
  var written = 0
  for index in long.digits where bytes[index] != point {
    if written == whole, written > 0 { out.append(point) }
    out.append(bytes[index])
    written += 1
  }
  if plain {
    if whole > written { out.append(contentsOf: repeatElement(zero, count: whole - written)) }
  } else {
    // Longest: `e`, a sign and 19 digits; and a word beyond.
    out.appendRaw(capacity: 32) { target in storeExponent(long.scale - 1, target, 0) }
  }
}
