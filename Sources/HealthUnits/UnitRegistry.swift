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
  public private(set) var units: [Unit] = []
  /// By spelling as written; values are indices of `units`.
  private(set) var exact: [String: Int] = [:]
  /// By spelling in lower case.
  private(set) var loose: [String: Int] = [:]
  /// By spelling in lower case; several rows may share one, in different dimensions.
  private(set) var contextual: [String: [Int]] = [:]
  private(set) var ucum: [String: Int] = [:]
  /// Spellings that take a prefix.
  private(set) var roots: [String: Int] = [:]
  /// Units made of others, by the powers they are made of.
  private(set) var compounds: [String: Int] = [:]
  /// What those units are made of, by symbol.
  private(set) var expansions: [String: [UnitPart]] = [:]
  private(set) var refusals: [String: Refusal] = [:]

  private init(percent: UnitRow) {
    for row in UnitTable.rows + [percent] { add(row) }
    for refusal in UnitTable.refusals { refusals[refusal.spelling] = refusal }
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
    for spelling in [row.symbol] + row.exact {
      let key = UnitText.fold(spelling)
      exact[key] = index
      if row.isPrefixable { roots[key] = index }
    }
    for spelling in row.loose { loose[UnitText.fold(spelling)] = index }
    for spelling in row.contextual { contextual[spelling, default: []].append(index) }
    if let code = row.ucum, ucum[code] == nil { ucum[code] = index }
  }

  /// Adds a unit of one's own; existing spellings cannot be given a new meaning.
  ///
  /// - Parameters:
  ///   - symbol: the spelling used on output.
  ///   - amount: how many of `unit` make one of the new unit; must be above zero.
  ///   - unit: a unit that is known, as text.
  ///   - spellings: further spellings, which must be written exactly so.
  public func registering(
    _ symbol: String,
    equalTo amount: Rational,
    _ unit: String,
    spellings: [String] = []
  ) throws(UnitError) -> UnitRegistry {
    let known = try self.unit(unit)
    guard known.kind == .linear, amount > Rational(0), !symbol.isEmpty else {
      throw UnitError(.definition, symbol)
    }
    var copy = self
    let index = copy.units.count
    copy.units.append(
      Unit(symbol: symbol, dimension: known.dimension, factor: known.factor * amount)
    )
    for spelling in [symbol] + spellings {
      let text = UnitText(spelling)
      if text.marks.isEmpty || text.marks.count > UnitText.lengthLimit {
        throw UnitError(.definition, symbol, part: spelling)
      }
      if copy.exact[text.folded] != nil || (try? self.unit(spelling)) != nil {
        throw UnitError(.taken, symbol, part: spelling)
      }
      copy.exact[text.folded] = index
      copy.refusals[text.folded] = nil
    }
    return copy
  }
}
