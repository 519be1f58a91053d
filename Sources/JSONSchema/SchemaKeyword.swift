/// The keywords of JSON Schema 2020-12 that this module acts on.
public enum SchemaKeyword: String, Sendable, CaseIterable {
  case id = "$id"
  case schema = "$schema"
  case ref = "$ref"
  case anchor = "$anchor"
  case dynamicRef = "$dynamicRef"
  case dynamicAnchor = "$dynamicAnchor"
  case vocabulary = "$vocabulary"
  case defs = "$defs"
  case prefixItems
  case items
  case contains
  case additionalProperties
  case properties
  case patternProperties
  case dependentSchemas
  case propertyNames
  case `if`
  case then
  case `else`
  case allOf
  case anyOf
  case oneOf
  case not
  case unevaluatedItems
  case unevaluatedProperties
  case type
  case const
  case `enum`
  case multipleOf
  case maximum
  case exclusiveMaximum
  case minimum
  case exclusiveMinimum
  case maxLength
  case minLength
  case pattern
  case maxItems
  case minItems
  case uniqueItems
  case maxContains
  case minContains
  case maxProperties
  case minProperties
  case required
  case dependentRequired
  case format
  case contentSchema
  /// Of older drafts; the metaschema keeps it, and so do we.
  case definitions
  /// Of older drafts; the metaschema keeps it, and so do we.
  case dependencies
  /// A schema that is `false`, which no keyword wrote.
  case falseSchema = ""

  /// Where schemas lie in the value of a keyword.
  enum Subschemas {
    case none
    case one
    case list
    case map
    /// A map whose values are schemas or lists of names.
    case mixedMap
  }

  /// Where schemas lie in the keyword's value.
  var subschemas: Subschemas {
    switch self {
    case .items, .contains, .additionalProperties, .propertyNames, .if, .then, .else, .not,
      .unevaluatedItems, .unevaluatedProperties, .contentSchema:
      .one
    case .prefixItems, .allOf, .anyOf, .oneOf: .list
    case .defs, .definitions, .properties, .patternProperties, .dependentSchemas: .map
    case .dependencies: .mixedMap
    default: .none
    }
  }

  /// The vocabulary that gives the keyword its meaning.
  var home: Vocabulary {
    switch self {
    case .id, .schema, .ref, .anchor, .dynamicRef, .dynamicAnchor, .vocabulary, .defs,
      .definitions, .falseSchema:
      .core
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    case .format: .formatAnnotation
    case .contentSchema: .content
    case .type, .const, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum,
      .exclusiveMinimum, .maxLength, .minLength, .pattern, .maxItems, .minItems, .uniqueItems,
      .maxContains, .minContains, .maxProperties, .minProperties, .required, .dependentRequired:
      .validation
    default: .applicator
    }
  }
}

/// A set of keywords that a metaschema can declare.
enum Vocabulary: String, CaseIterable {
  case core
  case applicator
  case unevaluated
  case validation
  case metaData = "meta-data"
  case formatAnnotation = "format-annotation"
  case formatAssertion = "format-assertion"
  case content

  static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

  init?(uri: String) {
    guard uri.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(uri.dropFirst(Self.prefix.count)))
  }

  private var bit: UInt16 {
    switch self {
    case .core: 1
    case .applicator: 2
    case .unevaluated: 4
    case .validation: 8
    case .metaData: 16
    case .formatAnnotation: 32
    case .formatAssertion: 64
    case .content: 128
    }
  }

  /// Several vocabularies.
  struct Set: Sendable, Equatable {
    private var bits: UInt16

    /// What the 2020-12 metaschema declares.
    static let standard = Set(
      [.core, .applicator, .unevaluated, .validation, .metaData, .formatAnnotation, .content]
    )

    init(_ members: [Vocabulary]) { bits = members.reduce(0) { $0 | $1.bit } }

    func contains(_ vocabulary: Vocabulary) -> Bool { bits & vocabulary.bit != 0 }

    mutating func insert(_ vocabulary: Vocabulary) { bits |= vocabulary.bit }
  }
}
