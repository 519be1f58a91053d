import Schemas
import TableSchema
import TestSupport
import Testing

@Suite("Tables")
struct TableTests {
  static let fields = #""fields":[{"name":"a"},{"name":"b","constraints":{"required":true}}]"#

  struct HeaderCase: Sendable {
    var match: TableSchema.FieldsMatch
    var header: String
    var expected: [TableRule]
  }

  static let headers: [HeaderCase] = [
    HeaderCase(match: .exact, header: "a,b", expected: []),
    HeaderCase(match: .exact, header: "b,a", expected: [.fieldOrder, .fieldOrder]),
    HeaderCase(match: .exact, header: "a,b,c", expected: [.extraField]),
    HeaderCase(match: .exact, header: "a", expected: [.missingField]),
    HeaderCase(match: .exact, header: "a,b,a", expected: [.duplicateField]),
    HeaderCase(match: .equal, header: "b,a", expected: []),
    HeaderCase(match: .equal, header: "b,c", expected: [.extraField, .missingField]),
    HeaderCase(match: .subset, header: "c,b,a", expected: []),
    HeaderCase(match: .subset, header: "c,b", expected: [.missingField]),
    HeaderCase(match: .superset, header: "b", expected: []),
    HeaderCase(match: .superset, header: "a", expected: [.missingField]),
    HeaderCase(match: .superset, header: "b,c", expected: [.extraField]),
    HeaderCase(match: .partial, header: "b,x", expected: []),
    HeaderCase(match: .partial, header: "x,y", expected: [.missingField, .noField]),
  ]

  @Test(arguments: headers)
  func headersMatch(_ example: HeaderCase) throws {
    let schema = "{\(Self.fields),\"fieldsMatch\":\"\(example.match.rawValue)\"}"
    #expect(try check(schema, example.header).map(\.rule) == example.expected)
    let given = try check("{\(Self.fields)}", example.header, fieldsMatch: example.match)
    #expect(given.map(\.rule) == example.expected)
  }

