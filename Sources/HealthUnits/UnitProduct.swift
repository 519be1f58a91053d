/// A product of powers of units, as it grows while an expression is read.
struct UnitProduct {
  private(set) var parts: [UnitPart] = []
  private(set) var factor = Rational(1)
  private(set) var dimension = Dimension.count

  /// Multiplies by a power of a linear unit that is made of `pieces`; false when it grows too far.
  mutating func multiply(by unit: Unit, made pieces: [UnitPart]?, toThe power: Int) -> Bool {
    guard let product = dimension.multiplied(by: unit.dimension, toThe: power) else { return false }
    let size = unit.factor.raised(to: power)
    // Long before whole numbers get slow, a unit stops making sense.
    guard factor.bitWidth + size.bitWidth <= Self.bitLimit else { return false }
    dimension = product
    factor = factor * size
    for part in pieces ?? [UnitPart(symbol: unit.symbol, power: 1)] {
      parts.multiply(by: part.symbol, toThe: part.power * power)
    }
    // What is written must be readable again.
    return parts.allSatisfy { part in
      let isNumber = part.symbol.first?.isNumber == true
      let limit = isNumber ? UnitExpression.numberPowerLimit : UnitExpression.powerLimit
      return part.power.magnitude <= limit
    }
  }

  /// The longest factor, numerator and denominator together.
  private static let bitLimit = 16_000
}
