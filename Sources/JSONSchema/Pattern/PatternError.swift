/// Why a regular expression cannot be used.
public struct PatternError: Error, Sendable, Equatable {
  /// What is wrong with a regular expression.
  public enum Code: String, Sendable, CaseIterable {
    /// A backslash before a letter or digit that ECMA-262 gives no meaning.
    case badEscape = "bad-escape"
    /// A class without an end or with a range from high to low.
    case badClass = "bad-class"
    /// A group of a kind that ECMA-262 doesn't know, or with a bad or repeated name.
    case badGroup = "bad-group"
    /// A quantifier without something to repeat, or with its limits swapped.
    case badQuantifier = "bad-quantifier"
    /// A reference to a group that doesn't exist.
    case badReference = "bad-reference"
    /// A `\p{...}` whose property or value is not known.
    case unknownProperty = "unknown-property"
    /// A parenthesis without its partner.
    case unbalanced = "unbalanced"
    /// An expression whose automaton would have more states than the limit.
    case tooLarge = "too-large"
  }

  /// What is wrong.
  public var code: Code
  /// Where: the number of Unicode scalars before the place.
  public var offset: Int

  /// Names a fault at a place.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// One sentence for people.
  public var message: String {
    let what =
      switch code {
      case .badEscape: "an escape that ECMA-262 does not know"
      case .badClass: "a character class that is not closed or has a range from high to low"
      case .badGroup: "a group that ECMA-262 does not know"
      case .badQuantifier: "a quantifier with nothing to repeat or with its limits swapped"
      case .badReference: "a reference to a group that does not exist"
      case .unknownProperty: "a Unicode property that is not known"
      case .unbalanced: "a parenthesis without its partner"
      case .tooLarge: "more repetitions than can be compiled"
      }
    return "the regular expression has \(what) at character \(offset + 1)"
  }
}
