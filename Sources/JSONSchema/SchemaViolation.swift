/// A keyword that a value breaks: a few numbers, so that millions can be counted.
///
/// `SchemaValidator.describe` gives its text as long as the validator holds the same instance.
public struct SchemaViolation: Sendable, Equatable {
  /// The keyword.
  public let keyword: SchemaKeyword
  /// The bytes of the value or, where a name is at fault, of the name; quotes included.
  public let range: Range<Int>
  /// The schema, unlike any other of the same compiled schema.
  let node: Int32
  let token: Int32
  let detail: Int32

  /// A number for the rule that was broken: equal for all violations of one keyword of one schema.
  public var ruleID: Int { Int(node) << 8 | (SchemaKeyword.allCases.firstIndex(of: keyword) ?? 0) }
}

/// A violation in full.
public struct DescribedViolation: Sendable, Equatable {
  /// The keyword that is broken; empty for a schema that is `false`.
  public let keyword: SchemaKeyword
  /// The bytes of the value or, where a name is at fault, of the name; quotes included.
  public let range: Range<Int>
  /// The JSON pointer to the value.
  public let instancePointer: String
  /// The absolute location of the keyword: the URI of its schema and a JSON pointer as fragment.
  public let keywordLocation: String
  /// What is wrong, to be read after the name of the value; it quotes the schema, never the value.
  public let message: String
  /// For `anyOf` and `oneOf`: what the alternative that comes closest objects to.
  public let causes: [DescribedViolation]

  /// The pointer and the message as one sentence.
  public var summary: String {
    "\(instancePointer.isEmpty ? "the value" : instancePointer) \(message)"
  }
}
