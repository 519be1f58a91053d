import JSONCodec
import JSONSchema

extension SchemaSource {
  func field() throws(TableSchemaError) -> TableField {
    guard let name = try string("name") else {
      throw TableSchemaError(.badProperty, at: pointer, "the field has no name")
    }
    var field = TableField(name: name, type: try type())
    field.missingValues = try missingValues()
    if let constraints = value["constraints"] {
      guard constraints.members != nil else {
        throw error(.badProperty, "constraints", "constraints is not an object")
      }
      let source = SchemaSource(value: constraints, pointer: pointer + "/constraints")
      field.constraints = try source.constraints(of: field.type)
    }
    try addCategories(to: &field)
    field.isFree = field.constraints.areFree
    return field
  }

  private func type() throws(TableSchemaError) -> FieldType {
    let format = try string("format") ?? "default"
    switch try string("type") ?? "any" {
    case "any": return .any
    case "string": return .string(try form(format))
    case "number": return .number(try numberForm())
    case "integer": return .integer(try numberForm())
    case "boolean":
      return .boolean(
        trueValues: (try strings("trueValues") ?? ["true", "True", "TRUE", "1"]).map {
          Array($0.utf8)
        },
        falseValues: (try strings("falseValues") ?? ["false", "False", "FALSE", "0"]).map {
          Array($0.utf8)
        }
      )
    case "object": return .object
    case "array": return .array
    case "list": return try list()
    case "date": return .date(try dateForm(format))
    case "time": return .time(try dateForm(format))
    case "datetime": return .datetime(try dateForm(format))
    case "year": return .year
    case "yearmonth": return .yearmonth
    case "duration": return .duration
    case "geopoint": return .geopoint(try form(format))
    case "geojson": return .geojson
    case let name: throw error(.unknownName, "type", "there is no type \(name)")
    }
  }

  private func form<Form: RawRepresentable<String>>(
    _ format: String
  ) throws(TableSchemaError) -> Form {
    guard let form = Form(rawValue: format) else {
      throw error(.unknownName, "format", "the type has no format \(format)")
    }
    return form
  }

  private func numberForm() throws(TableSchemaError) -> NumberForm {
    var form = NumberForm()
    if let mark = try string("decimalChar") {
      guard mark.utf8.count == 1, let byte = mark.utf8.first, byte &- 0x30 > 9 else {
        throw error(.badProperty, "decimalChar", "decimalChar is not one ASCII character")
      }
      form.decimalMark = byte
    }
    if let mark = try string("groupChar") { form.groupMark = Array(mark.utf8) }
    form.isBare = try bool("bareNumber") ?? true
    return form
  }

  private func dateForm(_ format: String) throws(TableSchemaError) -> DateForm {
    switch format {
    case "default": return .default
    case "any": return .any
    default:
      // Version 0 wrote patterns behind `fmt:`.
      let text = format.hasPrefix("fmt:") ? String(format.dropFirst(4)) : format
      guard text.contains("%"), let pattern = DatePattern(text) else {
        throw error(.unknownName, "format", "\(format) is no format of dates")
      }
      return .pattern(pattern)
    }
  }

  private func list() throws(TableSchemaError) -> FieldType {
    let delimiter = Array((try string("delimiter") ?? ",").utf8)
    guard !delimiter.isEmpty else { throw error(.badProperty, "delimiter", "delimiter is empty") }
    let name = try string("itemType") ?? "string"
    guard ["string", "integer", "boolean", "number", "datetime", "date", "time"].contains(name)
    else { throw error(.unknownName, "itemType", "a list has no items of type \(name)") }
    let item = SchemaSource(value: .object([(key: "type", value: .string(name))]), pointer: pointer)
    return .list(delimiter: delimiter, items: try item.type())
  }

  /// The categories of version 2 allow their values and no others.
  private func addCategories(to field: inout TableField) throws(TableSchemaError) {
    guard let categories = value["categories"] else { return }
    guard let elements = categories.elements else {
      throw error(.badProperty, "categories", "categories is not a list")
    }
    let source = SchemaSource(
      value: .object([(key: "enum", value: .array(elements.map { $0["value"] ?? $0 }))]),
      pointer: pointer
    )
    if !field.constraints.hasEnum { try source.addEnum(to: &field.constraints, of: field.type) }
  }
}

extension SchemaSource {
  func constraints(of type: FieldType) throws(TableSchemaError) -> FieldConstraints {
    var result = FieldConstraints()
    result.isRequired = try bool("required") ?? false
    result.isUnique = try bool("unique") ?? false
    result.minLength = try count("minLength") ?? 0
    result.maxLength = try count("maxLength") ?? Int.max
    for property in ["minLength", "maxLength"] where value[property] != nil && !type.hasLength {
      throw error(.badConstraint, property, "values of type \(type.name) have no length")
    }
    for rule in [TableRule.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum] {
      guard let limit = value[rule.rawValue] else { continue }
      guard type.isOrdered else {
        throw error(.badConstraint, rule.rawValue, "values of type \(type.name) have no order")
      }
      result.limits.append((rule, try read(limit, rule.rawValue, type)))
    }
    if let pattern = try string("pattern") {
      do throws(PatternError) {
        result.pattern = try Pattern(whole: pattern)
      } catch {
        throw self.error(.badConstraint, "pattern", error.message)
      }
    }
    try addEnum(to: &result, of: type)
    if let schema = value["jsonSchema"] {
      var bytes: [UInt8] = []
      schema.write(to: &bytes)
      do throws(SchemaError) {
        result.schema = try Schema(compiling: bytes)
      } catch {
        throw self.error(.badConstraint, "jsonSchema", error.description)
      }
    }
    return result
  }

  func addEnum(
    to constraints: inout FieldConstraints,
    of type: FieldType
  ) throws(TableSchemaError) {
    guard let list = value["enum"] else { return }
    guard let elements = list.elements else {
      throw error(.badProperty, "enum", "enum is not a list")
    }
    constraints.hasEnum = true
    for element in elements {
      let read = try read(element, "enum", type)
      constraints.allowedTexts.insert(Array(Self.text(element).utf8))
      if case .unordered = read { continue }
      constraints.allowedValues.append(read)
    }
  }

  /// A value of a constraint, written as a cell would be or as JSON.
  private func read(
    _ value: JSONValue,
    _ property: String,
    _ type: FieldType
  ) throws(TableSchemaError) -> CellValue {
    let bytes = Array(Self.text(value).utf8)
    let isPlain = value.numberText != nil
    let read: CellValue?
    switch type {
    // A JSON number is a number whatever marks the cells have.
    case .number where isPlain: read = NumberForm().number(bytes.span, 0..<bytes.count)
    case .integer where isPlain: read = NumberForm().integer(bytes.span, 0..<bytes.count)
    case .boolean where value.boolValue != nil: read = .unordered
    default: read = type.read(bytes.span, 0..<bytes.count)
    }
    guard let read else {
      throw error(.badConstraint, property, "\(property) is not of type \(type.name)")
    }
    return read
  }

  private static func text(_ value: JSONValue) -> String { value.stringValue ?? value.compact() }
}