  @Test
  func placesAreExact() throws {
    let schema = #"""
      {"fields":[{"name":"n","type":"integer","constraints":{"unique":true}},
        {"name":"s","type":"string","constraints":{"maxLength":3,"pattern":"[a-z\"]*"}}],
       "primaryKey":["n"]}
      """#
    let text = "\"n\",s\r\n1,ab\r\nx,\"a\"\"bcd\"\r\n01,\r\n3\r\n4,A,5\r\n"
    #expect(
      try check(schema, text) == [
        Found(.type, row: 2, column: 0, "x"),
        Found(.maxLength, row: 2, column: 1, "\"a\"\"bcd\""),
        Found(.unique, row: 3, column: 0, "01"),
        Found(.primaryKey, row: 3, column: 0, "01,"),
        Found(.fieldCount, row: 4, column: nil, "3"),
        Found(.fieldCount, row: 5, column: nil, "4,A,5"),
      ]
    )
  }

  @Test
  func headerPlacesAreExact() throws {
    let found = try check("{\(Self.fields)}", "x,\"b\",\"c \"\r\n")
    #expect(
      found == [
        Found(.extraField, row: 0, column: 0, "x"), Found(.extraField, row: 0, column: 2, "\"c \""),
        Found(.missingField, row: 0, column: nil, "x,\"b\",\"c \""),
      ]
    )
  }

  @Test
  func keysOfSeveralFields() throws {
    let schema = #"""
      {"fields":[{"name":"a"},{"name":"b"},{"name":"c"}],"primaryKey":["a","b"],
       "uniqueKeys":[["b","c"]]}
      """#
    let text = "a,b,c\nx,yz,1\nxy,z,2\nx,yz,3\nq,z,2\n,z,4\nr,,2\n"
    #expect(
      try check(schema, text) == [
        Found(.primaryKey, row: 3, column: nil, "x,yz,3"),
        Found(.uniqueKeys, row: 4, column: nil, "q,z,2"),
        Found(.primaryKey, row: 5, column: nil, ",z,4"),
        Found(.primaryKey, row: 6, column: nil, "r,,2"),
      ]
    )
  }

  @Test(arguments: [
    ("[", TableSchemaError.Code.notJSON, ""), ("[]", .badProperty, ""), ("{}", .badProperty, ""),
    (#"{"fields":[{}]}"#, .badProperty, "/fields/0"),
    (#"{"fields":[{"name":"a","type":"txt"}]}"#, .unknownName, "/fields/0/type"),
    (#"{"fields":[{"name":"a","type":"date","format":"%Q"}]}"#, .unknownName, "/fields/0/format"),
    (#"{"fields":[{"name":"a","type":"string","format":"x"}]}"#, .unknownName, "/fields/0/format"),
    (#"{"fields":[{"name":"a"},{"name":"a"}]}"#, .duplicateField, "/fields/1"),
    (#"{"fields":[],"primaryKey":"a"}"#, .unknownField, "/primaryKey"),
    (#"{"fields":[],"fieldsMatch":"x"}"#, .unknownName, "/fieldsMatch"),
    (#"{"fields":[],"missingValues":[1]}"#, .badProperty, "/missingValues"),
    (
      #"{"fields":[{"name":"a","type":"string","constraints":{"minimum":1}}]}"#, .badConstraint,
      "/fields/0/constraints/minimum"
    ),
    (
      #"{"fields":[{"name":"a","type":"integer","constraints":{"enum":["x"]}}]}"#, .badConstraint,
      "/fields/0/constraints/enum"
    ),
    (
      #"{"fields":[{"name":"a","type":"string","constraints":{"pattern":"("}}]}"#, .badConstraint,
      "/fields/0/constraints/pattern"
    ),
    (
      #"{"fields":[{"name":"a","type":"object","constraints":{"jsonSchema":{"type":1}}}]}"#,
      .badConstraint, "/fields/0/constraints/jsonSchema"
    ),
  ])
  func refuses(_ schema: String, _ code: TableSchemaError.Code, _ pointer: String) {
    let error = #expect(throws: TableSchemaError.self) {
      _ = try TableSchema(compiling: Array(schema.utf8))
    }
    #expect(error?.code == code)
    #expect(error?.pointer == pointer)
  }

  @Test(arguments: EmbeddedSchema.all.filter { $0.name.hasPrefix("csv") }.map(\.name))
  func ownSchemasCompile(_ name: String) throws {
    let embedded = try #require(EmbeddedSchema.all.first { $0.name == name })
    let schema = try TableSchema(compiling: embedded.bytes)
    let header = Array((schema.fieldNames.joined(separator: ",") + "\n").utf8)
    #expect(check(schema, header).isEmpty)
  }

  /// Damaged tables and schemas end in a verdict or an error.
  @Test
  func mutations() throws {
    var random = SplitMix64(seed: testSeed())
    let sources = EmbeddedSchema.all.filter { $0.name.hasPrefix("csv") }.map(\.bytes)
    for _ in 0..<300 {
      var bytes = try #require(sources.randomElement(using: &random))
      let at = Int.random(in: 0..<bytes.count, using: &random)
      bytes[at] = UInt8.random(in: 32...126, using: &random)
      guard let schema = try? TableSchema(compiling: bytes) else { continue }
      var text = Array((schema.fieldNames.joined(separator: ",") + "\n").utf8)
      for _ in 0..<20 {
        for _ in 0..<max(schema.fieldNames.count - 1, 0) {
          let cells = [
            "", "1", "x", "{}", "2024-01-01T00:00:00Z", "\"a\"\"b\"", "-1e9", "\u{1F432}",
          ]
          text += Array((cells.randomElement(using: &random) ?? "").utf8) + [0x2C]
        }
        text += [0x31, 0x0A]
      }
      for _ in 0..<5 {
        let at = Int.random(in: 0..<text.count, using: &random)
        text[at] = UInt8.random(in: 0...255, using: &random)
      }
      _ = check(schema, text)
    }
  }
}
