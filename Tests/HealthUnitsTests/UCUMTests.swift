import Foundation
import HealthUnits
import TestSupport
import Testing

/// facts/ucum: the functional tests and the table of UCUM, as far as its units are understood.
@Suite(.enabled(if: Shared.isAvailable)) struct UCUMTests {
  typealias Attributes = [String: String]

  /// The attributes of every element with a name; comments are skipped.
  static func elements(_ name: String, in file: String) -> [Attributes] {
    guard Shared.isAvailable, let bytes = try? readBytes(Shared.path("facts/ucum/" + file)) else {
      return []
    }
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(#/<!--.*?-->/#.dotMatchesNewlines(), with: "")
    guard let regex = try? Regex("<\(name)\\s([^>]*)>") else { return [] }
    return text.matches(of: regex).map { match in
      var attributes: Attributes = [:]
      for pair in text[match.range].matches(of: #/([A-Za-z0-9]+)="([^"]*)"/#) {
        attributes[String(pair.1)] = String(pair.2)
          .replacing("&apos;", with: "'").replacing("&lt;", with: "<")
          .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      }
      return attributes
    }
  }

  /// The set of 2021; the older one beside it has outcomes that were corrected since.
  static let cases = elements("case", in: "UcumFunctionalTests.xml")
  static let validations = cases.filter { $0["valid"] != nil }
  static let conversions = cases.filter { $0["outcome"] != nil }

  let registry = UnitRegistry.standard

  @Test func theDataIsThere() {
    #expect(Self.validations.count == 529)
    #expect(Self.conversions.count == 30)
    #expect(Self.elements("unit", in: "ucum-essence.xml").count == 305)
  }

  /// Valid codes are read, or contain what is listed as out of scope; invalid ones are refused.
  @Test func everyCodeIsValidOrNotAsUCUMHasIt() {
    var outOfScope: Set<String> = []
    for row in Self.validations {
      guard let code = row["unit"] else { continue }
      do {
        let unit = try registry.unit(ucum: code)
        #expect(row["valid"] == "true", "\(code) was read as \(unit)")
      } catch {
        if error.code == .unsupported {
          outOfScope.insert(code)
        } else {
          #expect(row["valid"] == "false", "\(code): \(error)")
        }
      }
    }
    // What the functional tests have of the list; whoever makes it longer must say so here.
    #expect(outOfScope == Self.unsupportedInTests)
  }

  static let unsupportedInTests: Set<String> = ["dB", "dB[10.nV]", "lm"]

  /// The outcomes are rounded to the digits of the value; ours are exact, so they are compared at
  /// the digits that are written.
  @Test func everyConversionHasTheOutcome() throws {
    for row in Self.conversions {
      let value = try #require(row["value"])
      let source = try #require(row["srcUnit"])
      let target = try #require(row["dstUnit"])
      let from = try registry.unit(ucum: source)
      let to = try registry.unit(ucum: target)
      let outcome = try #require(row["outcome"])
      let expected = try #require(Rational(outcome))
      let amount = try #require(Rational(value))
      let result = try Quantity(amount, from).converted(to: to).amount
      // Zeros at the end of a whole number say nothing of its digits.
      let mantissa = outcome.split(separator: "e")[0].filter(\.isNumber).drop { $0 == "0" }
      let digits = outcome.contains(".") ? mantissa.count : mantissa.trimmedZeros
      // The last digits of π in the file are those of a double.
      let rounded = result.rounded(toDigits: min(max(digits, 2), 17))
      let wanted = expected.rounded(toDigits: min(max(digits, 2), 17))
      #expect(rounded == wanted, "\(row["id"] ?? ""): \(result) is not \(outcome)")
    }
  }

  /// Multiplication and division of units, as expressions.
  @Test func productsAndQuotientsAreUnits() throws {
    for (first, second, product) in [("g", "m", "g.m"), ("m", "g", "g.m")] {
      let unit = try registry.unit(ucum: "\(first).\(second)")
      #expect(try registry.unit(ucum: product).factor == unit.factor)
    }
    #expect(try registry.unit(ucum: "g/m") == registry.unit(ucum: "g.m-1"))
    #expect(try registry.unit(ucum: "m/g") == registry.unit(ucum: "g-1.m"))
    let ratio = try registry.unit(ucum: "([lb_av]/h)/(kg/s)")
    #expect(ratio.dimension == .count)
    #expect(ratio.factor == Rational(45_359_237, 360_000_000_000))
  }

  /// Ours stand where UCUM counts particles, rounds mercury or takes cycles and angles for numbers.
  static let deviations: Set<String> = [
    "mol", "eq", "osm", "Hz", "lx", "deg", "m[Hg]", "[in_i'Hg]", "[PRU]", "[wood'U]", "[iU]",
    "Cel", "[degF]", "[p'diop]", "[pi]", "10*", "10^", "A",
  ]

  /// Every unit of UCUM's table is understood with the factor that the table defines, or listed.
  @Test func theTableOfUCUMIsCovered() throws {
    guard let bytes = try? readBytes(Shared.path("facts/ucum/ucum-essence.xml")) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let listed = Set(UnitTable.ucumOutOfScope.flatMap(\.codes))
    var understood = 0
    for match in text.matches(of: #/<unit [\s\S]*?<\/unit>/#) {
      let block = String(text[match.range])
      func attribute(_ name: String, of element: String) -> String? {
        guard
          let regex = try? Regex(
            "<\(element) [^>]*?\(name)=\"([^\"]*)\"",
            as: (Substring, Substring).self
          )
        else { return nil }
        return block.firstMatch(of: regex).map {
          String($0.1).replacing("&apos;", with: "'").replacing("&quot;", with: "\"")
        }
      }
      let code = try #require(attribute("Code", of: "unit"))
      if listed.contains(code) {
        #expect(throws: UnitError.self, "\(code)") { try registry.unit(ucum: code) }
        continue
      }
      let unit = try registry.unit(ucum: code)
      understood += 1
      let isMetric = attribute("isMetric", of: "unit") == "yes"
      if unit.kind == .linear, code != "10*", code != "10^" {
        let isRead = (try? registry.unit(ucum: "k" + code)) != nil
        #expect(isRead == isMetric, "k\(code)")
      }
      let isArbitrary = attribute("isArbitrary", of: "unit") == "yes"
      if Self.deviations.contains(code) || isArbitrary { continue }
      let number = try #require(attribute("value", of: "value"))
      let value = try #require(Rational(number))
      let base = try #require(attribute("Unit", of: "value"))
      let definition = try registry.unit(ucum: base)
      #expect(unit.dimension == definition.dimension, "\(code)")
      #expect(unit.factor == definition.factor * value, "\(code)")
    }
    #expect(understood == 305 - listed.intersection(Self.allCodes).count)
    #expect(understood > 200)
  }

  static let allCodes = Set(elements("unit", in: "ucum-essence.xml").compactMap { $0["Code"] })

  @Test func whatIsOutOfScopeIsInUCUMAndHasAReason() {
    var seen: Set<String> = []
    let beside: Set<String> = ["Ki", "Mi", "Gi", "Ti"]
    for scope in UnitTable.ucumOutOfScope {
      #expect(!scope.reason.isEmpty)
      for code in scope.codes {
        #expect(seen.insert(code).inserted, "\(code)")
        #expect(Self.allCodes.contains(code) || beside.contains(code), "\(code)")
      }
    }
  }
}

extension Substring {
  /// How many characters are left without the zeros at the end.
  fileprivate var trimmedZeros: Int { count - reversed().prefix { $0 == "0" }.count }
}

/// What holds for codes without the files.
@Suite struct UCUMCodeTests {
  let registry = UnitRegistry.standard

  @Test func everyClaimedCodeComesBackAsItsUnit() throws {
    var claimed = 0
    for unit in registry.units {
      guard let code = registry.ucumCode(for: unit) else { continue }
      claimed += 1
      let again = try registry.unit(ucum: code)
      #expect(again.dimension == unit.dimension, "\(unit) \(code)")
      #expect(again.factor == unit.factor && again.offset == unit.offset, "\(unit) \(code)")
      #expect(again.kind == unit.kind, "\(unit) \(code)")
    }
    #expect(claimed > 130)
  }

  @Test func everyCodeThatIsReadMeansWhatItSays() throws {
    for code in UnitTable.ucumCodes {
      let unit = try registry.unit(ucum: code.code)
      #expect(try registry.unit(code.meaning).factor == unit.factor)
      let written = try #require(registry.ucumCode(for: unit), "\(code.code) is \(unit)")
      let again = try registry.unit(ucum: written)
      #expect(again.factor == unit.factor && again.dimension == unit.dimension, "\(code.code)")
    }
  }

  @Test(arguments: [
    ("mcmol/L", "umol/L"), ("kg·m/s^2", "kg.m/s2"), ("mL/min·kg", "mL/min/kg"), ("count/s", "/s"),
    ("ng/dL", "ng/dL"), ("lb/in^2", "[lb_av]/[in_i]2"), ("10^3/mcL", "10*3/uL"),
    ("mg/kg·d", "mg/kg/d"), ("mIU/L", "m[IU]/L"), ("1/m3", "/m3"), ("m2·m2", "m4"),
    ("5280^2·m", "(5280)2.m"), ("mmol<180.15588>/L", "mmol/L"), ("1", "1"), ("count", "{count}"),
    ("W·hr", "W.h"), ("Wh/km", "(W.h)/km"), ("[CFU]/mL", "[CFU]/mL"), ("mosm/kg", "mosm/kg"),
  ])
  func aUnitHasItsCode(_ text: String, _ code: String) throws {
    let unit = try registry.unit(text)
    #expect(registry.ucumCode(for: unit) == code)
    let again = try registry.unit(ucum: code)
    // Moles become a mass by their molar mass, which the code leaves out.
    if !text.contains("<") { #expect(again.factor == unit.factor) }
  }

  /// One text, two dialects.
  @Test func theDialectsDiffer() throws {
    #expect(try registry.unit("st").dimension == .mass)
    #expect(try registry.unit(ucum: "st").dimension == .volume)
    #expect(try registry.unit("kg/m·s^2").dimension == .pressure)
    #expect(try registry.unit(ucum: "kg/m.s2") == registry.unit(ucum: "kg.s2/m"))
    #expect(try registry.unit(ucum: "kg/(m.s2)").dimension == .pressure)
    #expect(try registry.unit("%").factor == Rational(1))
    #expect(try registry.unit(ucum: "%").factor == Rational(1, 100))
    #expect(try registry.unit(ucum: "H").dimension == .inductance)
    #expect(try registry.unit(ucum: "a").factor == Rational(31_557_600))
  }

  @Test(arguments: [
    ("[lb_av]", "lb"), ("[mi_i]", "mi"), ("kcal_th", "kcal"), ("/min", "count/min"),
    ("mm[Hg]", "mmHg"), ("mmol/L", "mmol/L"), ("10*3/uL", "10^3/mcL"), ("{steps}", "1"),
    ("{beats}/min", "count/min"), ("Cel", "degC"), ("[degF]", "degF"), ("dB[SPL]", "dBASPL"),
    ("{count}", "count"), ("m[IU]/L", "mIU/L"), ("U/L", "mcmol/min·L"), ("kg/m2", "kg/m2"),
    ("mL/min/{1.73_m2}", "mL/min"), ("k[IU]/L", "kIU/L"),
  ])
  func aCodeOfFHIRIsUnderstood(_ code: String, _ symbol: String) throws {
    #expect(try registry.unit(ucum: code).symbol == symbol)
  }

  @Test(arguments: [
    ("", "unit.empty", 0), ("m/", "unit.factor-expected", 2),
    ("10+3/ul", "unit.unexpected-character", 2),
    ("rad2{錠}", "unit.unexpected-character", 5), ("{a}rad2{b}", "unit.unexpected-character", 3),
    ("[lb_av", "unit.unbalanced-parenthesis", 0), ("(m", "unit.unbalanced-parenthesis", 0),
    ("m)", "unit.unbalanced-parenthesis", 1), ("m{x", "unit.unbalanced-parenthesis", 1),
    ("m99", "unit.bad-exponent", 1), ("m+", "unit.bad-exponent", 1),
    ("0.m", "unit.out-of-range", 0),
    ("kg^kg", "unit.unknown", 0), ("iU", "unit.unknown", 0), ("Cel/m", "unit.not-in-product", 0),
    ("B", "unit.unsupported", 0), ("kB[W]", "unit.unsupported", 0),
    ("m m", "unit.unexpected-character", 1),
    ("mmhg", "unit.unknown", 0),
  ])
  func aFailureHasItsCodeAndPlace(_ text: String, _ code: String, _ offset: Int) {
    let error = #expect(throws: UnitError.self) { try UnitRegistry.standard.unit(ucum: text) }
    #expect(error?.code.rawValue == code)
    #expect(error?.offset == offset)
  }

  @Test func aWrongCodeGetsASuggestion() {
    let error = #expect(throws: UnitError.self) { try registry.unit(ucum: "iU/mL") }
    #expect(error?.suggestions == ["[IU]", "[iU]"])
  }

  /// Whatever the text, there is a unit or a typed error.
  @Test func mutatedCodesNeverTrap() {
    var random = SplitMix64(seed: testSeed())
    let seeds = UnitTable.ucumCodes.map(\.code) + ["mL/min/{x}", "10*-3.kg2/(m.s-2)", "((m)2)-3"]
    let extra = Array("()[]{}<>/·.*^-+0123456789 mkgLs%'\u{301}\u{0}🙂")
    for _ in 0..<3_000 {
      var text = Array(seeds.randomElement(using: &random) ?? "")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let character = extra.randomElement(using: &random) ?? "/"
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.insert(character, at: place)
        case 1: if place < text.count { text.remove(at: place) }
        default: text += text.prefix(place)
        }
      }
      let string = String(text)
      do {
        let unit = try registry.unit(ucum: string)
        if let code = registry.ucumCode(for: unit) {
          let again = try registry.unit(ucum: code)
          #expect(again.factor == unit.factor && again.dimension == unit.dimension, "\(string)")
        }
      } catch {
        #expect(error.offset <= string.count, "\(string)")
        #expect(!error.description.isEmpty)
      }
    }
  }
}
