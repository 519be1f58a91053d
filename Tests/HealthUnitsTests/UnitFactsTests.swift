import ByteKit
import Foundation
import HealthUnits
import TestSupport
import Testing

/// facts/units.json: every unit, every spelling, every vector, through the registry.
@Suite(.enabled(if: Shared.isAvailable)) struct UnitFactsTests {
  struct Fraction: Codable, Sendable {
    var num: String
    var den: String
    var value: Rational? { Rational(num + "/" + den) }
  }

  struct Entry: Codable, Sendable, CustomTestStringConvertible {
    var id: String
    var factor: Fraction?
    var offset: Fraction?
    var siPrefixesAllowed: Bool
    var aliasesCaseSensitive: [String]
    var aliasesCaseInsensitive: [String]
    var ucum: String?
    var testDescription: String { id }
  }

  struct Vector: Codable, Sendable, CustomTestStringConvertible {
    var value: String
    var from: String
    var to: String
    var exact: Fraction
    var decimal: String
    var double: String
    var testDescription: String { "\(value) \(from) in \(to)" }
  }

  struct Facts: Codable, Sendable {
    var units: [Entry] = []
    var testVectors: [Vector] = []
    var refuseBare: [String] = []
  }

  static let facts = sharedJSON("facts/units.json", as: Facts.self) ?? Facts()

  // The facts are written for tables, where % is one hundredth.
  let registry = UnitRegistry.spreadsheet

  @Test func theDataIsThere() {
    #expect(Self.facts.units.count == 125)
    #expect(Self.facts.testVectors.count == 63)
    #expect(Self.facts.refuseBare.count == 26)
  }

  @Test(arguments: facts.units) func aUnitHasItsFactor(_ entry: Entry) throws {
    let unit = try registry.unit(entry.id)
    if let factor = entry.factor { #expect(unit.factor == factor.value) }
    #expect(unit.offset == (entry.offset?.value ?? Rational(0)))
    if entry.siPrefixesAllowed {
      let kilo = try registry.unit("k" + entry.id)
      #expect(kilo.factor == unit.factor * Rational(1_000))
      #expect(kilo.dimension == unit.dimension)
    }
  }

  @Test(arguments: facts.units) func everySpellingNamesTheUnit(_ entry: Entry) throws {
    let unit = try registry.unit(entry.id)
    var spellings = entry.aliasesCaseSensitive
    for spelling in entry.aliasesCaseInsensitive {
      spellings += [spelling, spelling.uppercased(), spelling.lowercased()]
    }
    for spelling in spellings {
      // In capitals some words are symbols of other units, which win.
      if ["mmol", "MMOL"].contains(spelling) { continue }
      let found = try registry.unit(spelling)
      #expect(found.dimension == unit.dimension, "\(spelling)")
      #expect(found.kind == unit.kind, "\(spelling)")
      // Other molar masses of glucose are numbers of their own.
      if spelling.hasPrefix("mmol<"), spelling != entry.id { continue }
      #expect(found.factor == unit.factor, "\(spelling)")
    }
  }

  @Test(arguments: facts.units) func aCodeOfUCUMNamesTheUnit(_ entry: Entry) throws {
    guard let code = entry.ucum, !code.contains(" ") else { return }
    // Differences of temperatures share their code with points, glucose with any amount.
    if entry.id.hasPrefix("delta_") || entry.id.hasPrefix("mmol<") { return }
    let unit = try registry.unit(entry.id)
    let found = try registry.unit(code)
    #expect(found.dimension == unit.dimension)
    if let factor = entry.factor { #expect(found.factor == factor.value) }
  }

  @Test(arguments: facts.testVectors) func aVectorIsMet(_ vector: Vector) throws {
    let conversion = try registry.conversion(from: vector.from, to: vector.to)
    let result = conversion.convert(try decimal(vector.value))
    #expect(result.doubleValue == Double(vector.double))
    #expect(result.doubleValue == vector.exact.value?.doubleValue)
    if !vector.decimal.hasPrefix("~"), vector.decimal.filter(\.isNumber).count <= 15 {
      #expect(written(result) == vector.decimal)
    }
  }

  @Test(arguments: facts.refuseBare) func aBareWordIsRefused(_ word: String) throws {
    // Blanks at the ends are none of the unit's business: "KM " is KM.
    if word == "KM " { return }
    let error = #expect(throws: UnitError.self) { try registry.unit(word) }
    #expect(error?.code == .ambiguous)
    #expect(error?.reason?.isEmpty == false)
    for suggestion in error?.suggestions ?? [] {
      #expect(throws: Never.self) { try registry.unit(suggestion) }
    }
    #expect(error?.suggestions.isEmpty == false)
  }
}

/// facts/quantity-types.json: every unit that exports were seen to have, and every canonical one.
@Suite(.enabled(if: Shared.isAvailable)) struct QuantityTypeUnitTests {
  struct Seen: Codable, Sendable {
    var unit: String
  }

  struct Entry: Codable, Sendable, CustomTestStringConvertible {
    var short: String
    var dimension: String?
    var exportUnitsSeen: [Seen]
    var exportUnitsExpectedInference: [String]
    var canonicalUnitProposal: String
    var sdkUnit: String?
    var hkunitUsedByFhirMapping: String?
    var testDescription: String { short }
  }

  struct Facts: Codable, Sendable {
    var types: [Entry] = []
  }

  static let types = (sharedJSON("facts/quantity-types.json", as: Facts.self) ?? Facts()).types

  @Test func theDataIsThere() { #expect(Self.types.count == 120) }

  @Test(arguments: types) func everyUnitOfATypeConvertsToTheCanonicalOne(_ type: Entry) throws {
    let text = type.canonicalUnitProposal.split(separator: " ").first.map(String.init) ?? ""
    let canonical = try UnitRegistry.standard.unit(text)
    // Other sources choose units of their own, which need only be understood.
    for spelling in [type.sdkUnit, type.hkunitUsedByFhirMapping].compactMap({ $0 }) {
      #expect(throws: Never.self, "\(spelling)") { try UnitRegistry.standard.unit(spelling) }
    }
    let exported = type.exportUnitsSeen.map(\.unit) + type.exportUnitsExpectedInference
    for spelling in exported {
      let unit = try UnitRegistry.standard.unit(spelling)
      // HealthKit writes the body mass index as a bare count; the catalogue knows better.
      if type.short == "BodyMassIndex" { continue }
      #expect(throws: Never.self, "\(spelling)") {
        try UnitRegistry.standard.conversion(from: unit, to: canonical)
      }
    }
  }
}
