import Foundation
import JSONCodec
import Schemas
import TestSupport
import Testing

/// The schemas in the binary against the files in `Schemas`.
@Suite struct EmbeddedSchemaTests {
  static let folder = Fixtures.root + "/../Schemas/"
  static let ending = ".schema.json"

  @Test func `every file is listed, once`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    let names = files.filter { $0.hasSuffix(Self.ending) }.map {
      String($0.dropLast(Self.ending.count))
    }
    #expect(!names.isEmpty)
    #expect(files.allSatisfy { $0.hasSuffix(Self.ending) || $0.hasSuffix(".swift") })
    #expect(EmbeddedSchema.all.map(\.name).sorted() == names.sorted())
  }

  @Test(arguments: EmbeddedSchema.all.map(\.name))
  func `the binary holds the file's bytes`(name: String) throws {
    let schema = try #require(EmbeddedSchema.all.first { $0.name == name })
    #expect(try readBytes(Self.folder + name + Self.ending) == schema.bytes)
    #expect(schema.bytes.last == 0x0A)
  }

  @Test(arguments: EmbeddedSchema.all.map(\.name))
  func `a schema is JSON that names itself`(name: String) throws {
    let schema = try #require(EmbeddedSchema.all.first { $0.name == name })
    let document = try JSONValue.parse(schema.bytes)
    let isTable = document["fields"] != nil
    #expect(
      isTable
        ? document["name"]?.stringValue == name
        : document["$id"]?.stringValue == "urn:healthconv:schema:\(name)"
    )
    #expect(document["$schema"]?.stringValue?.hasPrefix("https://") == true)
    #expect(document["title"]?.stringValue?.isEmpty == false)
    #expect(document["description"]?.stringValue?.isEmpty == false)
  }

  @Test func `summaries are one short line each`() {
    for schema in EmbeddedSchema.all {
      #expect(!schema.summary.isEmpty && schema.summary.count <= 60, "\(schema.name)")
      #expect(!schema.summary.contains("\n") && !schema.summary.hasSuffix("."), "\(schema.name)")
    }
  }
}
