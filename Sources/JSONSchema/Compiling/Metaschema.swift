/// The metaschemas of JSON Schema 2020-12, which are part of the program.
enum Metaschema {
  static let uri = "https://json-schema.org/draft/2020-12/schema"

  private static let documents: [String: [UInt8]] = {
    let parts: [(String, [UInt8])] = [
      ("schema", PackageResources.schema_json),
      ("meta/core", PackageResources.core_json),
      ("meta/applicator", PackageResources.applicator_json),
      ("meta/unevaluated", PackageResources.unevaluated_json),
      ("meta/validation", PackageResources.validation_json),
      ("meta/meta-data", PackageResources.meta_data_json),
      ("meta/format-annotation", PackageResources.format_annotation_json),
      ("meta/format-assertion", PackageResources.format_assertion_json),
      ("meta/content", PackageResources.content_json),
    ]
    return Dictionary(
      uniqueKeysWithValues: parts.map { ("https://json-schema.org/draft/2020-12/\($0.0)", $0.1) }
    )
  }()

  /// The text of a metaschema of this draft.
  static func bytes(_ uri: String) -> [UInt8]? { documents[uri] }

  private static let standard = Result<Schema, SchemaError> { () throws(SchemaError) -> Schema in
    try Schema(unchecked: documents[uri] ?? [], baseURI: uri, registry: .empty, options: .init())
  }

  /// Checks a document against its metaschema.
  static func check(
    _ document: SchemaDocument,
    against uri: String,
    _ registry: SchemaRegistry
  ) throws(SchemaError) {
    let uri = URIReference(uri).withoutFragment
    if documents[document.uri] != nil { return }
    let schema: Schema
    if uri == Self.uri {
      schema = try standard.get()
    } else if let bytes = documents[uri] ?? registry.bytes(uri) {
      schema = try Schema(unchecked: bytes, baseURI: uri, registry: registry, options: .init())
    } else {
      return  // the search for its vocabularies says so
    }
    var validator = schema.validator()
    validator.violationLimit = 100
    let violations = validator.describedViolations(document.tokens, document.bytes)
    guard let first = violations.first else { return }
    throw SchemaError(
      code: .invalidSchema,
      document: document.uri,
      range: first.range,
      pointer: first.instancePointer,
      message: first.summary,
      violations: violations
    )
  }
}
