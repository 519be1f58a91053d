import ByteKit
import HealthUnits
import TestSupport
import Testing

@Suite struct QuantityTests {
  @Test func aConversionRoundsNothing() throws {
    let weight = try Quantity("70.3", "kg")
    let pounds = try weight.converted(to: "lb")
    #expect(pounds.amount == Rational("70.3/0.45359237"))
    #expect(pounds.description == "154.98497031596895 lb")
    #expect(pounds.formatted(digits: 5) == "154.98 lb")
    #expect(try pounds.converted(to: "kg") == weight)
    #expect(try pounds.converted(to: "kg").description == "70.3 kg")
  }

  @Test func quantitiesAreEqualAcrossUnits() throws {
    #expect(try Quantity("1", "km") == Quantity("1000", "m"))
    #expect(try Quantity("212", "degF") == Quantity("100", "degC"))
    #expect(try Quantity("1", "km") != Quantity("1000", "s"))
    #expect(try Set([Quantity("12", "in"), Quantity("1", "ft"), Quantity("1/3", "yd")]).count == 1)
    // No factor relates them, so even equal numbers are not the same.
    #expect(try Quantity("1", "deg") != Quantity("1", "rad"))
    #expect(try Quantity("1", "deg") == Quantity("1", "degrees"))
  }

  @Test func quantitiesAreComparedExactly() throws {
    #expect(try Quantity("1", "mi").isLess(than: Quantity("1.609344000000000000001", "km")))
    #expect(try !Quantity("1", "mi").isLess(than: Quantity("1.609344", "km")))
    #expect(try Quantity("-1", "degC").isLess(than: Quantity("31", "degF")))
    let error = #expect(throws: UnitError.self) {
      try Quantity("1", "kg").isLess(than: Quantity("1", "m"))
    }
    #expect(error?.description == "\"m\" measures length, not mass")
    #expect(throws: UnitError.self) { try Quantity("1", "deg").isLess(than: Quantity("2", "rad")) }
  }

  @Test func speedBecomesPaceAndMolesBecomeMass() throws {
    #expect(try Quantity("12", "km/h").converted(to: "min/km").description == "5 min/km")
    #expect(try Quantity("0", "km/h").converted(to: "min/km").description == "0 min/km")
    let glucose = try Quantity("5.5", "mmol/L").converted(to: "mg/dL", substance: .glucose)
    #expect(glucose.description == "99.08573400002976 mg/dL")
    #expect(throws: UnitError.self) { try Quantity("5.5", "mmol/L").converted(to: "mg/dL") }
  }

  @Test(arguments: [
    ("NaN", "unit.bad-number"), ("", "unit.bad-number"), ("1/0", "unit.bad-number"),
    ("1,5", "unit.bad-number"), ("1e99999", "unit.number-out-of-range"),
    ("-1e-2000000000", "unit.number-out-of-range"), ("infinity", "unit.bad-number"),
  ])
  func whatIsNoNumberIsRefused(_ text: String, _ code: String) {
    let error = #expect(throws: UnitError.self) { try Quantity(text, "kg") }
    #expect(error?.code.rawValue == code)
  }

  /// There and back, any decimal and any pair of units of a dimension.
  @Test func thereAndBackIsTheSame() throws {
    var random = SplitMix64(seed: testSeed())
    let units = UnitRegistry.standard.units.filter { $0.kind == .linear || $0.kind == .affine }
    for from in units {
      for to in units where from.dimension == to.dimension {
        let value = UnitConversionTests.randomDecimal(&random)
        let quantity = try #require(Quantity(value, from))
        let there = try quantity.converted(to: to)
        #expect(there == quantity)
        #expect(try there.converted(to: from).amount == quantity.amount)
        // Where 128 bits are enough, both ways of converting print the same.
        if let conversion = try? UnitRegistry.standard.conversion(from: from, to: to),
          !conversion.isIdentity, value.significand != 0
        {
          #expect(conversion.convert(value).normalized == there.decimal.normalized)
        }
      }
    }
  }

  @Test(arguments: [
    ("123456", 3, "123000"), ("0.00012345", 4, "0.0001234"), ("0.00012355", 4, "0.0001236"),
    ("999.96", 4, "1000"), ("-2.5", 1, "-2"), ("-3.5", 1, "-4"), ("0", 5, "0"), ("1/3", 3, "0.333"),
    ("2/3", 18, "0.666666666666666667"), ("9.99e300", 2, "1e+301"), ("1e-300", 3, "1e-300"),
  ])
  func digitsAreRoundedHalfToEven(_ text: String, _ digits: Int, _ expected: String) throws {
    let number = try #require(Rational(text))
    #expect(written(number.rounded(toDigits: digits)) == expected)
  }
}

