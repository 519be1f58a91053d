import HealthModel
import HealthValidation
import JSONCodec
import Schemas
import Testing

/// What the schemas list against the tables in the code they are about.
@Suite struct SchemaContentTests {
  private func document(_ name: String) throws -> JSONValue {
    let schema = try #require(EmbeddedSchema.all.first { $0.name == name })
    return try JSONValue.parse(schema.bytes)
  }

  private func texts(_ value: JSONValue?) -> [String] {
    (value?.elements ?? []).compactMap(\.stringValue)
  }

  private func columns(of table: String) throws -> [String] {
    (try document(table)["fields"]?.elements ?? []).compactMap { $0["name"]?.stringValue }
  }

  @Test func `the canonical table has all columns in order`() throws {
    #expect(try columns(of: "csv") == Column.allCases.map { "\($0.name)" })
  }

  @Test(arguments: [RecordKind.archive, .sample, .correlation, .workout, .characteristics, .other])
  func `the table of a kind has its columns in order`(kind: RecordKind) throws {
    let expected = Column.columns(of: kind).map { "\($0.name)" }
    #expect(try columns(of: "csv-\(kind.tableName)") == expected)
  }

  @Test(arguments: RecordKind.allCases)
  func `a kind of record has a definition`(kind: RecordKind) throws {
    let definition = try #require(try document("record")["$defs"]?[kind.name])
    #expect(definition["properties"]?["record"]?["const"]?.stringValue == kind.name)
  }

  @Test(arguments: ["summary", "inspect", "merge", "stats", "latest", "workouts"])
  func `a report knows all findings`(name: String) throws {
    let definitions = try #require(try document(name)["$defs"])
    let findings = texts(definitions["finding"]?["properties"]?["code"]?["enum"])
    #expect(findings == FindingCode.allCases.map(\.rawValue))
    let rejects = texts(definitions["reject"]?["properties"]?["code"]?["enum"])
    #expect(rejects == reasons)
  }

  @Test func `a reject has a code of errors`() throws {
    let codes = texts(try document("rejects")["properties"]?["code"]?["enum"])
    #expect(codes == reasons)
  }

  private var reasons: [String] {
    FindingCode.allCases.filter { $0.severity == .error }.map(\.rawValue)
  }

  @Test func `an archive holds the schema of a record`() throws {
    let own = try #require(try document("archive")["$defs"]?["record"])
    #expect(own == (try document("record")))
  }

  @Test func `types know the shelves and aggregations`() throws {
    let quantity = try #require(try document("types")["$defs"]?["quantity"]?["properties"])
    #expect(texts(quantity["group"]?["enum"]) == QuantityType.Group.allCases.map(\.rawValue))
    let aggregations = QuantityType.Aggregation.allCases.map(\.rawValue)
    #expect(texts(quantity["aggregation"]?["enum"]) == aggregations)
  }

  @Test(arguments: ["validation", "validation-line", "rules"])
  func `reports and the table know all rules`(name: String) throws {
    let definitions = try #require(try document(name)["$defs"])
    let ids = texts(definitions["rule"]?["properties"]?["id"]?["enum"])
    #expect(ids == RuleID.allCases.map(\.rawValue))
    guard name != "rules" else { return }
    let rules = texts(definitions["finding"]?["properties"]?["rule"]?["enum"])
    #expect(rules == ids)
  }
}
