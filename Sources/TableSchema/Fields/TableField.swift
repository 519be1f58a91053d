import JSONSchema

/// One column of a table, compiled.
struct TableField: Sendable {
  var name: String
  var type: FieldType
  var constraints = FieldConstraints()
  /// Whether nothing but the type and `required` can be broken.
  var isFree = true
  /// The texts that stand for no value, when the field has its own.
  var missingValues: [[UInt8]]?
}

/// What the cells of a column hold, with the choices of its format.
enum FieldType: Sendable {
  case any
  case string(StringForm)
  case number(NumberForm)
  case integer(NumberForm)
  case boolean(trueValues: [[UInt8]], falseValues: [[UInt8]])
  case object
  case array
  indirect case list(delimiter: [UInt8], items: FieldType)
  case date(DateForm)
  case time(DateForm)
  case datetime(DateForm)
  case year
  case yearmonth
  case duration
  case geopoint(GeopointForm)
  case geojson

  /// The name as a schema writes it.
  var name: String {
    switch self {
    case .any: "any"
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .object: "object"
    case .array: "array"
    case .list: "list"
    case .date: "date"
    case .time: "time"
    case .datetime: "datetime"
    case .year: "year"
    case .yearmonth: "yearmonth"
    case .duration: "duration"
    case .geopoint: "geopoint"
    case .geojson: "geojson"
    }
  }

  /// Whether values have an order, so that they can have limits.
  var isOrdered: Bool {
    switch self {
    case .number, .integer, .date, .time, .datetime, .year, .yearmonth, .duration: true
    default: false
    }
  }

  /// Whether values have a length.
  var hasLength: Bool {
    switch self {
    case .string, .object, .array, .list: true
    default: false
    }
  }
}

/// The formats of a string.
enum StringForm: String, Sendable {
  case `default`
  case email
  case uri
  case binary
  case uuid
}

/// How numbers are written.
struct NumberForm: Sendable {
  var decimalMark = UInt8(ascii: ".")
  /// The bytes between groups of digits; none when digits are not grouped.
  var groupMark: [UInt8] = []
  /// Whether nothing but the number may stand in a cell.
  var isBare = true

  var isPlain: Bool { decimalMark == UInt8(ascii: ".") && groupMark.isEmpty && isBare }
}

/// The formats of dates and times.
enum DateForm: Sendable {
  case `default`
  case any
  case pattern(DatePattern)
}

/// The formats of a place on earth.
enum GeopointForm: String, Sendable {
  case `default`
  case array
  case object
}

/// What a field's values must be beside their type.
struct FieldConstraints: Sendable {
  var isRequired = false
  var isUnique = false
  var minLength = 0
  var maxLength = Int.max
  var limits: [(rule: TableRule, value: CellValue)] = []
  var pattern: Pattern?
  /// The allowed values: of ordered types as values, of others as texts.
  var allowedValues: [CellValue] = []
  var allowedTexts: Set<[UInt8]> = []
  var hasEnum = false
  var schema: Schema?

  /// Whether a value of the right type can break none of them.
  var areFree: Bool {
    !isUnique && minLength == 0 && maxLength == Int.max && limits.isEmpty && pattern == nil
      && !hasEnum && schema == nil
  }
}
