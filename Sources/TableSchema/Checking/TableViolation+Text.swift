import JSONSchema

extension TableChecker {
  /// What is wrong, to be read after the place; it quotes the schema, never the cell.
  public func message(_ violation: TableViolation) -> String {
    let field = violation.field.map { schema.fields[$0] }
    let name = field?.name ?? ""
    switch violation.rule {
    case .missingField: return "there is no column \(name)"
    case .extraField: return "the schema has no such column"
    case .fieldOrder: return "the column \(name) stands where the schema has another one"
    case .duplicateField: return "there are two columns \(name)"
    case .noField: return "no column is one of the schema's"
    case .fieldCount: return "the row has \(violation.detail) cells, not one for each column"
    case .type: return "\(name) is not of type \(field?.type.name ?? "any")"
    case .required: return "\(name) has no value"
    case .unique: return "\(name) has a value that row \(violation.detail) has too"
    case .minLength: return "\(name) is shorter than \(field?.constraints.minLength ?? 0)"
    case .maxLength: return "\(name) is longer than \(field?.constraints.maxLength ?? 0)"
    case .minimum: return "\(name) is less than its minimum"
    case .exclusiveMinimum: return "\(name) is not greater than its lower limit"
    case .maximum: return "\(name) is greater than its maximum"
    case .exclusiveMaximum: return "\(name) is not less than its upper limit"
    case .pattern: return "\(name) does not match \(field?.constraints.pattern?.source ?? "")"
    case .enum: return "\(name) is none of the values allowed"
    case .jsonSchema: return "\(name) does not conform to its JSON Schema"
    case .primaryKey:
      return violation.detail > 0
        ? "the primary key is that of row \(violation.detail) too"
        : "a part of the primary key has no value"
    case .uniqueKeys: return "row \(violation.detail) has the same values in a unique key"
    }
  }
}
