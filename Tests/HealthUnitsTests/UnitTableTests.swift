import HealthUnits
import Testing

/// The table as data: what must hold for every row.
@Suite struct UnitTableTests {
  static let rows = UnitTable.rows + [UnitTable.healthKitPercent, UnitTable.ordinaryPercent]

  @Test func everyRowBecomesAUnit() {
    #expect(UnitRegistry.standard.units.count == UnitTable.rows.count + 1)
    #expect(UnitRegistry.spreadsheet.units.count == UnitTable.rows.count + 1)
  }

  @Test func noSpellingNamesTwoUnits() {
    var exact: [String: String] = [:]
    var loose: [String: String] = [:]
    for row in UnitTable.rows + [UnitTable.healthKitPercent] {
      for spelling in [row.symbol] + row.exact {
        #expect(exact[spelling] == nil, "\(spelling): \(row.symbol), \(exact[spelling] ?? "")")
        exact[spelling] = row.symbol
      }
      for spelling in row.loose {
        #expect(loose[spelling] == nil, "\(spelling): \(row.symbol), \(loose[spelling] ?? "")")
        #expect(spelling == spelling.lowercased())
        loose[spelling] = row.symbol
      }
      for spelling in row.contextual { #expect(spelling == spelling.lowercased()) }
    }
    for (spelling, symbol) in loose where exact[spelling] != nil {
      #expect(exact[spelling] == symbol, "\(spelling)")
    }
  }

  @Test func noContextualSpellingNamesTwoUnitsOfOneDimension() {
    var seen: Set<String> = []
    for row in UnitTable.rows {
      for spelling in row.contextual {
        #expect(seen.insert("\(spelling) \(row.dimension)").inserted, "\(spelling)")
      }
    }
  }

  @Test func noRefusedSpellingIsInTheTable() {
    let exact = Set(Self.rows.flatMap { [$0.symbol] + $0.exact })
    let loose = Set(Self.rows.flatMap(\.loose))
    var seen: Set<String> = []
    for refusal in UnitTable.refusals {
      #expect(!exact.contains(refusal.spelling), "\(refusal.spelling)")
      #expect(!loose.contains(refusal.spelling.lowercased()), "\(refusal.spelling)")
      #expect(seen.insert(refusal.spelling).inserted, "\(refusal.spelling)")
    }
  }

  @Test func everySpellingReadsAsItsRow() throws {
    for row in UnitTable.rows {
      let spellings = [row.symbol] + row.exact + row.loose + row.loose.map { $0.uppercased() }
      for spelling in spellings {
        let unit = try UnitRegistry.standard.unit(spelling)
        #expect(unit.dimension == row.dimension, "\(spelling)")
        #expect(unit.factor == Rational(row.factor), "\(spelling)")
      }
      for spelling in row.contextual {
        let found = try UnitRegistry.standard.unit(spelling, for: row.dimension)
        #expect(found.unit.dimension == row.dimension, "\(spelling)")
      }
    }
  }

  /// The factor of "kcal/hr·kg" is written down, and follows from kcal, hr and kg.
  @Test func factorsOfCompoundUnitsFollowFromTheirParts() throws {
    var checked = 0
    for row in UnitTable.rows where row.symbol.contains("/") || row.symbol.hasSuffix("2") {
      // With a factor 1 the row's own spelling is out of the way, and the parts are looked up.
      let unit = try UnitRegistry.standard.unit("1·" + row.symbol)
      #expect(unit.factor == Rational(row.factor), "\(row.symbol)")
      #expect(unit.dimension == row.dimension, "\(row.symbol)")
      checked += 1
    }
    #expect(checked > 20)
  }

  @Test func everySymbolReadsBackAsItself() throws {
    for unit in UnitRegistry.standard.units {
      #expect(try UnitRegistry.standard.unit(unit.symbol) == unit)
    }
  }

  @Test func everyConversionHasAnInverse() throws {
    let units = UnitRegistry.standard.units
    for from in units {
      for to in units where from.dimension == to.dimension {
        if from.kind == .isolated || to.kind == .isolated, from != to { continue }
        if from != to, [from.symbol, to.symbol].contains("[pi]") { continue }  // more than 128 bits
        let there = try UnitRegistry.standard.conversion(from: from, to: to)
        let back = try UnitRegistry.standard.conversion(from: to, to: from)
        #expect(there.scale * back.scale == Rational(1), "\(from) \(to)")
        #expect(there.offset * back.scale + back.offset == Rational(0), "\(from) \(to)")
      }
    }
  }

  @Test func everyDimensionOfTheTableHasANameOfItsOwn() {
    var names: Set<String> = []
    for entry in Dimension.named { #expect(names.insert(entry.name).inserted) }
    #expect(Set(Dimension.named.map(\.dimension)).count == Dimension.named.count)
    for row in Self.rows where row.source != "defined by a procedure" {
      #expect(Dimension.named.contains { $0.dimension == row.dimension }, "\(row.symbol)")
    }
  }

  @Test func theUnitOfADimensionHasTheFactorOne() throws {
    for dimension in Dimension.named.map(\.dimension) + Self.rows.map(\.dimension) {
      let unit = try UnitRegistry.standard.unit(dimension.siSymbol)
      #expect(unit.dimension == dimension)
      #expect(unit.factor == Rational(1) && unit.offset.isZero)
      #expect(Dimension(named: dimension.description) == dimension || unit.symbol.hasPrefix("["))
    }
    #expect(Dimension(named: "Mass Concentration") == .massConcentration)
    #expect(Dimension(named: "weight") == nil)
  }

  /// Units of laboratories have their own bases, so that nothing converts to anything.
  @Test func anArbitraryUnitConvertsToItselfAlone() throws {
    let registry = UnitRegistry.standard
    let arbitrary = registry.units.filter { $0.symbol.hasPrefix("[") && $0.symbol != "[pi]" }
    #expect(arbitrary.count == 39)
    #expect(Set(arbitrary.map(\.dimension)).count == 39)
    #expect(Set(arbitrary.map(\.dimension.description)).count == 39)
    #expect(try convert("5", "[CFU]/mL", "[CFU]/L") == "5000")
    #expect(throws: UnitError.self) { try registry.conversion(from: "[CFU]", to: "[PFU]") }
    #expect(throws: UnitError.self) { try registry.conversion(from: "[CFU]", to: "count") }
  }

  @Test func aRowTellsWhereItsFactorIsFrom() {
    for row in Self.rows { #expect(!row.source.isEmpty) }
  }
}
