import ByteKit
import HealthUnits
import TestSupport
import Testing

@Suite struct UnitConversionTests {
  static let pairs: [(from: Unit, to: Unit)] = {
    // π has 64 decimals, and so is for quantities alone.
    let units = UnitRegistry.standard.units.filter {
      ($0.kind == .linear || $0.kind == .affine) && $0.symbol != "[pi]"
    }
    var pairs: [(Unit, Unit)] = []
    for from in units {
      for to in units where from.dimension == to.dimension && from != to {
        pairs.append((from, to))
      }
    }
    return pairs
  }()

  @Test func aFewValuesEverybodyKnows() throws {
    #expect(try convert("176.4", "lb", "kg") == "80.013694068")
    #expect(try convert("98.6", "degF", "degC") == "37")
    #expect(try convert("6.1", "mmol<180.1558800000541>/L", "mg/dL") == "109.895086800033")
    #expect(try convert("455", "Cal", "J") == "1903720")
    #expect(try convert("0.97", "%", "1") == "0.97")
    #expect(try convert("97", "percent", "1") == "0.97")
    #expect(try convert("97", "%", "1", in: .spreadsheet) == "0.97")
    #expect(try convert("1", "mL/min·kg", "L/min·kg") == "0.001")
  }

  @Test func theSameUnitKeepsTheDigits() throws {
    let conversion = try UnitRegistry.standard.conversion(from: "lbs", to: "lb")
    #expect(conversion.isIdentity)
    let value = ExactDecimal(significand: 1_234_567_890_123_456_789, exponent: -7, isNegative: true)
    #expect(conversion.convert(value) == value)
    #expect(try UnitRegistry.standard.conversion(from: "Cal", to: "kcal").isIdentity)
  }

  @Test func fifteenDigitsStayExact() throws {
    // 123456789012345 × 0.001 needs no double.
    #expect(try convert("123456789012345", "ms", "s") == "123456789012.345")
    // Zeros at the end do not count as digits.
    #expect(try convert("9007199254740993000", "ms", "s") == "9007199254740992")
    #expect(try convert("1000000000000000000", "lb", "kg") == "453592370000000000")
  }

  @Test func aSignStays() throws {
    #expect(try convert("-2", "lb", "kg") == "-0.90718474")
    #expect(try convert("-0", "lb", "kg") == "0")
    #expect(try convert("-40", "degF", "degC") == "-40")
    #expect(try convert("-459.67", "degF", "K") == "0")
  }

  @Test func speedAndPaceAreReciprocal() throws {
    #expect(try convert("4", "m/s", "s/100m") == "25")
    #expect(try convert("12", "km/hr", "min/km") == "5")
    #expect(try convert("5", "min/km", "km/hr") == "12")
    #expect(try convert("6", "min/mi", "mph") == "10")
    #expect(try convert("7", "km/hr", "min/km") == "8.571428571428571")
    #expect(try convert("0", "km/hr", "min/km") == "0")
    let conversion = try UnitRegistry.standard.conversion(from: "km/hr", to: "min/km")
    #expect(conversion.isReciprocal)
  }

  /// Every fast route against whole numbers of any size.
  @Test func theFastRoutesAgreeWithTheExactOne() {
    var random = SplitMix64(seed: testSeed())
    for (from, to) in Self.pairs {
      guard
        let conversion = try? UnitRegistry.standard.conversion(from: from, to: to)
      else { continue }
      if conversion.isIdentity { continue }
      for _ in 0..<25 {
        let value = Self.randomDecimal(&random)
        let fast = conversion.convert(value)
        let slow = conversion.slow(value)
        #expect(fast.normalized == slow.normalized, "\(written(value)) \(from) in \(to)")
      }
    }
  }

