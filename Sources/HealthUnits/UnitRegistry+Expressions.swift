import ByteKit

extension UnitRegistry {
  /// The unit of a product of powers.
  func compound(_ text: UnitText) throws(UnitError) -> ResolvedUnit {
    let expression = try UnitExpression(text)
    var parts: [UnitPart] = []
    var factor = Rational(1)
    var dimension = Dimension.count
    var reading = UnitReading.exact
    for item in expression.factors {
      let (found, power) = try resolve(item, in: text)
      let unit = found.unit
      if found.reading != .exact { reading = found.reading }
      if unit.kind != .linear {
        guard expression.factors.count == 1, power == 1 else {
          throw UnitError(
            .notInProduct,
            text.written,
            at: item.offset,
            part: unit.symbol,
            suggestions: unit.kind == .affine ? ["delta_" + unit.symbol] : []
          )
        }
        return ResolvedUnit(unit, reading)
      }
      guard let product = dimension.multiplied(by: unit.dimension, toThe: power) else {
        throw UnitError(.outOfRange, text.written)
      }
      dimension = product
      factor = factor * unit.factor.raised(to: power)
      for part in expansions[unit.symbol] ?? [UnitPart(symbol: unit.symbol, power: 1)] {
        parts.multiply(by: part.symbol, toThe: part.power * power)
      }
    }
    if let index = compounds[UnitPart.key(parts)], units[index].dimension == dimension {
      return ResolvedUnit(units[index], reading)
    }
    let symbol = UnitPart.symbol(parts)
    if let index = exact[symbol], units[index].dimension == dimension, units[index].factor == factor
    {
      return ResolvedUnit(units[index], reading)
    }
    return ResolvedUnit(Unit(symbol: symbol, dimension: dimension, factor: factor), reading)
  }

  /// What a unit of the table is made of; nil when its symbol is a name.
  func parts(of symbol: String) -> [UnitPart]? {
    let text = UnitText(symbol)
    guard let expression = try? UnitExpression(text) else { return nil }
    var parts: [UnitPart] = []
    for item in expression.factors {
      // The symbol is a spelling too: a name that is the whole of it says nothing.
      if case .name(let name) = item.atom, name == symbol {
        guard let (root, power) = Self.trailingPower(name), exact[root] != nil else { return nil }
        parts.multiply(by: root, toThe: power)
        continue
      }
      // "kg/m2" is taken apart down to m.
      if case .name(let name) = item.atom, let (root, power) = Self.trailingPower(name),
        exact[root] != nil
      {
        parts.multiply(by: root, toThe: power * item.power)
        continue
      }
      guard let (found, power) = try? resolve(item, in: text) else { return nil }
      parts.multiply(by: found.unit.symbol, toThe: power)
    }
    return parts
  }

  private func resolve(
    _ factor: UnitExpression.Factor,
    in text: UnitText
  ) throws(UnitError) -> (ResolvedUnit, Int) {
    switch factor.atom {
    case .integer(let digits):
      guard let value = BigInteger(digits), !value.isZero else {
        throw UnitError(.outOfRange, text.written, at: factor.offset, part: digits)
      }
      let unit = Unit(symbol: value.description, dimension: .count, factor: Rational(value, 1))
      return (ResolvedUnit(unit, .exact), factor.power)
    case .molar(let name, let mass):
      let unit = try molar(name, mass: mass, in: text, at: factor.offset)
      return (ResolvedUnit(unit, .exact), factor.power)
    case .name(let name):
      if let found = try named(name, expecting: nil, in: text, at: factor.offset) {
        return (found, factor.power)
      }
      // Not a name as a whole: a digit at the end is a power, as in m2.
      if let (root, power) = Self.trailingPower(name),
        let found = try named(root, expecting: nil, in: text, at: factor.offset)
      {
        return (found, factor.power * power)
      }
      throw UnitError(
        .unknown,
        text.written,
        at: factor.offset,
        part: name,
        suggestions: suggestions(for: name)
      )
    }
  }

  /// Takes `m2` apart into `m` and 2; nil without a digit at the end, or with more than one.
  private static func trailingPower(_ name: String) -> (root: String, power: Int)? {
    guard let last = name.last, last.isASCII, let power = last.wholeNumberValue, power > 0,
      let before = name.dropLast().last, !before.isNumber
    else { return nil }
    return (String(name.dropLast()), power)
  }
}
