/// The known units, and how texts are read as units.
///
///     let pound = try UnitRegistry.standard.unit("lb")
///     let kilogram = try UnitRegistry.standard.unit("kg")
///     let conversion = try UnitRegistry.standard.conversion(from: pound, to: kilogram)
public struct UnitRegistry: Sendable {
  /// HealthKit's dialect: `%` stands beside fractions, 0.97 % being 97 percent.
  public static let standard = UnitRegistry(percent: UnitTable.healthKitPercent)

  /// The dialect of ordinary tables: `%` is one hundredth, all else is as in `standard`.
  public static let spreadsheet = UnitRegistry(percent: UnitTable.ordinaryPercent)

  /// All units that have a row of their own, in the order of the table.
  public internal(set) var units: [Unit] = []
  /// What the table says of each of `units`, in the same order.
  public internal(set) var listings: [UnitListing] = []
  /// By spelling as written; values are indices of `units`.
  var exact: [String: Int] = [:]
  /// By spelling in lower case.
  var loose: [String: Int] = [:]
  /// By spelling in lower case; several rows may share one, in different dimensions.
  var contextual: [String: [Int]] = [:]
  /// By the code of UCUM that is written for a unit.
  var ucum: [String: Int] = [:]
  /// By code of UCUM, operators and prefixes apart.
  var ucumAtoms: [String: UCUMAtom] = [:]
  /// Spellings that take a prefix.
  var roots: [String: Int] = [:]
  /// Units made of others, by the powers they are made of.
  var compounds: [String: Int] = [:]
  /// What those units are made of, by symbol.
  var expansions: [String: [UnitPart]] = [:]
  var refusals: [String: Refusal] = [:]

  private init(percent: UnitRow) {
    for row in UnitTable.rows + [percent] { add(row) }
    for refusal in UnitTable.refusals { refusals[refusal.spelling] = refusal }
    for code in UnitTable.ucumCodes {
      ucumAtoms[code.code] = .meaning(code.meaning, isMetric: code.isMetric)
    }
    for index in units.indices where units[index].kind == .linear {
      let symbol = units[index].symbol
      guard symbol.contains("/") || symbol.last?.isNumber == true, let parts = parts(of: symbol)
      else { continue }
      expansions[symbol] = parts
      compounds[UnitPart.key(parts)] = index
    }
  }

  private mutating func add(_ row: UnitRow) {
    guard let unit = Unit(row) else {
      assertionFailure("bad row for \(row.symbol)")
      return
    }
    let index = units.count
    units.append(unit)
    listings.append(UnitListing(unit, row))
    for spelling in [row.symbol] + row.exact {
      let key = UnitText.fold(spelling)
      exact[key] = index
      if row.isPrefixable { roots[key] = index }
    }
    for spelling in row.loose { loose[UnitText.fold(spelling)] = index }
    for spelling in row.contextual { contextual[spelling, default: []].append(index) }
    if let code = row.ucum, ucum[code] == nil {
      ucum[code] = index
      ucumAtoms[code] = .row(index, isMetric: row.isMetricInUCUM)
    }
  }
}
