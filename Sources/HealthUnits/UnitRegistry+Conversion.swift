extension UnitRegistry {
  /// How values of one unit become values of another.
  ///
  /// Levels and other units without a rational factor convert only to themselves. Speed converts to
  /// pace and back. Between moles and masses a substance is needed. A factor that needs more than
  /// 128 bits is out of range: a `Quantity` converts by whole numbers of any size.
  public func conversion(
    from: Unit,
    to: Unit,
    substance: Substance? = nil
  ) throws(UnitError) -> UnitConversion {
    let relation = try UnitRelation(from: from, to: to, substance: substance)
    let conversion =
      relation.isReciprocal
      ? UnitConversion(reciprocal: relation.scale)
      : UnitConversion(scale: relation.scale, offset: relation.offset)
    guard let conversion else { throw UnitError(.outOfRange, from.symbol) }
    return conversion
  }

  /// Reads two texts and gives the conversion between them.
  public func conversion(
    from: String,
    to: String,
    substance: Substance? = nil
  ) throws(UnitError) -> UnitConversion {
    try conversion(from: unit(from), to: unit(to), substance: substance)
  }
}
