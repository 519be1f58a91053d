/// One row of the table of units: everything that is known of a unit, as it is written by hand.
package struct UnitRow: Sendable {
  package let symbol: String
  package let dimension: Dimension
  /// The exact factor to the SI unit, as a decimal or a fraction: "0.45359237", "5/9".
  package let factor: String
  package let ucum: String?
  package let source: String
  package private(set) var kind = Unit.Kind.linear
  /// What is added to a value before it is multiplied by the factor.
  package private(set) var offset = "0"
  package private(set) var isPrefixable = false
  /// Whether UCUM's code takes prefixes in UCUM's dialect.
  package private(set) var isMetricInUCUM = false
  /// Spellings beside the symbol that must be written exactly so.
  package private(set) var exact: [String] = []
  /// Spellings in lower case, understood in any case.
  package private(set) var loose: [String] = []
  /// Spellings in lower case that mean this unit only where its dimension is expected.
  package private(set) var contextual: [String] = []

  init(
    _ symbol: String,
    _ dimension: Dimension,
    _ factor: String,
    ucum: String? = nil,
    from source: String
  ) {
    self.symbol = symbol
    self.dimension = dimension
    self.factor = factor
    self.ucum = ucum
    self.source = source
  }

  /// Takes the prefixes of the SI, as in kJ.
  func prefixable() -> UnitRow {
    var row = self
    row.isPrefixable = true
    row.isMetricInUCUM = true
    return row
  }

  /// Takes prefixes as a code of UCUM, and nowhere else.
  func metricInUCUM() -> UnitRow {
    var row = self
    row.isMetricInUCUM = true
    return row
  }

  /// A scale whose zero lies `offset` of its own steps above the zero of the SI unit.
  func zero(at offset: String) -> UnitRow {
    var row = self
    row.kind = .affine
    row.offset = offset
    return row
  }

  /// Has no rational factor to any other unit.
  func standingForItself(_ kind: Unit.Kind) -> UnitRow {
    var row = self
    row.kind = kind
    return row
  }

  /// Adds spellings that must be written exactly so.
  func also(_ spellings: String...) -> UnitRow {
    var row = self
    row.exact += spellings
    return row
  }

  /// Adds spellings that are understood in any case.
  func anyCase(_ spellings: String...) -> UnitRow {
    var row = self
    row.loose += spellings
    return row
  }

  /// Adds spellings that mean this unit only where its dimension is expected.
  func whenExpected(_ spellings: String...) -> UnitRow {
    var row = self
    row.contextual += spellings
    return row
  }
}
