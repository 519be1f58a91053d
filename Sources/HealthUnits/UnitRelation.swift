/// The exact relation of one unit to another, in whole numbers of any size.
///
/// A value becomes value × scale + offset, or scale ÷ value between speed and pace.
struct UnitRelation: Sendable, Equatable {
  let scale: Rational
  let offset: Rational
  let isReciprocal: Bool

  private init(scale: Rational, offset: Rational = Rational(0), isReciprocal: Bool = false) {
    self.scale = scale
    self.offset = offset
    self.isReciprocal = isReciprocal
  }

  /// Throws when the units measure different things, or when no rational factor relates them.
  init(from: Unit, to: Unit, substance: Substance? = nil) throws(UnitError) {
    if from.dimension == to.dimension {
      self = try Self.sameDimension(from, to)
    } else if from.dimension.isReciprocal(to: to.dimension) {
      self.init(scale: (from.factor * to.factor).inverse, isReciprocal: true)
    } else if let substance, let mass = from.mass(of: substance), mass.dimension == to.dimension {
      self = try Self.sameDimension(mass, to)
    } else if let substance, let mass = to.mass(of: substance), mass.dimension == from.dimension {
      self = try Self.sameDimension(from, mass)
    } else {
      throw UnitError(
        .dimension,
        from.symbol,
        part: to.symbol,
        found: from.dimension,
        expected: to.dimension
      )
    }
  }

  private static func sameDimension(_ from: Unit, _ to: Unit) throws(UnitError) -> UnitRelation {
    if from.symbol == to.symbol, from.kind == to.kind, from.factor == to.factor {
      return UnitRelation(scale: Rational(1))
    }
    for unit in [from, to] where unit.kind == .level || unit.kind == .isolated {
      throw UnitError(.noConversion, from.symbol, part: to.symbol)
    }
    // ((value + offset) × factor) is the SI value, and back again.
    let scale = from.factor / to.factor
    return UnitRelation(scale: scale, offset: from.offset * scale - to.offset)
  }

  /// The exact result; between speed and pace zero stays zero.
  func convert(_ value: Rational) -> Rational {
    if isReciprocal { return value.isZero ? value : scale / value }
    return value * scale + offset
  }
}
