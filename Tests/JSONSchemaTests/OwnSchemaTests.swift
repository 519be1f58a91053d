import JSONSchema
import Schemas
import Testing

@Suite("The schemas of this program")
struct OwnSchemaTests {
  @Test(arguments: EmbeddedSchema.all.filter { !$0.name.hasPrefix("csv") }.map(\.name))
  func compiles(_ name: String) throws {
    let embedded = try #require(EmbeddedSchema.all.first { $0.name == name })
    let registry = SchemaRegistry(load: { uri in
      let file = uri.split(separator: "/").last.map(String.init) ?? ""
      return EmbeddedSchema.all.first { "\($0.name).schema.json" == file }?.bytes
    })
    _ = try Schema(compiling: embedded.bytes, registry: registry)
  }

  @Test(arguments: [
    "schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation",
    "meta/meta-data", "meta/format-annotation", "meta/format-assertion", "meta/content",
  ])
  func metaschemasAreThere(_ name: String) throws {
    let uri = "https://json-schema.org/draft/2020-12/\(name)"
    let schema = try Schema(compiling: Array(#"{"$ref":"\#(uri)"}"#.utf8))
    #expect(try schema.validate(Array(#"{"$id":"x","type":"object"}"#.utf8)).isEmpty)
    #expect(try schema.validate(Array("3".utf8)).count >= 1)
  }
}
