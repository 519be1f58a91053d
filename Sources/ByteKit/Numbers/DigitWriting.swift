extension [UInt8] {
  /// Lets `body` write up to `capacity` bytes behind the end, whole words at a time.
  ///
  /// `body` gets the address of `capacity` writable bytes, may write any of them, and returns how
  /// many count. It must stay inside: callers name the longest text plus a word of slack.
  @inline(__always)
  mutating func appendRaw(capacity: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    append(addingCapacity: capacity) { span in
      span.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
        count = body(start)
      }
    }
  }
}

/// Two ASCII digits of a number below 100; the tens digit is the low byte.
@inline(__always)
package func digitPair(_ value: Int) -> UInt16 {
  UInt16(truncatingIfNeeded: digitPairWord(value))
}

/// `digitPair` as the lowest two bytes of a word.
@inline(__always)
func digitPairWord(_ value: Int) -> UInt64 {
  let number = UInt64(truncatingIfNeeded: value)
  let tens = (number &* 103) &>> 10  // as x / 10 for x < 100
  return 0x3030 | tens | (number &- tens &* 10) &<< 8
}

/// Writes a word, its lowest byte first.
@inline(__always)
func store(_ word: UInt64, _ target: UnsafeMutableRawPointer, _ at: Int) {
  target.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
}

/// Writes exactly `count` digits of `value`, with leading zeros; up to a word more is overwritten.
@inline(__always)
func storeDigits(_ value: UInt64, count: Int, _ target: UnsafeMutableRawPointer, _ at: Int) {
  if count <= 8 {
    store(spelledEightDigits(value) &>> UInt64(truncatingIfNeeded: 64 - 8 * count), target, at)
    return
  }
  let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
  let last = at &+ count &- 8
  if count <= 16 {
    let shift = UInt64(truncatingIfNeeded: 128 - 8 * count)
    store(spelledEightDigits(high) &>> shift, target, at)
  } else {
    let (top, middle) = high.quotientAndRemainder(dividingBy: 100_000_000)
    let shift = UInt64(truncatingIfNeeded: 192 - 8 * count)
    store(spelledEightDigits(top) &>> shift, target, at)
    store(spelledEightDigits(middle), target, last &- 8)
  }
  store(spelledEightDigits(low), target, last)
}

/// The eight ASCII digits of a number below 10^8, the first in the lowest byte.
///
/// The reverse of `eightDigits`: halves, then quarters, then digits, all lanes at once.
@inline(__always)
func spelledEightDigits(_ value: UInt64) -> UInt64 {
  let high = value / 10_000
  let halves = high | (value &- high &* 10_000) << 32
  // x / 100 = x × 5243 >> 19 for x < 10,000; x / 10 = x × 103 >> 10 for x < 100.
  let hundreds = (halves &* 5_243) >> 19 & 0x0000_007F_0000_007F
  let quarters = hundreds | (halves &- hundreds &* 100) << 16
  let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
  let digits = tens | (quarters &- tens &* 10) << 8
  return digits | 0x3030_3030_3030_3030
}

/// How many decimal digits a number has; zero has one.
@inline(__always)
func decimalDigitCount(_ value: UInt64) -> Int {
  // 1233 / 4096 is just above log10(2): the digit count, or one less.
  let guess = ((64 &- (value | 1).leadingZeroBitCount) &* 1_233) >> 12
  return guess &+ (value >= powersOfTen[guess] ? 1 : 0)
}

/// Powers of ten up to 10^19, but 0 instead of 1 in the first place: zero, too, has one digit.
private let powersOfTen: [UInt64] = [
  0, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

/// 10^exponent for an exponent of 1 to 19.
@inline(__always)
func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent] }

/// Appends a whole number in decimal.
package func writeInteger(_ value: Int, to out: inout [UInt8]) {
  out.appendRaw(capacity: 32) { target in
    var length = 0
    if value < 0 {
      target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      length = 1
    }
    let magnitude = UInt64(value.magnitude)
    let count = decimalDigitCount(magnitude)
    storeDigits(magnitude, count: count, target, length)
    return length &+ count
  }
}
