import HealthUnits
import Testing

@Suite struct UnitRegistryTests {
  let registry = UnitRegistry.standard

  private func failure(_ body: () throws -> Void) -> UnitError? {
    #expect(throws: UnitError.self) { try body() }
  }

  @Test(arguments: [
    ("calories", Dimension.energy, "kcal"), ("Calories", .energy, "kcal"), ("CAL", .energy, "kcal"),
    ("C", .temperature, "degC"), ("F", .temperature, "degF"), ("units", .internationalUnits, "IU"),
    ("U", .internationalUnits, "IU"), ("METs", .powerPerMass, "kcal/hr·kg"),
    ("dB", .soundPressureLevel, "dBASPL"), ("°", .angle, "deg"), ("AHI", .rate, "count/hr"),
    ("mmol", .amountConcentration, "mmol/L"),
  ])
  func theExpectedDimensionDecides(_ text: String, _ dimension: Dimension, _ symbol: String) throws
  {
    let found = try registry.unit(text, for: dimension)
    #expect(found.unit.symbol == symbol)
    #expect(found.note == .assumed)
  }

  @Test func anExactSpellingWinsOverTheExpectedDimension() throws {
    let found = try registry.unit("cal", for: .energy)
    #expect(found.unit.symbol == "cal")
    #expect(found.note == nil)
    #expect(try registry.unit("Pounds", for: .mass).note == .alias)
    #expect(try registry.unit("LB", for: .mass).unit.symbol == "lb")
    #expect(try registry.unit("min/km", for: .speed).unit.symbol == "min/km")
  }

  @Test func caseMatters() throws {
    #expect(try registry.unit("mS").dimension == .conductance)
    #expect(try registry.unit("ms").dimension == .time)
    #expect(try registry.unit("d").dimension == .time)
    #expect(try registry.unit("D").dimension == .opticalPower)
    #expect(try registry.unit("MJ").factor / registry.unit("mJ").factor == Rational(1_000_000_000))
    #expect(try registry.unit("Mbar").factor == Rational(100_000_000_000))
    #expect(try registry.unit("Cal").factor == registry.unit("kcal").factor)
    #expect(try registry.unit("nm").factor != registry.unit("NM").factor)
  }

