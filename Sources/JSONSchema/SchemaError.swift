import JSONCodec

/// Why a schema cannot be used, and where in which document the reason lies.
public struct SchemaError: Error, Sendable, Equatable {
  /// What is wrong with a schema.
  public enum Code: String, Sendable, CaseIterable {
    /// The document is not JSON.
    case notJSON = "not-json"
    /// The document does not conform to its metaschema; `violations` says where.
    case invalidSchema = "invalid-schema"
    /// A reference leads to no schema in the documents that were given.
    case unresolvedReference = "unresolved-reference"
    /// A metaschema, or a vocabulary that it requires, is not known.
    case unknownDialect = "unknown-dialect"
    /// Two schemas claim the same URI or anchor.
    case duplicateIdentifier = "duplicate-identifier"
    /// A regular expression that is not ECMA-262 or too large.
    case badPattern = "bad-pattern"
    /// References lead back to where they started without going into the instance.
    case endlessReference = "endless-reference"
    /// More schemas than the limit allows.
    case tooLarge = "too-large"
  }

  /// What is wrong.
  public var code: Code
  /// The URI of the document; empty when it has none.
  public var document: String
  /// The bytes of the document that the error is about.
  public var range: Range<Int>
  /// The JSON pointer to them.
  public var pointer: String
  /// One sentence for people.
  public var message: String
  /// How the document breaks its metaschema, for `invalidSchema`.
  public var violations: [DescribedViolation] = []
}

extension SchemaError: CustomStringConvertible {
  /// The document, the place and the message.
  public var description: String {
    let place = pointer.isEmpty ? "" : " at \(pointer)"
    return "\(document.isEmpty ? "schema" : document)\(place): \(message)"
  }
}
