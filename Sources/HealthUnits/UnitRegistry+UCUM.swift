extension UnitRegistry {
  /// Reads a code of UCUM, in its dialect: `st` is a stere, `a/b.c` is (a/b)·c, `%` one hundredth.
  ///
  /// What of UCUM is understood are the codes of `units` and some more; an unknown code that UCUM
  /// has nevertheless is refused with the reason.
  public func unit(ucum text: String) throws(UnitError) -> Unit {
    guard text.utf8.count <= UnitText.lengthLimit else { throw UnitError(.tooLong, "", part: "") }
    guard !text.isEmpty else { throw UnitError(.empty, text) }
    // Annotations mean nothing, except where they are all that tells a unit from the number one.
    if let index = ucum[text] { return units[index] }
    var parser = UCUMExpressionParser(text)
    let factors = try parser.whole()
    var product = UnitProduct()
    for factor in factors {
      for (unit, power) in try ucumUnits(factor, in: text) {
        if unit.kind != .linear {
          guard factors.count == 1, factor.power == 1, power == 1 else {
            throw UnitError(.notInProduct, text, at: factor.offset, part: unit.symbol)
          }
          return unit
        }
        let pieces = pieces(of: unit)
        guard product.multiply(by: unit, made: pieces, toThe: power * factor.power) else {
          throw UnitError(.outOfRange, text)
        }
      }
    }
    return unit(of: product)
  }

  /// The code of UCUM for a unit; nil when it has none.
  ///
  /// The molar mass of `mmol<M>/L` is left out: UCUM has no place for it.
  public func ucumCode(for unit: Unit) -> String? {
    if let code = unit.ucum { return code }
    if unit.kind != .linear || exact[unit.symbol] != nil { return nil }
    guard let expression = try? UnitExpression(UnitText(unit.symbol)) else { return nil }
    var above: [String] = []
    var below: [String] = []
    for factor in expression.factors where factor.power != 0 {
      guard let (code, power) = code(of: factor.atom) else { return nil }
      if code.isEmpty { continue }
      let size = (power * factor.power).magnitude
      // A digit right after a digit would be read as one number.
      let endsInDigit = code.last?.isNumber == true
      let written = size == 1 ? code : endsInDigit ? "(\(code))\(size)" : "\(code)\(size)"
      if factor.power > 0 { above.append(written) } else { below.append(written) }
    }
    let numerator = above.joined(separator: ".")
    let result = numerator + below.map { "/" + $0 }.joined()
    return result.isEmpty ? "1" : result
  }

  /// The code of one atom and the power that it stands for.
  private func code(of atom: UnitExpression.Atom) -> (code: String, power: Int)? {
    switch atom {
    case .integer("1"): return ("", 1)
    case .integer("10"): return ("10*", 1)
    case .integer(let digits): return (digits, 1)
    case .molar(let name, _): return code(of: .name(name))
    case .name(let name):
      if name == "count" { return ("", 1) }
      guard let unit = (try? unit(name)), let code = unit.ucum else { return nil }
      if let plain = Self.plainPower(code) { return plain }
      let isAtom = !code.contains { "./".contains($0) }
      return (isAtom ? code : "(\(code))", 1)
    }
  }

  /// Takes `m2` apart, so that its square is `m4`.
  private static func plainPower(_ code: String) -> (code: String, power: Int)? {
    guard let digit = code.last?.wholeNumberValue, code.count > 1,
      code.dropLast().allSatisfy(\.isLetter)
    else { return nil }
    return (String(code.dropLast()), digit)
  }

  /// The units that a factor of a code stands for: a power of ten for its prefix, and the rest.
  private func ucumUnits(
    _ factor: UnitExpression.Factor,
    in text: String
  ) throws(UnitError) -> [(unit: Unit, power: Int)] {
    switch factor.atom {
    case .integer(let digits):
      return [(try number(digits, in: text, at: factor.offset), 1)]
    case .molar(let name, _):
      throw UnitError(.unknown, text, at: factor.offset, part: name)
    case .name(let name):
      if let atom = ucumAtoms[name] { return [(try unit(of: atom, in: text), 1)] }
      for prefix in UnitPrefix.all + UnitPrefix.ucumOnly where name.hasPrefix(prefix.ucum) {
        let root = String(name.dropFirst(prefix.ucum.count))
        guard let atom = ucumAtoms[root], atom.isMetric else { continue }
        let unit = try unit(of: atom, in: text)
        if case .row(let index, _) = atom, let whole = prefixed(prefix.symbol + units[index].symbol)
        {
          return [(whole, 1)]
        }
        return [
          (Unit(symbol: "10", dimension: .count, factor: Rational(10)), prefix.powerOfTen),
          (unit, 1),
        ]
      }
      throw unknownCode(name, in: text, at: factor.offset)
    }
  }

  private func unit(of atom: UCUMAtom, in text: String) throws(UnitError) -> Unit {
    switch atom {
    case .row(let index, _): return units[index]
    case .meaning(let expression, _): return try unit(expression)
    }
  }

  private func unknownCode(_ name: String, in text: String, at offset: Int) -> UnitError {
    for scope in UnitTable.ucumOutOfScope {
      for code in scope.codes where name == code || Self.isPrefixed(name, code) {
        return UnitError(.unsupported, text, at: offset, part: name, reason: scope.reason)
      }
    }
    return UnitError(
      .unknown,
      text,
      at: offset,
      part: name,
      suggestions: suggestions(forCode: name)
    )
  }

  private static func isPrefixed(_ name: String, _ code: String) -> Bool {
    let prefixes = (UnitPrefix.all + UnitPrefix.ucumOnly).map(\.ucum) + ["Ki", "Mi", "Gi", "Ti"]
    return prefixes.contains { name == $0 + code }
  }
}

/// What a code of UCUM without operators stands for.
enum UCUMAtom: Sendable {
  /// A unit of the table.
  case row(Int, isMetric: Bool)
  /// An expression in HealthKit's notation.
  case meaning(String, isMetric: Bool)

  /// Whether it takes prefixes.
  var isMetric: Bool {
    switch self {
    case .row(_, let isMetric), .meaning(_, let isMetric): isMetric
    }
  }
}
