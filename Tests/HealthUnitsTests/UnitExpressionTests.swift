import HealthUnits
import TestSupport
import Testing

@Suite struct UnitExpressionTests {
  @Test(arguments: [
    ("kg/m.s^2", "kg/(m·s^2)"), ("kg/m·s²", "kg/m/s/s"), ("mL/min·kg", "ml/(kg*min)"),
    ("count/min", "{beats}/min"), ("count/min", "1/min"), ("count/min", "min^-1"),
    ("m/s", "m·s⁻¹"), ("m/s", "m * s**-1"), ("m^2", "m·m"), ("10^3", "10*3"), ("m3", "(m)^3"),
    ("kcal/hr·kg", "kcal/(kg.hr)"), ("J", "kg·m^2/s^2"), ("W/m^2", "J/s·m2"),
    ("(kg/m)/(s)", "kg/m/s"), ("km/h", "km / hr"), ("kg/m2", "[kg/m²]"), ("µg", "μg"),
    ("()", "1"), ("cmH₂O/s", "cmAq/s"), ("s/100m", "s/(100·m)"), ("lb", " lb. "),
    ("degC", "℃"), ("mmol<180.15588>/L", "mmol<180.15588>/l"), ("1/s", "/s"),
  ])
  func twoWaysToWriteOneUnit(_ first: String, _ second: String) throws {
    let one = try UnitRegistry.standard.unit(first)
    let other = try UnitRegistry.standard.unit(second)
    #expect(one.dimension == other.dimension)
    #expect(one.factor == other.factor)
  }

  @Test(arguments: [
    ("ml/(kg*min)", "mL/min·kg"), ("kcal/kg.hr", "kcal/hr·kg"), ("kg·m/s^2", "kg·m/s^2"),
    ("kg/m^2", "kg/m2"), ("{breaths}/min", "count/min"), ("ug/ml", "mcg/mL"), ("kl", "kL"),
    ("pounds/foot²", "lb/ft^2"), ("1/s^2", "1/s^2"), ("10^9/L", "10^9/L"),
    ("umol<194.19>/L", "mcmol<194.19>/L"), ("mph·hr", "mi"), ("bmi·m2", "kg"), ("m2·m2", "m^4"),
  ])
  func theSymbolIsInHealthKitsNotation(_ text: String, _ symbol: String) throws {
    let unit = try UnitRegistry.standard.unit(text)
    #expect(unit.symbol == symbol)
    #expect(try UnitRegistry.standard.unit(symbol) == unit)
  }

  @Test func prefixesGoWithUnitsOfTheSIOnly() throws {
    #expect(try UnitRegistry.standard.unit("mcmol").factor == Rational(1, 1_000_000))
    #expect(try UnitRegistry.standard.unit("fL").factor == Rational(10).raised(to: -18))
    #expect(try UnitRegistry.standard.unit("dam").factor == Rational(10))
    for text in ["klb", "kmin", "mcount", "k", "kkg", "kdegC"] {
      #expect(throws: UnitError.self) { try UnitRegistry.standard.unit(text) }
    }
  }

  /// Every failure has its code and place.
  @Test(arguments: [
    ("", "unit.empty", 0), ("  ", "unit.empty", 0), ("furlong", "unit.unknown", 0),
    ("kg/furlong", "unit.unknown", 3), ("kg//m", "unit.factor-expected", 3),
    ("kg/", "unit.factor-expected", 3), ("·kg", "unit.factor-expected", 0),
    ("(kg", "unit.unbalanced-parenthesis", 0), ("kg)", "unit.unbalanced-parenthesis", 2),
    ("[kg", "unit.unbalanced-parenthesis", 0), ("m^", "unit.bad-exponent", 2),
    ("m^x", "unit.bad-exponent", 2), ("m^99", "unit.bad-exponent", 2),
    ("((m^9)^9)", "unit.bad-exponent", 1), ("mmol<x>/L", "unit.bad-molar-mass", 5),
    ("mmol<", "unit.bad-molar-mass", 5), ("mmol<-5>", "unit.bad-molar-mass", 5),
    ("g<5>", "unit.unknown", 0), ("kg/m/s·A", "unit.ambiguous-product", 0),
    ("J/degC", "unit.not-in-product", 2), ("dBASPL^2", "unit.not-in-product", 0),
    ("0/s", "unit.out-of-range", 0), ("1234567890123456789", "unit.out-of-range", 0),
    ("kg m", "unit.unexpected-character", 3), ("kg:m", "unit.unexpected-character", 2),
    ("kg;m", "unit.unexpected-character", 2),
    ("kg?", "unit.unexpected-character", 2), ("?g", "unit.unexpected-character", 0),
    ("{beats", "unit.unbalanced-parenthesis", 0), ("mi/gal", "unit.ambiguous", 3),
    ("m^30·m^30·m^30", "unit.out-of-range", 0),
  ])
  func aFailureHasItsCodeAndPlace(_ text: String, _ code: String, _ offset: Int) {
    let error = #expect(throws: UnitError.self) { try UnitRegistry.standard.unit(text) }
    #expect(error?.code.rawValue == code)
    #expect(error?.offset == offset)
    #expect(error?.description.isEmpty == false)
  }

  @Test func thereAreLimits() {
    let deep = String(repeating: "(", count: 80) + "m" + String(repeating: ")", count: 80)
    #expect(throws: UnitError.self) { try UnitRegistry.standard.unit(deep) }
    let long = String(repeating: "m·", count: 5_000) + "m"
    let error = #expect(throws: UnitError.self) { try UnitRegistry.standard.unit(long) }
    #expect(error?.code == .tooLong)
  }

  /// Whatever the text, there is a unit or a typed error, and soon.
  @Test func mutatedTextsNeverTrap() {
    var random = SplitMix64(seed: testSeed())
    let seeds =
      UnitTable.rows.flatMap { [$0.symbol] + $0.exact + $0.loose } + [
        "mmol<180.1558800000541>/L", "kg·m^2/s^2", "((m)^2)^-3/{x}s", "10^3/mcL", "m²·s⁻¹",
      ]
    let extra = Array("()[]{}<>/·.*^-+0123456789 mkgLs°%²³⁻µ\u{301}\u{0}🙂'\"")
    for _ in 0..<3_000 {
      var text = Array(seeds.randomElement(using: &random) ?? "")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let character = extra.randomElement(using: &random) ?? "/"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.insert(character, at: place)
        case 1: if place < text.count { text.remove(at: place) }
        case 2: if place < text.count { text[place] = character }
        default: text += text.prefix(place)
        }
      }
      let string = String(text)
      do {
        let unit = try UnitRegistry.standard.unit(string)
        let again = try UnitRegistry.standard.unit(unit.symbol)
        #expect(again.factor == unit.factor && again.dimension == unit.dimension, "\(string)")
      } catch {
        #expect(error.offset <= string.count, "\(string)")
        #expect(!error.description.isEmpty)
      }
    }
  }
}
