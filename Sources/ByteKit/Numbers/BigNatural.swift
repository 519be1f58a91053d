/// A natural number of any size, for the exact fallbacks of decimal and unit arithmetic.
///
/// Limbs are 64 bits, least significant first, without zeros at the top; zero has none.
package struct BigNatural: Sendable, Hashable {
  package private(set) var limbs: [UInt64]

  package init() { limbs = [] }

  package init(_ value: UInt64) { limbs = value == 0 ? [] : [value] }

  package init(_ value: UInt128) {
    self.init(limbs: [UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)])
  }

  package init(limbs: [UInt64]) {
    self.limbs = limbs
    trim()
  }

  package var isZero: Bool { limbs.isEmpty }

  /// The number of bits up to the highest one set; 0 for zero.
  package var bitWidth: Int {
    guard let top = limbs.last else { return 0 }
    return limbs.count * 64 - top.leadingZeroBitCount
  }

  /// The number of zero bits below the lowest one set; 0 for zero.
  package var trailingZeroBitCount: Int {
    guard let first = limbs.firstIndex(where: { $0 != 0 }) else { return 0 }
    return first * 64 + limbs[first].trailingZeroBitCount
  }

  /// The value, when it fits.
  package var asUInt64: UInt64? {
    limbs.count > 1 ? nil : limbs.first ?? 0
  }

  /// The value, when it fits.
  package var asUInt128: UInt128? {
    guard limbs.count <= 2 else { return nil }
    return limbs.reversed().reduce(0) { $0 << 64 | UInt128($1) }
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// `self = self × factor + addend`, in place.
  package mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for index in limbs.indices {
      let product = limbs[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      limbs[index] = low
      carry = product.high &+ (overflow ? 1 : 0)
    }
    if carry != 0 { limbs.append(carry) }
    trim()
  }

  /// Divides in place and returns the remainder.
  package mutating func divide(by divisor: UInt64) -> UInt64 {
    precondition(divisor != 0, "division by zero")
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      (limbs[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
    }
    trim()
    return remainder
  }
}

extension BigNatural: Comparable {
  package static func < (left: BigNatural, right: BigNatural) -> Bool {
    if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index]
    }
    return false
  }
}

extension BigNatural {
  package static func + (left: BigNatural, right: BigNatural) -> BigNatural {
    let (long, short) =
      left.limbs.count >= right.limbs.count
      ? (left.limbs, right.limbs) : (right.limbs, left.limbs)
    var sum = long
    var carry = false
    for index in long.indices {
      if index >= short.count && !carry { break }
      let other = index < short.count ? short[index] : 0
      let (partial, first) = long[index].addingReportingOverflow(other)
      let (total, second) = partial.addingReportingOverflow(carry ? 1 : 0)
      sum[index] = total
      carry = first || second
    }
    if carry { sum.append(1) }
    return BigNatural(limbs: sum)
  }

  /// The difference; the right side must not be larger.
  package static func - (left: BigNatural, right: BigNatural) -> BigNatural {
    precondition(left >= right, "a natural number has no negative")
    var difference = left.limbs
    var borrow = false
    for index in difference.indices {
      if index >= right.limbs.count && !borrow { break }
      let other = index < right.limbs.count ? right.limbs[index] : 0
      let (partial, first) = difference[index].subtractingReportingOverflow(other)
      let (total, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
      difference[index] = total
      borrow = first || second
    }
    return BigNatural(limbs: difference)
  }

  package static func * (left: BigNatural, right: BigNatural) -> BigNatural {
    if left.isZero || right.isZero { return BigNatural() }
    var product = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (offset, factor) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (index, limb) in right.limbs.enumerated() {
        // Cannot overflow: (2^64-1)^2 + 2(2^64-1) = 2^128-1.
        let wide =
          UInt128(factor) * UInt128(limb) + UInt128(product[offset + index]) + UInt128(carry)
        product[offset + index] = UInt64(truncatingIfNeeded: wide)
        carry = UInt64(truncatingIfNeeded: wide >> 64)
      }
      product[offset + right.limbs.count] = carry
    }
    return BigNatural(limbs: product)
  }

  package static func << (value: BigNatural, count: Int) -> BigNatural {
    precondition(count >= 0)
    if value.isZero || count == 0 { return value }
    let (words, bits) = (count / 64, count % 64)
    var result = [UInt64](repeating: 0, count: words)
    result.reserveCapacity(words + value.limbs.count + 1)
    var carry: UInt64 = 0
    for limb in value.limbs {
      result.append(limb << bits | carry)
      carry = bits == 0 ? 0 : limb >> (64 - bits)
    }
    result.append(carry)
    return BigNatural(limbs: result)
  }

  package static func >> (value: BigNatural, count: Int) -> BigNatural {
    precondition(count >= 0)
    let (words, bits) = (count / 64, count % 64)
    guard words < value.limbs.count else { return BigNatural() }
    if bits == 0 { return BigNatural(limbs: Array(value.limbs[words...])) }
    var result: [UInt64] = []
    result.reserveCapacity(value.limbs.count - words)
    for index in words..<value.limbs.count {
      let above = index + 1 < value.limbs.count ? value.limbs[index + 1] : 0
      result.append(value.limbs[index] >> bits | above << (64 - bits))
    }
    return BigNatural(limbs: result)
  }
}
