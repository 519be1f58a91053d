extension UnitRegistry {
  /// How values of one unit become values of another.
  ///
  /// Levels and other units without a rational factor convert only to themselves. Speed converts to
  /// pace and back. Between moles and masses a substance is needed.
  public func conversion(
    from: Unit,
    to: Unit,
    substance: Substance? = nil
  ) throws(UnitError) -> UnitConversion {
    if from.dimension == to.dimension { return try Self.sameDimension(from, to) }
    if from.dimension.isReciprocal(to: to.dimension) {
      guard let conversion = UnitConversion(reciprocal: (from.factor * to.factor).inverse) else {
        throw UnitError(.outOfRange, from.symbol)
      }
      return conversion
    }
    if let substance {
      if let mass = from.mass(of: substance), mass.dimension == to.dimension {
        return try Self.sameDimension(mass, to)
      }
      if let mass = to.mass(of: substance), mass.dimension == from.dimension {
        return try Self.sameDimension(from, mass)
      }
    }
    throw UnitError(
      .dimension,
      from.symbol,
      part: to.symbol,
      suggestions: [],
      found: from.dimension,
      expected: to.dimension
    )
  }

  /// Reads two texts and gives the conversion between them.
  public func conversion(
    from: String,
    to: String,
    substance: Substance? = nil
  ) throws(UnitError) -> UnitConversion {
    try conversion(from: unit(from), to: unit(to), substance: substance)
  }

  private static func sameDimension(
    _ from: Unit,
    _ to: Unit
  ) throws(UnitError) -> UnitConversion {
    if from.symbol == to.symbol, from.kind == to.kind { return .identity }
    for unit in [from, to] where unit.kind == .level || unit.kind == .isolated {
      throw UnitError(.noConversion, from.symbol, part: to.symbol)
    }
    // ((value + offset) × factor) is the SI value, and back again.
    let scale = from.factor / to.factor
    guard let conversion = UnitConversion(scale: scale, offset: from.offset * scale - to.offset)
    else { throw UnitError(.outOfRange, from.symbol) }
    return conversion
  }
}
