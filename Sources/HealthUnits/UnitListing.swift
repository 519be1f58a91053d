/// What a registry knows of a unit beside its arithmetic, for those who list it.
public struct UnitListing: Sendable, Equatable {
  /// The unit.
  public internal(set) var unit: Unit
  /// Spellings beside the symbol that must be written exactly so.
  public internal(set) var spellings: [String]
  /// Spellings in lower case that are understood in any case.
  public internal(set) var anyCase: [String]
  /// Spellings in lower case that mean the unit only where its dimension is expected.
  public internal(set) var whenExpected: [String]
  /// Whether the unit takes the prefixes of the SI, as in kJ.
  public internal(set) var takesPrefixes: Bool
  /// Where the factor is from.
  public internal(set) var source: String

  init(_ unit: Unit, _ row: UnitRow) {
    self.unit = unit
    spellings = row.exact
    anyCase = row.loose
    whenExpected = row.contextual
    takesPrefixes = row.isPrefixable
    source = row.source
  }

  init(_ unit: Unit, _ definition: UnitDefinition) {
    self.unit = unit
    spellings = definition.spellings
    anyCase = []
    whenExpected = []
    takesPrefixes = false
    source = definition.source
  }
}
