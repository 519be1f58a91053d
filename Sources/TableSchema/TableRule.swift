/// What a table can break; the raw values are stable.
public enum TableRule: String, Sendable, CaseIterable {
  /// A column that the schema asks for is not there.
  case missingField = "missing-field"
  /// A column that the schema does not know.
  case extraField = "extra-field"
  /// A column stands where the schema has another one.
  case fieldOrder = "field-order"
  /// Two columns have the same name.
  case duplicateField = "duplicate-field"
  /// No column is one of the schema's.
  case noField = "no-field"
  /// A row has fewer or more cells than there are columns.
  case fieldCount = "field-count"
  /// A cell is not of its column's type and format.
  case type
  /// A cell that must have a value has none.
  case required
  /// A value stands in its column twice.
  case unique
  /// A text or list is too short.
  case minLength
  /// A text or list is too long.
  case maxLength
  /// A value is less than allowed.
  case minimum
  /// A value is not greater than the limit.
  case exclusiveMinimum
  /// A value is greater than allowed.
  case maximum
  /// A value is not less than the limit.
  case exclusiveMaximum
  /// A text does not match its pattern as a whole.
  case pattern
  /// A value is none of those allowed.
  case `enum`
  /// A value does not conform to its JSON Schema.
  case jsonSchema
  /// A row has the same key as one before it, or a part of its primary key has no value.
  case primaryKey
  /// A row has the same values in a unique key as one before it.
  case uniqueKeys
}
