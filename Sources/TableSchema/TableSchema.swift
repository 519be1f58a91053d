import JSONCodec
import JSONSchema

/// A Frictionless Table Schema, versions 1 and 2, compiled once.
///
///     let schema = try TableSchema(compiling: schemaBytes)
///     var checker = schema.checker()
///     checker.checkHeader(header)
///     while case .record(let end) = CSVTokenizer.next(bytes, from: offset, ..., into: &record) {
///       if !checker.checkRow(record, bytes) { report(checker.violations) }
///       offset = end
///     }
///
/// Foreign keys are not checked, because they need other tables.
public struct TableSchema: Sendable {
  /// How the columns of a table must agree with the fields of the schema.
  public enum FieldsMatch: String, Sendable, CaseIterable {
    /// The same fields in the same order.
    case exact
    /// The same fields in any order.
    case equal
    /// All fields of the schema, perhaps others.
    case subset
    /// No others than the fields of the schema, perhaps not all.
    case superset
    /// At least one field of the schema.
    case partial
  }

  /// How columns agree with fields.
  public let fieldsMatch: FieldsMatch

  /// The names of the fields in their order.
  public var fieldNames: [String] { fields.map(\.name) }

  let fields: [TableField]
  let missingValues: [[UInt8]]
  /// Fields whose values together name a row; none when there is no primary key.
  let primaryKey: [Int]
  let uniqueKeys: [[Int]]

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - bytes: the schema as JSON in UTF-8.
  ///   - fieldsMatch: how columns agree with fields when the schema does not say.
  public init(
    compiling bytes: [UInt8],
    fieldsMatch: FieldsMatch = .exact
  ) throws(TableSchemaError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch {
      throw TableSchemaError(
        .notJSON,
        at: "",
        "the schema is not JSON: \(error.code.rawValue) at byte \(error.offset)"
      )
    }
    let source = SchemaSource(value: value, pointer: "")
    guard value.members != nil else {
      throw TableSchemaError(.badProperty, at: "", "the schema is not an object")
    }
    fields = try Self.fields(source)
    missingValues = try source.missingValues() ?? [[]]
    let names = fields.map(\.name)
    primaryKey = try source.names("primaryKey", among: names) ?? []
    uniqueKeys = try source.keys("uniqueKeys", among: names)
    if let name = try source.string("fieldsMatch") {
      guard let match = FieldsMatch(rawValue: name) else {
        throw TableSchemaError(.unknownName, at: "/fieldsMatch", "fieldsMatch has no value \(name)")
      }
      self.fieldsMatch = match
    } else {
      self.fieldsMatch = fieldsMatch
    }
  }

  /// Makes a checker for one table.
  public func checker() -> TableChecker { TableChecker(self) }

  private static func fields(_ source: SchemaSource) throws(TableSchemaError) -> [TableField] {
    guard let list = source.value["fields"]?.elements else {
      throw TableSchemaError(.badProperty, at: "", "the schema has no list of fields")
    }
    var fields: [TableField] = []
    var seen: Set<String> = []
    for (index, value) in list.enumerated() {
      let field = SchemaSource(value: value, pointer: "/fields/\(index)")
      let compiled = try field.field()
      guard seen.insert(compiled.name).inserted else {
        throw TableSchemaError(
          .duplicateField,
          at: field.pointer,
          "two fields have the name \(compiled.name)"
        )
      }
      fields.append(compiled)
    }
    return fields
  }
}
