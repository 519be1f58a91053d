import ByteKit
import TestSupport
import Testing

@Suite struct BigNumberTests {
  @Test func arithmeticAgreesWithTheMachine() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      let a = sample(&random)
      let b = sample(&random)
      let (bigA, bigB) = (BigNatural(a), BigNatural(b))
      #expect((bigA + bigB).description == sum(a, b))
      #expect((a >= b ? bigA - bigB : bigB - bigA).asUInt128 == max(a, b) - min(a, b))
      #expect((bigA < bigB) == (a < b))
      #expect(bigA.description == "\(a)")
      #expect(bigA.bitWidth == 128 - a.leadingZeroBitCount)
      let (quotient, remainder) = bigA.quotientAndRemainder(dividingBy: bigB + one)
      if b < .max {
        #expect(quotient.asUInt128 == a / (b + 1))
        #expect(remainder.asUInt128 == a % (b + 1))
      }
    }
  }

  @Test func divisionUndoesMultiplication() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<1_000 {
      let a = big(&random)
      let b = big(&random) + one
      let rest = big(&random)
      let (quotient, remainder) = (a * b + rest).quotientAndRemainder(dividingBy: b)
      let (extra, expected) = rest.quotientAndRemainder(dividingBy: b)
      #expect(quotient == a + extra)
      #expect(remainder == expected)
      let count = Int.random(in: 0...200, using: &random)
      #expect((a << count) == a * BigNatural.power(2, count))
      #expect((a << count) >> count == a)
      #expect(a >> count == a.quotientAndRemainder(dividingBy: .power(2, count)).quotient)
    }
  }

  @Test func greatestCommonDivisorsDivide() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<200 {
      let common = big(&random) + one
      let (a, b) = (big(&random) * common, big(&random) * common)
      let divisor = a.greatestCommonDivisor(with: b)
      #expect(divisor.isZero == (a.isZero && b.isZero))
      if divisor.isZero { continue }
      #expect(divisor.quotientAndRemainder(dividingBy: common).remainder.isZero)
      let (x, restX) = a.quotientAndRemainder(dividingBy: divisor)
      let (y, restY) = b.quotientAndRemainder(dividingBy: divisor)
      #expect(restX.isZero && restY.isZero)
      #expect(x.greatestCommonDivisor(with: y) == one)
    }
  }

  @Test func integersKeepTheirSigns() throws {
    for a in [-7, -1, 0, 3, 12, Int.min, Int.max] {
      for b in [-5, -1, 2, 9, Int.min] {
        let (x, y) = (BigInteger(a), BigInteger(b))
        #expect((x < y) == (a < b))
        #expect(x - y + y == x)
        #expect((x * y).isNegative == (a != 0 && (a < 0) != (b < 0)))
        let (quotient, remainder) = x.quotientAndRemainder(dividingBy: y)
        #expect(quotient * y + remainder == x)
        if !(a == .min && b == -1) {
          #expect(quotient.asInt == a / b)
          #expect(remainder.asInt == a % b)
        }
        #expect(BigInteger(x.description) == x)
      }
    }
    #expect(BigInteger("12x") == nil)
    #expect(BigInteger("-") == nil)
    #expect(BigInteger("-0") == .zero)
    #expect(BigInteger(magnitude: BigNatural(1 << 63 as UInt64)).asInt == nil)
    #expect(BigInteger.powerOfTen(30).description == "1" + String(repeating: "0", count: 30))
  }

  @Test(
    arguments: [
      ("1", "3", 1.0 / 3), ("-2", "3", -2.0 / 3), ("0", "-7", 0), ("9007199254740993", "1", 0x1p53),
      ("9007199254740995", "1", 9_007_199_254_740_996), ("1406136347", "20000000", 70.30681735),
    ] as [(String, String, Double)]
  )
  func rationalsRoundOnce(numerator: String, denominator: String, expected: Double) throws {
    let value = roundedDouble(
      numerator: try #require(BigInteger(numerator)),
      denominator: try #require(BigInteger(denominator))
    )
    #expect(value == expected)
  }

  @Test func rationalsReachBothEndsOfTheRange() {
    let one = BigInteger.one
    func fraction(_ numerator: BigInteger, _ denominator: BigInteger) -> Double {
      roundedDouble(numerator: numerator, denominator: denominator)
    }
    #expect(fraction(one << 1024, one) == .infinity)
    #expect(fraction((one << 1024) - (one << 970), one) == .infinity)
    #expect(fraction((one << 1024) - (one << 970) - one, one) == .greatestFiniteMagnitude)
    #expect(fraction(-one, one << 1074) == -Double.leastNonzeroMagnitude)
    #expect(fraction(one, one << 1075) == 0)
    #expect(fraction(BigInteger(3), one << 1076) == Double.leastNonzeroMagnitude)
    #expect(fraction(one << 2000, (one << 3075) - one) == Double.leastNonzeroMagnitude)
    #expect(fraction((one << 53) - one, one << 1075) == .leastNormalMagnitude)
    #expect(fraction(one, one << 3000) == 0)
  }

  private let one = BigNatural(1 as UInt64)

  private func sample(_ random: inout SplitMix64) -> UInt128 {
    let wide = UInt128(random.next()) << 64 | UInt128(random.next())
    return wide >> UInt128.random(in: 0...127, using: &random)
  }

  /// Up to six limbs, many of them all zeros or all ones, where carries go wrong.
  private func big(_ random: inout SplitMix64) -> BigNatural {
    BigNatural(
      limbs: (0..<Int.random(in: 0...6, using: &random)).map { _ in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: 0
        case 1: .max
        case 2: 1 << UInt64.random(in: 0...63, using: &random)
        default: random.next()
        }
      }
    )
  }

  private func sum(_ a: UInt128, _ b: UInt128) -> String {
    let (low, overflow) = a.addingReportingOverflow(b)
    guard overflow else { return "\(low)" }
    return (BigNatural(low) + (one << 128)).description
  }
}
