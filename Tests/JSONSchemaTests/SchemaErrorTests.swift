import JSONSchema
import Testing

@Suite("Schemas that can't be used")
struct SchemaErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var schema: String
    var code: SchemaError.Code
    var pointer: String
    var testDescription: String { schema }

    init(_ schema: String, _ code: SchemaError.Code, at pointer: String = "") {
      self.schema = schema
      self.code = code
      self.pointer = pointer
    }
  }

  static let cases: [Case] = [
    Case("{", .notJSON), Case("", .notJSON), Case("{\"a\":1,\"a\":2}", .invalidSchema, at: "/a"),
    Case("[]", .invalidSchema), Case("3", .invalidSchema),
    Case(##"{"type":"text"}"##, .invalidSchema, at: "/type"),
    Case(
      ##"{"properties":{"a":{"minLength":-1}}}"##,
      .invalidSchema,
      at: "/properties/a/minLength"
    ),
    Case(##"{"required":["a","a"]}"##, .invalidSchema, at: "/required/1"),
    Case(##"{"multipleOf":0}"##, .invalidSchema, at: "/multipleOf"),
    Case(##"{"allOf":[]}"##, .invalidSchema, at: "/allOf"),
    Case(##"{"$id":"http://x/#a"}"##, .invalidSchema, at: "/$id"),
    Case(##"{"$ref":"#/$defs/a"}"##, .unresolvedReference, at: "/$ref"),
    Case(##"{"$ref":"#a"}"##, .unresolvedReference, at: "/$ref"),
    Case(##"{"items":{"$ref":"other.json"}}"##, .unresolvedReference, at: "/items/$ref"),
    Case(
      ##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/x"}}}"##,
      .unresolvedReference,
      at: "/$defs/a/$ref"
    ),
    Case(##"{"x":7,"$ref":"#/x"}"##, .unresolvedReference, at: "/$ref"),
    Case(##"{"$ref":"#/%zz"}"##, .unresolvedReference, at: "/$ref"),
    Case(##"{"$schema":"http://json-schema.org/draft-07/schema#"}"##, .unknownDialect),
    Case(
      ##"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"##,
      .duplicateIdentifier,
      at: "/$defs/b"
    ),
    Case(##"{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}"##, .duplicateIdentifier, at: "/$defs/b"),
    Case(##"{"items":{"pattern":"(a"}}"##, .badPattern, at: "/items/pattern"),
    Case(##"{"patternProperties":{"[z-a]":true}}"##, .badPattern, at: "/patternProperties/[z-a]"),
    Case(##"{"pattern":"((a{999}){999}){999}"}"##, .badPattern, at: "/pattern"),
    Case(##"{"$ref":"#"}"##, .endlessReference),
    Case(##"{"allOf":[{"$ref":"#"}]}"##, .endlessReference),
    Case(
      ##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"not":{"$ref":"#/$defs/a"}}},"$ref":"#/$defs/a"}"##,
      .endlessReference,
      at: "/$defs/a"
    ),
    Case(##"{"if":{"anyOf":[true,{"$dynamicRef":"#"}]}}"##, .endlessReference),
    Case(##"{"dependentSchemas":{"a":{"$ref":"#"}}}"##, .endlessReference),
  ]

  @Test(arguments: cases)
  func errorsHavePlaces(_ example: Case) {
    let bytes = Array(example.schema.utf8)
    let error = #expect(throws: SchemaError.self) { _ = try Schema(compiling: bytes) }
    #expect(error?.code == example.code)
    #expect(error?.pointer == example.pointer)
    #expect(error?.message.isEmpty == false)
    #expect((error?.range.upperBound ?? -1) <= bytes.count)
  }

  @Test
  func theMessageNamesThePlace() {
    let schema = Array(##"{"properties":{"a":{"type":"text"}}}"##.utf8)
    let error = #expect(throws: SchemaError.self) { _ = try Schema(compiling: schema) }
    #expect(
      error?.description.hasPrefix(
        "schema at /properties/a/type: /properties/a/type conforms to none"
      )
        == true
    )
    #expect(error?.violations.first?.causes.isEmpty == false)
  }

  @Test
  func errorsInOtherDocumentsNameThem() {
    let registry = SchemaRegistry(["http://x/b.json": Array(##"{"type":3}"##.utf8)])
    let error = #expect(throws: SchemaError.self) {
      _ = try Schema(
        compiling: Array(##"{"$ref":"b.json"}"##.utf8),
        baseURI: "http://x/a.json",
        registry: registry
      )
    }
    #expect(error?.document == "http://x/b.json")
    #expect(error?.pointer == "/type")
  }

  /// A file and the `$id` in it may both be asked for.
  @Test
  func oneDocumentMayHaveTwoURIs() throws {
    let part = Array(##"{"$id":"https://x/part","$anchor":"a","type":"string"}"##.utf8)
    let registry = SchemaRegistry(["https://x/part": part, "file:///part.json": part])
    let schema = try Schema(
      compiling: Array(
        ##"{"prefixItems":[{"$ref":"https://x/part"},{"$ref":"part.json#a"}]}"##.utf8
      ),
      baseURI: "file:///main.json",
      registry: registry
    )
    #expect(
      try schema.validate(Array("[1,2]".utf8)).map(\.keywordLocation) == [
        "https://x/part#/type", "https://x/part#/type",
      ]
    )
  }
}
