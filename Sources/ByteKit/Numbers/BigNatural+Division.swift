extension BigNatural {
  /// Quotient and remainder; the divisor must not be zero.
  package func quotientAndRemainder(
    dividingBy divisor: BigNatural
  ) -> (quotient: BigNatural, remainder: BigNatural) {
    precondition(!divisor.isZero, "division by zero")
    if self < divisor { return (BigNatural(), self) }
    if divisor.limbs.count == 1 {
      var quotient = self
      let remainder = quotient.divide(by: divisor.limbs[0])
      return (quotient, BigNatural(remainder))
    }
    return longDivision(by: divisor)
  }

  /// Schoolbook division (Knuth, TAOCP 4.3.1, algorithm D) for divisors of two limbs or more.
  private func longDivision(by divisor: BigNatural) -> (BigNatural, BigNatural) {
    // D1: scale so that the divisor's top bit is set; a guessed digit is then at most 2 too large.
    let shift = 64 * divisor.limbs.count - divisor.bitWidth
    let v = (divisor << shift).limbs
    var u = (self << shift).limbs
    let n = v.count
    while u.count <= limbs.count { u.append(0) }
    let top = v[n - 1]
    let second = v[n - 2]
    var quotient = [UInt64](repeating: 0, count: u.count - n)

    for j in quotient.indices.reversed() {
      var digit = Self.guess(u[j + n], u[j + n - 1], u[j + n - 2], top, second)
      // D4: subtract digit × divisor from the running remainder.
      var borrow: UInt64 = 0
      for i in 0..<n {
        let product = UInt128(digit) * UInt128(v[i]) + UInt128(borrow)
        let (low, under) = u[i + j].subtractingReportingOverflow(
          UInt64(truncatingIfNeeded: product)
        )
        u[i + j] = low
        borrow = UInt64(truncatingIfNeeded: product >> 64) + (under ? 1 : 0)
      }
      let (head, negative) = u[j + n].subtractingReportingOverflow(borrow)
      u[j + n] = head
      if negative {  // D6: the guess was one too large; add the divisor back.
        digit -= 1
        var carry: UInt64 = 0
        for i in 0..<n {
          let sum = UInt128(u[i + j]) + UInt128(v[i]) + UInt128(carry)
          u[i + j] = UInt64(truncatingIfNeeded: sum)
          carry = UInt64(truncatingIfNeeded: sum >> 64)
        }
        u[j + n] &+= carry
      }
      quotient[j] = digit
    }
    return (BigNatural(limbs: quotient), BigNatural(limbs: Array(u[..<n])) >> shift)
  }

  /// D3: a quotient digit from the top three limbs of the remainder and two of the divisor.
  private static func guess(
    _ high: UInt64,
    _ middle: UInt64,
    _ low: UInt64,
    _ top: UInt64,
    _ second: UInt64
  ) -> UInt64 {
    var digit: UInt64
    var rest: UInt64
    if high >= top {
      digit = .max
      let (sum, overflow) = middle.addingReportingOverflow(top)
      if overflow { return digit }
      rest = sum
    } else {
      (digit, rest) = top.dividingFullWidth((high, middle))
    }
    while UInt128(digit) * UInt128(second) > UInt128(rest) << 64 | UInt128(low) {
      digit -= 1
      let (sum, overflow) = rest.addingReportingOverflow(top)
      if overflow { break }
      rest = sum
    }
    return digit
  }

  /// The greatest common divisor, by halving and subtracting; gcd(0, n) = n.
  package func greatestCommonDivisor(with other: BigNatural) -> BigNatural {
    if isZero { return other }
    if other.isZero { return self }
    let twos = min(trailingZeroBitCount, other.trailingZeroBitCount)
    var a = self >> trailingZeroBitCount
    var b = other >> other.trailingZeroBitCount
    while a != b {
      if a < b { swap(&a, &b) }
      // A remainder instead of one subtraction when the sizes differ much.
      a = a.bitWidth > b.bitWidth + 8 ? a.quotientAndRemainder(dividingBy: b).remainder : a - b
      if a.isZero { break }
      a = a >> a.trailingZeroBitCount
    }
    return b << twos
  }
}
