/// A unit string taken apart: a product of powers of names, not yet looked up.
///
/// The grammar is that of HealthKit's unit strings, with what UCUM and people write beside it:
///
///     expression  = [ product ] { "/" product }      everything after "/" is the denominator
///     product     = factor { ( "·" | "." | "*" ) factor }
///     factor      = "(" [ expression ] ")" [ power ] | integer [ power ] [ name ]
///                 | name [ "<" molar mass ">" ] [ power ] | "{" annotation "}"
///     power       = ( "^" | "**" ) integer | "-" digits | superscript digits
///
/// `a/b·c` is a/(b·c), as HealthKit reads it. `a/b/c` is a/(b·c) too, but `a/b/c·d` is refused.
struct UnitExpression: Equatable {
  enum Atom: Equatable {
    /// A name as written; digits at its end may be a power (`m2`), which only the table can tell.
    case name(String)
    /// A whole number, by its digits.
    case integer(String)
    /// Moles of a substance: the name before "<" and the molar mass in g/mol.
    case molar(String, mass: String)
  }

  struct Factor: Equatable {
    var atom: Atom
    var power: Int
    /// Where the atom stands in the text as written.
    var offset: Int
  }

  var factors: [Factor]

  /// Reads a folded text.
  init(_ text: UnitText) throws(UnitError) {
    var parser = UnitExpressionParser(text)
    factors = try parser.whole()
  }
}

extension UnitExpression {
  /// Parentheses may be nested so deeply.
  static let depthLimit = 16
  /// A written power may be so large.
  static let powerLimit = 30
  /// A power of a number may be so large, as in 10^35.
  static let numberPowerLimit = 99
}
