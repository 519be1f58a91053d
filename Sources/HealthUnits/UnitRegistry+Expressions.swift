import ByteKit

extension UnitRegistry {
  /// The unit of a product of powers.
  func compound(_ text: UnitText) throws(UnitError) -> ResolvedUnit {
    let expression = try UnitExpression(text)
    var product = UnitProduct()
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
      guard product.multiply(by: unit, made: expansions[unit.symbol], toThe: power) else {
        throw UnitError(.outOfRange, text.written)
      }
    }
    return ResolvedUnit(unit(of: product), reading)
  }

  /// The unit of the table that a product is, or else a new one.
  func unit(of product: UnitProduct) -> Unit {
    if let index = compounds[UnitPart.key(product.parts)],
      units[index].dimension == product.dimension
    {
      return units[index]
    }
    let symbol = UnitPart.symbol(product.parts)
    if let index = exact[symbol], units[index].dimension == product.dimension,
      units[index].factor == product.factor
    {
      return units[index]
    }
    if let unit = prefixed(symbol), unit.factor == product.factor { return unit }
    return Unit(symbol: symbol, dimension: product.dimension, factor: product.factor)
  }

  /// What a unit is made of, unless it is a part itself.
  func pieces(of unit: Unit) -> [UnitPart]? {
    if let expansion = expansions[unit.symbol] { return expansion }
    return exact[unit.symbol] == nil ? parts(of: unit.symbol) : nil
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
      let unit = try number(digits, in: text.written, at: factor.offset)
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

  /// A whole number above zero as a unit.
  func number(
    _ digits: String,
    in text: String,
    at offset: Int
  ) throws(UnitError) -> Unit {
    guard let value = BigInteger(digits), !value.isZero else {
      throw UnitError(.outOfRange, text, at: offset, part: digits)
    }
    return Unit(symbol: value.description, dimension: .count, factor: Rational(value, 1))
  }

  /// Takes `m2` apart into `m` and 2; nil without a digit at the end, or with more than one.
  private static func trailingPower(_ name: String) -> (root: String, power: Int)? {
    guard let last = name.last, last.isASCII, let power = last.wholeNumberValue, power > 0,
      let before = name.dropLast().last, !before.isNumber
    else { return nil }
    return (String(name.dropLast()), power)
  }
}
