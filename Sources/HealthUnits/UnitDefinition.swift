/// A unit of one's own, by its exact relation to a unit that is known.
public struct UnitDefinition: Sendable, Equatable {
  /// The spelling used on output.
  public var symbol: String
  /// How many of `unit` make one of the new unit; above zero.
  public var amount: Rational
  /// A unit that is known, as text.
  public var unit: String
  /// What is added to a value before it is multiplied, for a scale with a zero of its own.
  public var offset: Rational?
  /// Further spellings, which must be written exactly so.
  public var spellings: [String]
  /// The code of UCUM, if it has one.
  public var ucum: String?
  /// Whether spellings that mean something already get this meaning.
  public var overrides: Bool
  /// Where the factor is from.
  public var source: String

  /// A definition; without `overrides` it may only add.
  public init(
    _ symbol: String,
    equalTo amount: Rational,
    _ unit: String,
    offset: Rational? = nil,
    spellings: [String] = [],
    ucum: String? = nil,
    overrides: Bool = false,
    source: String = "defined by the user"
  ) {
    self.symbol = symbol
    self.amount = amount
    self.unit = unit
    self.offset = offset
    self.spellings = spellings
    self.ucum = ucum
    self.overrides = overrides
    self.source = source
  }
}

extension UnitRegistry {
  /// Adds units of one's own, or gives known ones another factor; later ones may build on earlier.
  ///
  /// A unit that is redefined by its own symbol keeps its spellings, and units that are made of it,
  /// such as `mi/hr` of `mi`, follow.
  public func registering(_ definitions: [UnitDefinition]) throws(UnitError) -> UnitRegistry {
    var copy = self
    for definition in definitions { try copy.register(definition) }
    return copy
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
    try registering([UnitDefinition(symbol, equalTo: amount, unit, spellings: spellings)])
  }

  private mutating func register(_ definition: UnitDefinition) throws(UnitError) {
    let symbol = definition.symbol
    func bad(_ reason: String) -> UnitError { UnitError(.definition, symbol, reason: reason) }
    let known = try unit(definition.unit)
    guard known.kind == .linear else { throw bad("\(known) has no factor to build on") }
    guard definition.amount > Rational(0) else { throw bad("the factor must be above zero") }
    let factor = known.factor * definition.amount
    guard factor.bitWidth <= 4_096 else { throw bad("the factor is out of range") }
    let unit = Unit(
      symbol: symbol,
      dimension: known.dimension,
      kind: definition.offset == nil ? .linear : .affine,
      factor: factor,
      offset: definition.offset ?? Rational(0),
      ucum: definition.ucum
    )
    let spellings = [symbol] + definition.spellings
    for spelling in spellings { try check(spelling, of: definition) }
    let own = UnitText(symbol).folded
    let index: Int
    if let old = exact[own], units[old].symbol == symbol {
      index = old
      units[index] = unit
      listings[index].unit = unit
      listings[index].spellings += definition.spellings
      listings[index].source = definition.source
      roots = definition.offset == nil ? roots : roots.filter { $0.value != old }
      updateUnits(madeOf: symbol)
    } else {
      index = units.count
      units.append(unit)
      listings.append(UnitListing(unit, definition))
    }
    for spelling in spellings {
      let text = UnitText(spelling).folded
      exact[text] = index
      roots[text] = roots[text] == index ? index : nil
      refusals[text] = nil
    }
    if let code = definition.ucum {
      ucum[code] = index
      ucumAtoms[code] = .row(index, isMetric: false)
    }
  }

  private func check(_ spelling: String, of definition: UnitDefinition) throws(UnitError) {
    let text = UnitText(spelling)
    let hasName = text.folded.contains { $0.isLetter || $0 == "_" || $0 == "%" }
    guard hasName, text.marks.count <= UnitText.lengthLimit else {
      throw UnitError(
        .definition,
        definition.symbol,
        part: spelling,
        reason: "\"\(spelling)\" is no name"
      )
    }
    guard !definition.overrides else { return }
    let taken = exact[text.folded].map { units[$0] } ?? (try? unit(spelling))
    if let taken {
      throw UnitError(
        .taken,
        definition.symbol,
        part: spelling,
        reason: "it names \(taken.symbol); a definition that overrides may take it"
      )
    }
  }

  /// Works out again what is made of a unit that was given another factor.
  private mutating func updateUnits(madeOf symbol: String) {
    for index in units.indices {
      guard let parts = expansions[units[index].symbol],
        parts.contains(where: { $0.symbol == symbol })
      else { continue }
      var product = UnitProduct()
      var isComplete = true
      for part in parts {
        guard let unit = try? unit(part.symbol), unit.kind == .linear else {
          isComplete = false
          break
        }
        isComplete = isComplete && product.multiply(by: unit, made: nil, toThe: part.power)
      }
      guard isComplete else { continue }
      let unit = Unit(
        symbol: units[index].symbol,
        dimension: product.dimension,
        factor: product.factor,
        ucum: units[index].ucum
      )
      units[index] = unit
      listings[index].unit = unit
    }
  }
}
