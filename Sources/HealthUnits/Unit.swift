/// A unit of measurement with its exact relation to the SI.
public struct Unit: Sendable, Hashable {
  /// How values of a unit relate to values of other units.
  public enum Kind: String, Sendable {
    /// By a factor.
    case linear
    /// By a factor and a shifted zero: a point on a temperature scale.
    case affine
    /// A logarithm over a reference: it converts only to itself.
    case level
    /// Has no rational factor to its SI unit: it converts only to itself.
    case isolated
  }

  /// The spelling used on output, in HealthKit's notation.
  public let symbol: String
  /// What the unit measures.
  public let dimension: Dimension
  /// How values relate to other units.
  public let kind: Kind
  /// The SI value is (value + offset) × factor.
  public let factor: Rational
  /// What is added before multiplying; zero except for affine units.
  public let offset: Rational
  /// The code of the Unified Code for Units of Measure, when it is known.
  public let ucum: String?

  init(
    symbol: String,
    dimension: Dimension,
    kind: Kind = .linear,
    factor: Rational,
    offset: Rational = Rational(0),
    ucum: String? = nil
  ) {
    self.symbol = symbol
    self.dimension = dimension
    self.kind = kind
    self.factor = factor
    self.offset = offset
    self.ucum = ucum
  }
}

extension Unit: CustomStringConvertible {
  /// The symbol.
  public var description: String { symbol }
}

extension Unit {
  /// Nil when the row is not well formed, which a test of the table excludes.
  init?(_ row: UnitRow) {
    guard let factor = Rational(row.factor), !factor.isZero, let offset = Rational(row.offset)
    else { return nil }
    self.init(
      symbol: row.symbol,
      dimension: row.dimension,
      kind: row.kind,
      factor: factor,
      offset: offset,
      ucum: row.ucum
    )
  }
}
