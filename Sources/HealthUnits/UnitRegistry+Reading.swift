/// A unit that was read for an expected dimension, and how.
public struct ResolvedUnit: Sendable, Hashable {
  /// The unit.
  public let unit: Unit
  /// How surely the text was understood.
  public let reading: UnitReading

  init(_ unit: Unit, _ reading: UnitReading) {
    self.unit = unit
    self.reading = reading
  }

  /// The reading, when it is worth reporting: nil for an exact one.
  public var note: UnitReading? { reading == .exact ? nil : reading }
}

extension UnitRegistry {
  /// Reads a text as a unit; ambiguous words are refused.
  public func unit(_ text: String) throws(UnitError) -> Unit {
    try resolve(text, expecting: nil).unit
  }

  /// Reads a text as a unit of a dimension, which also decides what ambiguous words mean.
  ///
  /// - Parameters:
  ///   - text: a unit as it is written in a file.
  ///   - dimension: what is measured. Where speed is expected, pace is understood, and the reverse.
  ///   - substance: opts in to reading `mmol/L` where a mass concentration is expected, with the
  ///     molar mass of this substance.
  public func unit(
    _ text: String,
    for dimension: Dimension,
    substance: Substance? = nil
  ) throws(UnitError) -> ResolvedUnit {
    let found = try resolve(text, expecting: dimension, substance)
    if found.unit.dimension.isConvertible(to: dimension) { return found }
    if let substance, let mass = found.unit.mass(of: substance), mass.dimension == dimension {
      return ResolvedUnit(mass, .molarMass)
    }
    throw UnitError(
      .dimension,
      text,
      suggestions: suggestions(for: text, in: dimension),
      found: found.unit.dimension,
      expected: dimension
    )
  }

  /// Reads a text as a unit of any dimension; `dimension` decides what ambiguous words mean.
  func resolve(
    _ written: String,
    expecting dimension: Dimension?,
    _ substance: Substance? = nil
  ) throws(UnitError) -> ResolvedUnit {
    // Bytes first: counting the characters of an endless text is work already.
    guard written.utf8.count <= 4 * UnitText.lengthLimit, written.count <= UnitText.lengthLimit
    else { throw UnitError(.tooLong, "", part: "") }
    var text = UnitText(written)
    if text.marks.last?.character == ".", exact[text.folded] == nil,
      loose[text.folded.lowercased()] == nil
    {
      text = text.trimmed(0, 1)
    }
    guard !text.marks.isEmpty else { throw UnitError(.empty, written) }
    var forms = [text]
    if text.isEnclosed(by: "(", ")") || text.isEnclosed(by: "[", "]") {
      forms.append(text.trimmed(1, 1))
    }
    var expected = dimension
    // With a substance, "mmol" is as good as mmol/L where a mass concentration is expected.
    if substance != nil, dimension == .massConcentration { expected = .amountConcentration }
    for form in forms {
      if let found = try named(form.folded, expecting: expected, in: text, at: 0) {
        return found
      }
    }
    do {
      return try compound(text)
    } catch {
      // Brackets around a whole expression: "[kg/m2]".
      for form in forms.dropFirst() {
        if let found = try? compound(form) { return found }
      }
      // Codes as in FHIR, which nothing else looks like: "k[IU]/L", "{beats}/min".
      if error.code != .ambiguous, text.folded.contains(where: { "[{*".contains($0) }),
        let unit = try? unit(ucum: written)
      {
        return ResolvedUnit(unit, .exact)
      }
      throw error
    }
  }
}

extension Unit {
  /// The unit with moles replaced by the mass of a substance; nil without moles in it.
  func mass(of substance: Substance) -> Unit? {
    let moles = dimension.exponent(of: .amount)
    guard moles != 0, kind == .linear,
      let without = dimension.multiplied(by: .amount, toThe: -moles),
      let dimension = without.multiplied(by: .mass, toThe: moles)
    else { return nil }
    let kilograms = substance.molarMass * Rational(1, 1_000)
    return Unit(
      symbol: symbol.replacingFirst("mol", with: "mol<\(substance.molarMassText)>"),
      dimension: dimension,
      factor: factor * kilograms.raised(to: moles)
    )
  }
}

extension String {
  /// The text with the first occurrence of `part` replaced.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
