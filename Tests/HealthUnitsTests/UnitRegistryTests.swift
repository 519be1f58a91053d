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

  @Test func aDefinitionMayOverride() throws {
    let ounce = UnitDefinition("oz", equalTo: Rational(1), "fl_oz_us")
    #expect(failure { _ = try registry.registering([ounce]) }?.code == .taken)
    var overriding = ounce
    overriding.overrides = true
    let drinks = try registry.registering([overriding])
    #expect(try convert("1", "oz", "mL", in: drinks) == "29.5735295625")
    // A unit keeps its other spellings.
    #expect(try convert("1", "Ounces", "mL", in: drinks) == "29.5735295625")
    #expect(try convert("16", "oz", "lb") == "1")
    let conversion = failure { _ = try drinks.conversion(from: "oz", to: "g") }
    #expect(conversion?.code == .dimension)
    // Every unit still reads as itself.
    for unit in drinks.units { #expect(try drinks.unit(unit.symbol) == unit) }
    #expect(drinks.listings.map(\.unit) == drinks.units)
  }

  @Test func whatIsMadeOfAnOverriddenUnitFollows() throws {
    let nautical = UnitDefinition("mi", equalTo: Rational(1_852), "m", overrides: true)
    let registry = try registry.registering([nautical])
    #expect(try convert("1", "mph", "m/hr", in: registry) == "1852")
    #expect(try convert("1", "min/mi", "s/m", in: registry) == "0.032397408207343416")
    #expect(try convert("1", "mi^2", "m^2", in: registry) == "3429904")
    #expect(try registry.unit("miles").factor == Rational(1_852))
  }

  @Test func aDefinitionMayBeAScale() throws {
    let offset = try #require(Rational("218.52"))
    let reaumur = UnitDefinition(
      "degRe",
      equalTo: Rational(5, 4),
      "K",
      offset: offset,
      spellings: ["°Ré"],
      ucum: "[degRe]"
    )
    let registry = try registry.registering([reaumur])
    #expect(try convert("80", "°Ré", "degC", in: registry) == "100")
    #expect(try convert("212", "degF", "degRe", in: registry) == "80")
    #expect(try registry.unit(ucum: "[degRe]").symbol == "degRe")
    #expect(failure { _ = try registry.unit("J/degRe") }?.code == .notInProduct)
    let last = registry.listings.last
    #expect(last?.unit.symbol == "degRe" && last?.source == "defined by the user")
  }

  @Test func laterDefinitionsBuildOnEarlierOnes() throws {
    let registry = try registry.registering([
      UnitDefinition("scoop", equalTo: Rational(30), "g"),
      UnitDefinition("tin", equalTo: Rational(40), "scoop"),
    ])
    #expect(try convert("1", "tin", "kg", in: registry) == "1.2")
    #expect(try convert("2", "scoop/d", "g/d", in: registry) == "60")
  }

  @Test(arguments: [
    UnitDefinition("x", equalTo: Rational(0), "kg"),
    UnitDefinition("x", equalTo: Rational(-1), "kg"),
    UnitDefinition("x", equalTo: Rational(1), "degC"),
    UnitDefinition("", equalTo: Rational(1), "kg"),
    UnitDefinition("5", equalTo: Rational(1), "kg"),
    UnitDefinition("x", equalTo: Rational(1), "nope"),
    UnitDefinition("x", equalTo: Rational(10).raised(to: 2_000), "kg"),
    UnitDefinition("x", equalTo: Rational(1), "dBHL"),
    UnitDefinition("x", equalTo: Rational(1), "kg", spellings: ["grams"]),
    UnitDefinition(String(repeating: "x", count: 300), equalTo: Rational(1), "kg"),
  ])
  func aBadDefinitionIsRefused(_ definition: UnitDefinition) {
    let error = failure { _ = try registry.registering([definition]) }
    #expect([.definition, .taken, .unknown].contains(error?.code))
    #expect(error?.description.isEmpty == false)
  }

  /// The words of an error, and the place it points at.
  @Test(arguments: [
    (
      "kg/[lb", #""[" at character 4 of "kg/[lb" is not closed; expected "]" at the end"#,
      "  kg/[lb\n     ^\n"
    ),
    (
      "mg//dL", #"a unit is missing at character 4 of "mg//dL"; expected a unit, a number or "(""#,
      "  mg//dL\n     ^\n"
    ),
    (
      "kg)",
      #"")" at character 3 of "kg)" is not opened; expected an opening parenthesis before it"#,
      "  kg)\n    ^\n"
    ),
    (
      "kg^kg",
      #"bad exponent "k" at character 4 of "kg^kg"; expected a whole number from -30 to 30"#,
      "  kg^kg\n     ^\n"
    ),
    (
      "mg/", #"a unit is missing at character 4 of "mg/"; expected a unit, a number or "(""#,
      "  mg/\n     ^\n"
    ),
    ("lbz", #"unknown unit "lbz"; did you mean lb?"#, "  lbz\n  ^\n"),
    (
      "mi/gal",
      #""gal" at character 4 of "mi/gal" is ambiguous: a gallon is US or imperial; did you mean gal_us or gal_imp?"#,
      "  mi/gal\n     ^\n"
    ),
    (
      "kg\u{0}",
      #"unexpected "\#u{0}" at character 3 of "kg\#u{0}"; expected an operator (· * / ^) or the end"#,
      "  kg?\n    ^\n"
    ),
  ])
  func anErrorSaysWhereAndWhatWasExpected(_ text: String, _ sentence: String, _ diagram: String) {
    let error = failure { _ = try registry.unit(text) }
    #expect(error?.description == sentence)
    #expect(error?.diagram == diagram)
  }

  @Test func aLongTextIsShownAroundThePlace() {
    let error = failure { _ = try registry.unit(String(repeating: "1·", count: 60) + "furlong·kg") }
    let lines = error?.diagram.split(separator: "\n") ?? []
    #expect(lines.count == 2 && lines[0].hasPrefix("  ...1·") && lines[0].hasSuffix("furlong·kg"))
    #expect(lines.last?.count == 2 + 3 + 50 + 1)
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
