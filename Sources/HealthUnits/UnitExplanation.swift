/// All that is known of a unit expression: how it was read, and what it is exactly.
public struct UnitExplanation: Sendable {
  /// A power of a unit in the product that the unit is.
  public struct Part: Sendable {
    /// The unit.
    public let unit: Unit
    /// Its power; below zero in the denominator.
    public let power: Int
  }

  /// The text as it was given.
  public let text: String
  /// The unit it is; its symbol is the canonical spelling.
  public let unit: Unit
  /// How surely the text was understood.
  public let reading: UnitReading
  /// The units that it is made of; one for a unit that is not derived from others.
  public let parts: [Part]
  /// The code of UCUM, if there is one.
  public let ucum: String?
  /// What the table knows of it; nil for an expression that has no row.
  public let listing: UnitListing?
  /// What a reader should know beside the figures.
  public let note: String?

  /// The unit to whose value the factor leads, as in "m3".
  public var siSymbol: String { unit.dimension.siSymbol }
}

extension UnitRegistry {
  /// Reads an expression, as a code of UCUM if so wished, and tells what it is.
  public func explanation(
    of text: String,
    asUCUM isUCUM: Bool = false
  ) throws(UnitError) -> UnitExplanation {
    let unit: Unit
    var reading = UnitReading.exact
    if isUCUM {
      unit = try self.unit(ucum: text)
    } else {
      let found = try resolve(text, expecting: nil)
      unit = found.unit
      reading = found.reading
    }
    let index = exact[unit.symbol].flatMap { units[$0] == unit ? $0 : nil }
    let pieces = pieces(of: unit) ?? [UnitPart(symbol: unit.symbol, power: 1)]
    return UnitExplanation(
      text: text,
      unit: unit,
      reading: reading,
      parts: pieces.compactMap { piece in
        guard piece.power != 0, let part = try? self.unit(piece.symbol) else { return nil }
        return UnitExplanation.Part(unit: part, power: piece.power)
      },
      ucum: ucumCode(for: unit),
      listing: index.map { listings[$0] },
      note: Self.note(on: unit, listed: index != nil)
    )
  }

  private static func note(on unit: Unit, listed isListed: Bool) -> String? {
    switch unit.kind {
    case .level: "a level, which is a logarithm: it converts to itself alone and is never added"
    case .isolated: "no rational factor leads to the SI: it converts to itself alone"
    case .affine: "a point on a scale with a zero of its own; delta_ units are differences"
    case .linear where unit.symbol == "%" && unit.factor == Rational(1):
      "as in Apple's exports, where 0.97 stands beside it; one hundredth is percent"
    case .linear where !isListed && unit.symbol.contains("<"):
      "a mass, by the molar mass in g/mol; UCUM's code leaves that out"
    case .linear: nil
    }
  }
}