@Suite struct HumanQuantityTests {
  @Test(arguments: [
    ("193", "cm", "6 ft 4 in"), ("182.88", "cm", "6 ft"), ("181.5", "cm", "5 ft 11 in"),
    ("182.7", "cm", "6 ft"), ("25.4", "cm", "10 in"), ("-193", "cm", "-6 ft 4 in"),
  ])
  func heightsInFeetAndInches(_ value: String, _ unit: String, _ expected: String) throws {
    #expect(try Quantity(value, unit).human(.us, use: .bodyLength) == expected)
  }

  @Test(arguments: [
    ("4320", "s", "1 h 12 min"), ("3599.7", "s", "1 h"), ("59.96", "s", "1 min"),
    ("45", "s", "45 s"),
    ("754", "s", "12 min 34 s"), ("90061", "s", "1 d 1 h"), ("0.0671854", "s", "67.2 ms"),
    ("7.25", "hr", "7 h 15 min"), ("0", "s", "0 s"), ("-90", "min", "-1 h 30 min"),
    ("23.9999", "hr", "1 d"),
  ])
  func durations(_ value: String, _ unit: String, _ expected: String) throws {
    #expect(try Quantity(value, unit).human(.metric) == expected)
  }

  @Test(arguments: [
    ("5.5", "min/km", "5:30 min/km", "8:51 min/mi"),
    ("65", "min/km", "1:05:00 min/km", "1:44:36 min/mi"),
    ("0.3", "s/m", "5:00 min/km", "8:03 min/mi"), ("5.999", "min/km", "6:00 min/km", "9:39 min/mi"),
  ])
  func paces(_ value: String, _ unit: String, _ metric: String, _ us: String) throws {
    #expect(try Quantity(value, unit).human(.metric) == metric)
    #expect(try Quantity(value, unit).human(.us) == us)
  }

  @Test(arguments: [
    ("70.3", "kg", "70.3 kg", "155 lb"), ("350", "g", "350 g", "350 g"),
    ("0.0021", "g", "2.1 mg", "2.1 mg"), ("0.0000021", "g", "2.1 µg", "2.1 µg"),
    ("8.5", "km", "8.5 km", "5.28 mi"), ("120", "m", "120 m", "394 ft"),
    ("37.2", "degC", "37.2 °C", "99 °F"),
    ("10", "km/hr", "10 km/h", "6.2 mph"), ("741000", "cal", "741 kcal", "741 kcal"),
    ("72", "count/min", "72 /min", "72 /min"), ("0.974", "1", "97.4 %", "97.4 %"),
    ("8412", "count", "8412 count", "8412 count"), ("120", "mmHg", "120 mmHg", "120 mmHg"),
    ("5.54321", "mmol/L", "5.543 mmol/L", "5.543 mmol/L"),
    ("61.2", "dBASPL", "61.2 dB(A)", "61.2 dB(A)"),
  ])
  func everythingElse(_ value: String, _ unit: String, _ metric: String, _ us: String) throws {
    #expect(try Quantity(value, unit).human(.metric) == metric)
    #expect(try Quantity(value, unit).human(.us) == us)
  }

  @Test func drinksAndLanes() throws {
    #expect(try Quantity("0.5", "L").human(.us, use: .drink) == "16.9 fl oz")
    #expect(try Quantity("0.5", "L").human(.metric, use: .drink) == "500 mL")
    #expect(try Quantity("1500", "m").human(.us, use: .swimming) == "1640 yd")
    #expect(try Quantity("1500", "m").human(.metric, use: .swimming) == "1500 m")
    #expect(try Quantity("1.2", "s/m").human(.metric, use: .swimming) == "2:00 min/100m")
    #expect(try Quantity("1.2", "s/m").human(.us, use: .swimming) == "1:50 min/100yd")
  }

  /// Whatever the unit and the number, there is a text.
  @Test func nothingTraps() throws {
    for unit in UnitRegistry.standard.units {
      for value in ["0", "-0", "1e-400", "-7.77", "1e300", "123456789012345678901234567890"] {
        for system in UnitSystem.allCases {
          for use in [UnitSystem.Use.general, .bodyLength, .swimming, .drink] {
            let quantity = try Quantity(value, unit.symbol)
            #expect(!quantity.human(system, use: use).isEmpty)
          }
        }
      }
    }
  }
}