  @Test func aWrongDimensionIsNamedInWords() throws {
    let error = failure { _ = try registry.conversion(from: "kg", to: "m") }
    #expect(error?.code == .dimension)
    #expect(error?.description == "\"kg\" measures mass, not length")
    let ounce = failure { _ = try registry.unit("oz", for: .volume) }
    #expect(
      ounce?.description
        == "\"oz\" measures mass, not volume; did you mean fl_oz_us or fl_oz_imp?"
    )
    let odd = failure { _ = try registry.conversion(from: "kg·V/s^2", to: "m") }
    #expect(odd?.description == "\"kg·V/s^2\" measures length^2·mass^2/time^5·current, not length")
  }

  @Test(arguments: [
    ("m", Dimension.time, "min"), ("S", .time, "s"), ("MS", .time, "ms"), ("ML", .volume, "mL"),
  ])
  func aHintNamesTheUnitThatWasMeant(_ text: String, _ dimension: Dimension, _ hint: String) {
    let error = failure { _ = try registry.unit(text, for: dimension) }
    #expect(error?.suggestions.contains(hint) == true)
  }

  @Test(arguments: [("kilogrms", "kg"), ("mmgh", "mmHg"), ("lbz", "lb")])
  func aMisspeltNameGetsASuggestion(_ text: String, _ hint: String) {
    let error = failure { _ = try registry.unit(text) }
    #expect(error?.suggestions.contains(hint) == true)
  }

  @Test func levelsConvertOnlyToThemselves() throws {
    #expect(try registry.conversion(from: "dBASPL", to: "dba").isIdentity)
    #expect(failure { _ = try registry.conversion(from: "dBASPL", to: "dBHL") }?.code == .dimension)
    #expect(failure { _ = try registry.conversion(from: "deg", to: "rad") }?.code == .noConversion)
    #expect(failure { _ = try registry.conversion(from: "dBASPL", to: "Pa") }?.code == .dimension)
  }

  @Test func pointsAndDifferencesOfTemperaturesAreApart() throws {
    #expect(failure { _ = try registry.conversion(from: "degC", to: "delta_degF") } != nil)
    #expect(try convert("1.8", "delta_degF", "delta_degC") == "1")
    #expect(failure { _ = try registry.unit("J/degF") }?.suggestions == ["delta_degF"])
  }

  @Test func hertzAndCountsPerSecondAreApart() {
    #expect(failure { _ = try registry.conversion(from: "Hz", to: "count/s") }?.code == .dimension)
  }

  @Test func molesBecomeAMassOnlyWithASubstance() throws {
    #expect(
      failure { _ = try registry.unit("mmol/L", for: .massConcentration) }?.code == .dimension
    )
    for text in ["mmol/L", "mmol/l", "mmol", "MMOL/L"] where text != "MMOL/L" {
      let found = try registry.unit(text, for: .massConcentration, substance: .glucose)
      #expect(found.unit.symbol == "mmol<180.1558800000541>/L")
      #expect(found.note == .molarMass)
    }
    let direct = try registry.conversion(from: "mmol/L", to: "mg/dL", substance: .glucose)
    #expect(direct.scale == Rational("18.01558800000541"))
    let back = try registry.conversion(from: "mg/dL", to: "mmol/L", substance: .glucose)
    #expect(back.scale * direct.scale == Rational(1))
    let plain = try registry.unit("mg/dl", for: .massConcentration, substance: .glucose)
    #expect(plain.note == nil)
  }

  @Test func unitsOfOnesOwnCanBeAddedButNotRedefined() throws {
    let mine = try registry.registering("furlong", equalTo: Rational(220), "yd", spellings: ["fur"])
    #expect(try convert("8", "fur", "mi", in: mine) == "1")
    #expect(try convert("1", "furlong/hr", "m/hr", in: mine) == "201.168")
    #expect(failure { _ = try registry.unit("furlong") }?.code == .unknown)
    #expect(
      failure { _ = try registry.registering("lb", equalTo: Rational(1, 2), "kg") }?.code == .taken
    )
    #expect(
      failure { _ = try registry.registering("x", equalTo: Rational(0), "kg") }?.code == .definition
    )
    let cup = try registry.registering("cup", equalTo: Rational(1), "cup_us")
    #expect(try convert("1", "cup", "mL", in: cup) == "236.5882365")
  }

  @Test func peopleAreShownTheUnitsTheyAreUsedTo() throws {
    #expect(UnitSystem.us.symbol(forCanonical: "kg") == "lb")
    #expect(UnitSystem.us.symbol(forCanonical: "m", use: .bodyLength) == "in")
    #expect(UnitSystem.metric.symbol(forCanonical: "m") == "km")
    #expect(UnitSystem.us.symbol(forCanonical: "mmHg") == "mmHg")
    #expect(UnitSystem.us.symbol(forCanonical: "kg", use: .swimming) == "lb")
    for system in UnitSystem.allCases {
      for canonical in ["kg", "m", "m/s", "J", "degC", "L", "g", "mmHg", "mg/dL", "s"] {
        for use in [UnitSystem.Use.general, .bodyLength, .swimming, .drink] {
          let symbol = system.symbol(forCanonical: canonical, use: use)
          #expect(throws: Never.self) {
            try UnitRegistry.standard.conversion(from: canonical, to: symbol)
          }
        }
      }
    }
  }
}

@Suite struct RationalTests {
  @Test func textBecomesAFractionInLowestTerms() {
    #expect(Rational("0.45359237")?.description == "45359237/100000000")
    #expect(Rational("10/4")?.description == "5/2")
    #expect(Rational("-1.5")?.description == "-3/2")
    #expect(Rational("4184")?.description == "4184")
    #expect(Rational("1e-3")?.description == "1/1000")
    for text in ["", "x", "1/0", "1/2/3", "1/", "/2", "1e9999999"] {
      #expect(Rational(text) == nil)
    }
  }

  @Test func arithmeticIsExact() {
    #expect(Rational(1, 3) + Rational(1, 6) == Rational(1, 2))
    #expect(Rational(1, 3) - Rational(1, 2) == Rational(-1, 6))
    #expect(Rational(2, 3) * Rational(-3, 4) == Rational(-1, 2))
    #expect(Rational(2, 3) / Rational(4, 9) == Rational(3, 2))
    #expect(Rational(2, 3).raised(to: -2) == Rational(9, 4))
    #expect(Rational(1, 3) < Rational(34, 100))
    #expect(Rational(1, 3).doubleValue == 1.0 / 3)
  }
}
