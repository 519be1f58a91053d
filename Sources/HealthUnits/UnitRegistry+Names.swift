/// How surely a text was understood.
public enum UnitReading: String, Sendable {
  /// As a symbol, a documented spelling, or an expression of these.
  case exact = "unit.exact"
  /// By a spelling that is understood in any case, such as "Pounds".
  case alias = "unit.alias"
  /// Because of the dimension that was expected: "calories" are kcal where energy is expected.
  case assumed = "unit.assumed"
  /// With the molar mass of a substance that the text does not name.
  case molarMass = "unit.molar-mass"
}

extension UnitRegistry {
  /// The unit of one name; nil when it is unknown.
  ///
  /// Throws when the name is ambiguous.
  func named(
    _ name: String,
    expecting dimension: Dimension?,
    in text: UnitText,
    at offset: Int
  ) throws(UnitError) -> ResolvedUnit? {
    if let index = exact[name] { return ResolvedUnit(units[index], .exact) }
    let lower = name.lowercased()
    if let dimension,
      let index = contextual[lower]?.first(where: { units[$0].dimension == dimension })
    {
      return ResolvedUnit(units[index], .assumed)
    }
    // A refusal in lower case is a word, refused in any case; others are symbols.
    if let refusal = refusals[name] ?? refusals[lower] {
      throw UnitError(
        .ambiguous,
        text.written,
        at: offset,
        part: name,
        suggestions: refusal.instead,
        reason: refusal.reason
      )
    }
    if let unit = prefixed(name) { return ResolvedUnit(unit, .exact) }
    if let index = ucum[name] { return ResolvedUnit(units[index], .exact) }
    if let index = loose[lower] { return ResolvedUnit(units[index], .alias) }
    return nil
  }

  /// A prefix of the SI before a unit that takes one.
  func prefixed(_ name: String) -> Unit? {
    for prefix in UnitPrefix.all {
      for spelling in prefix.spellings where name.hasPrefix(spelling) {
        guard let index = roots[String(name.dropFirst(spelling.count))] else { continue }
        let root = units[index]
        let symbol = prefix.symbol + root.symbol
        if let row = exact[symbol] { return units[row] }
        return Unit(
          symbol: symbol,
          dimension: root.dimension,
          factor: root.factor * Rational(10).raised(to: prefix.powerOfTen),
          ucum: root.ucum.map { prefix.ucum + $0 }
        )
      }
    }
    return nil
  }

  /// Moles of a substance, which are a mass: `mmol<180.1558800000541>`.
  func molar(
    _ name: String,
    mass text: String,
    in whole: UnitText,
    at offset: Int
  ) throws(UnitError) -> Unit {
    guard let mole = try named(name, expecting: nil, in: whole, at: offset)?.unit,
      mole.dimension == .amount
    else { throw UnitError(.unknown, whole.written, at: offset, part: name) }
    guard let substance = Substance(name: "", molarMass: text) else {
      throw UnitError(.molarMass, whole.written, at: offset + name.count + 1, part: text)
    }
    return Unit(
      symbol: "\(mole.symbol)<\(text)>",
      dimension: .mass,
      factor: mole.factor * substance.molarMass * Rational(1, 1_000)
    )
  }
}