  /// The exact rational, rounded once by the fraction type, is the double of every result.
  @Test func theResultIsTheNearestDoubleOfTheExactValue() throws {
    var random = SplitMix64(seed: testSeed())
    for (from, to) in Self.pairs.shuffled(using: &random).prefix(300) {
      let conversion = try UnitRegistry.standard.conversion(from: from, to: to)
      for _ in 0..<5 {
        let value = Self.randomDecimal(&random)
        let exact = try #require(Rational(value))
        let si = (exact + from.offset) * from.factor
        let expected = (si / to.factor - to.offset).doubleValue
        #expect(
          conversion.convert(value).doubleValue == expected,
          "\(written(value)) \(from) in \(to)"
        )
      }
    }
  }

  /// Half-way cases: products that lie exactly between two doubles go to the even one.
  @Test func aTieGoesToTheEvenDouble() throws {
    let three = try #require(UnitConversion(scale: Rational(3)))
    // 3 × 3002399751580331 = 2^53 + 1, between 2^53 and 2^53 + 2.
    #expect(written(three.convert(try decimal("3002399751580331"))) == "9007199254740992")
    let conversion = try #require(UnitConversion(scale: Rational(1, 10)))
    #expect(written(conversion.convert(try decimal("90071992547409930"))) == "9007199254740992")
    #expect(written(conversion.convert(try decimal("90071992547409950"))) == "9007199254740996")
    #expect(written(conversion.convert(try decimal("90071992547409931"))) == "9007199254740994")
  }

  @Test func aThereAndBackGivesFifteenDigitsAgain() throws {
    var random = SplitMix64(seed: testSeed())
    for (from, to) in Self.pairs {
      let there = try UnitRegistry.standard.conversion(from: from, to: to)
      let back = try UnitRegistry.standard.conversion(from: to, to: from)
      for _ in 0..<4 {
        let digits = Int.random(in: 1...15, using: &random)
        let limit = Int.random(in: 1..<Self.power(10, digits), using: &random)
        // The zeros of temperature scales lie apart: their digits are counted from the hundreds.
        let isAffine = from.kind == .affine || to.kind == .affine
        let exponent =
          isAffine
          ? max(3 - Int32(digits), -12) : Int32.random(in: -Int32(digits)...4, using: &random)
        let value = ExactDecimal(significand: UInt64(limit), exponent: exponent)
        let again = back.convert(there.convert(value))
        if isAffine {
          let distance = try #require(Rational(again)) - #require(Rational(value))
          let limit = try #require(Rational("0.5e-12"))
          #expect(distance < limit && Rational(0) - limit < distance, "\(value) \(from) \(to)")
        } else {
          #expect(Self.fifteenDigits(again) == value.normalized, "\(written(value)) \(from) \(to)")
        }
      }
    }
  }

  /// The shortest decimal in 128 bits against the standard library's.
  @Test func theShortestDecimalIsTheStandardLibrarys() {
    var random = SplitMix64(seed: testSeed())
    var doubles: [Double] = [
      1_234_567_890_123_456.25, 0.1, 1e-11, 9_007_199_254_740_991, .leastNonzeroMagnitude,
    ]
    for _ in 0..<20_000 {
      let bits = UInt64.random(in: 0..<(1 << 52), using: &random)
      let scale = UInt64.random(in: 960...1_080, using: &random)
      doubles.append(Double(bitPattern: scale << 52 | bits))
      // Doubles of short decimals, and their neighbours.
      let short = Double(Int.random(in: 1...99_999_999, using: &random)) / 10_000
      doubles += [short, short.nextUp, -short.nextDown, short * 1e9, short / 3]
    }
    for value in doubles {
      #expect(UnitArithmetic.shortest(value) == ExactDecimal(shortest: value), "\(value)")
    }
    #expect(UnitArithmetic.shortest(.infinity) == nil)
    #expect(UnitArithmetic.shortest(0)?.significand == 0)
    // Both ends of the range in 128 bits, from every side.
    for power in -38...54 {
      let edge = Double(sign: .plus, exponent: power, significand: 1)
      for value in [edge, edge.nextUp, edge.nextDown, edge * 1.5, edge.nextUp.nextUp] {
        #expect(UnitArithmetic.shortest(value) == ExactDecimal(shortest: value), "\(value)")
      }
    }
  }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { result, _ in result * base }
  }

  private static func fifteenDigits(_ value: ExactDecimal) -> ExactDecimal {
    var value = value.normalized
    while value.significand >= 1_000_000_000_000_000 {
      let up = value.significand % 10 >= 5
      value.significand = value.significand / 10 + (up ? 1 : 0)
      value.exponent += 1
    }
    return value.normalized
  }

  static func randomDecimal(_ random: inout SplitMix64) -> ExactDecimal {
    let digits = Int.random(in: 1...19, using: &random)
    var value: UInt64 = 0
    for _ in 0..<digits { value = value * 10 + UInt64.random(in: 0...9, using: &random) }
    let exponent =
      Int.random(in: 0...9, using: &random) == 0
      ? Int32.random(in: -40...30, using: &random)
      : -Int32.random(in: 0...Int32(digits + 2), using: &random)
    return ExactDecimal(
      significand: value,
      exponent: exponent,
      isNegative: Bool.random(using: &random)
    )
  }
}

