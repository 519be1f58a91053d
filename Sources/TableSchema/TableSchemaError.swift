/// Why a Table Schema cannot be used.
public struct TableSchemaError: Error, Sendable, Equatable {
  /// What is wrong with a Table Schema.
  public enum Code: String, Sendable, CaseIterable {
    /// The document is not JSON.
    case notJSON = "not-json"
    /// A property has the wrong type, or one that must be there is not.
    case badProperty = "bad-property"
    /// A type, format or constraint that Table Schema does not know.
    case unknownName = "unknown-name"
    /// Two fields have the same name.
    case duplicateField = "duplicate-field"
    /// A key names a field that is not there.
    case unknownField = "unknown-field"
    /// A constraint that its field's type does not have, or whose value is not of the type.
    case badConstraint = "bad-constraint"
  }

  /// What is wrong.
  public var code: Code
  /// The JSON pointer to the property.
  public var pointer: String
  /// One sentence for people.
  public var message: String

  init(_ code: Code, at pointer: String, _ message: String) {
    self.code = code
    self.pointer = pointer
    self.message = message
  }
}

extension TableSchemaError: CustomStringConvertible {
  /// The place and the message.
  public var description: String { "\(pointer.isEmpty ? "the schema" : pointer): \(message)" }
}