/// Numbers beyond 19 digits, and far beyond the doubles.
@Suite struct LongConversionTests {
  @Test func everyDigitOfALongNumberCounts() throws {
    let kilo = try UnitRegistry.standard.conversion(from: "km", to: "m")
    #expect(
      convert("0.1234567890123456789012345678901", kilo).map(written) == "123.45678901234568"
    )
    // Exactly between two doubles, but for the last digit.
    let scale = try #require(UnitConversion(scale: Rational(1, 10)))
    let tie = "90071992547409930.0000000000000000000000000"
    #expect(convert(tie + "0", scale).map(written) == "9007199254740992")
    #expect(convert(tie + "1", scale).map(written) == "9007199254740994")
    #expect(convert("-" + tie + "1", scale).map(written) == "-9007199254740994")
  }

  @Test func thousandsOfDigitsEnd() throws {
    let conversion = try UnitRegistry.standard.conversion(from: "lb", to: "kg")
    let nines = String(repeating: "9", count: 50_000)
    #expect(convert("0." + nines, conversion).map(written) == "0.45359237")
    #expect(convert("0." + nines + "e1", conversion).map(written) == "4.5359237")
    #expect(convert(nines + "e-50000", conversion).map(written) == "0.45359237")
    #expect(convert("000." + String(repeating: "0", count: 5_000) + nines, conversion) != nil)
  }

  @Test func numbersBeyondTheDoublesKeepTheirDigits() throws {
    let conversion = try UnitRegistry.standard.conversion(from: "lb", to: "kg")
    #expect(try convert("1e400", "lb", "kg") == "4.5359237e+399")
    #expect(try convert("1e-400", "lb", "kg") == "4.5359237e-401")
    let far = ExactDecimal(significand: 1_234_567_890_123_456_789, exponent: Int32.max)
    #expect(conversion.convert(far).exponent > 2_000_000_000)
    let near = ExactDecimal(significand: 1_234_567_890_123_456_789, exponent: Int32.min)
    #expect(conversion.convert(near).exponent < -2_000_000_000)
    #expect(try convert("1e-900", "degF", "degC") == "-17.77777777777778")
    #expect(try convert("1234567890123456789e900", "degF", "degC") != "0")
    #expect(try convert("1e900", "km/hr", "min/km") == "6e-899")
    let subnormal = conversion.convert(
      ExactDecimal(significand: 1_234_567_890_123_456_789, exponent: -330)
    )
    #expect(written(subnormal) == "5.599905752069983e-313")
  }

  @Test func whatIsNoNumberIsNone() throws {
    let conversion = try UnitRegistry.standard.conversion(from: "lb", to: "kg")
    for text in ["", "x", "1x", "--1", "1e", "."] {
      let bytes = Array(text.utf8)
      #expect(conversion.convertLong(bytes.span, 0..<bytes.count) == nil)
    }
  }

  @Test func aFactorOfManyDigitsIsStillExact() throws {
    let scale = try #require(Rational("123456789012345678901/98765432109876543211"))
    let conversion = try #require(UnitConversion(scale: scale))
    let exact = scale * Rational(7)
    #expect(conversion.convert(ExactDecimal(7)).doubleValue == exact.doubleValue)
    #expect(UnitConversion(scale: Rational(10).raised(to: 50) + Rational(1)) == nil)
    #expect(UnitConversion(scale: Rational(0)) == nil)
    #expect(UnitConversion(scale: Rational(-1)) == nil)
  }
}
