import JSONCodec

/// A part of a schema's document and the pointer to it.
struct SchemaSource {
  let value: JSONValue
  let pointer: String

  func error(
    _ code: TableSchemaError.Code,
    _ property: String,
    _ message: String
  ) -> TableSchemaError {
    TableSchemaError(code, at: pointer + "/" + property, message)
  }

  /// A property that must be a string if it is there.
  func string(_ property: String) throws(TableSchemaError) -> String? {
    guard let found = value[property] else { return nil }
    guard let text = found.stringValue else {
      throw error(.badProperty, property, "\(property) is not a string")
    }
    return text
  }

  func bool(_ property: String) throws(TableSchemaError) -> Bool? {
    guard let found = value[property] else { return nil }
    guard let flag = found.boolValue else {
      throw error(.badProperty, property, "\(property) is not true or false")
    }
    return flag
  }

  func count(_ property: String) throws(TableSchemaError) -> Int? {
    guard let found = value[property] else { return nil }
    guard let number = found.intValue, number >= 0 else {
      throw error(.badProperty, property, "\(property) is not a natural number")
    }
    return number
  }

  func strings(_ property: String) throws(TableSchemaError) -> [String]? {
    guard let found = value[property] else { return nil }
    let texts = found.elements?.compactMap(\.stringValue)
    guard let texts, texts.count == found.elements?.count else {
      throw error(.badProperty, property, "\(property) is not a list of strings")
    }
    return texts
  }

  /// Texts, or in version 2 objects with a text and a label, that stand for no value.
  func missingValues() throws(TableSchemaError) -> [[UInt8]]? {
    guard let found = value["missingValues"] else { return nil }
    let texts = found.elements?.compactMap { $0.stringValue ?? $0["value"]?.stringValue }
    guard let texts, texts.count == found.elements?.count else {
      throw error(.badProperty, "missingValues", "missingValues is not a list of strings")
    }
    return texts.map { Array($0.utf8) }
  }

  /// A field's name or a list of them, as indices.
  func names(_ property: String, among fields: [String]) throws(TableSchemaError) -> [Int]? {
    guard let found = value[property] else { return nil }
    if let name = found.stringValue { return [try index(of: name, property, fields)] }
    var indices: [Int] = []
    for name in try strings(property) ?? [] {
      indices.append(try index(of: name, property, fields))
    }
    return indices
  }

  /// A list of lists of field names.
  func keys(_ property: String, among fields: [String]) throws(TableSchemaError) -> [[Int]] {
    guard let found = value[property] else { return [] }
    guard let elements = found.elements else {
      throw error(.badProperty, property, "\(property) is not a list of lists of names")
    }
    var keys: [[Int]] = []
    for element in elements {
      let part = SchemaSource(value: .object([(key: property, value: element)]), pointer: pointer)
      keys.append(try part.names(property, among: fields) ?? [])
    }
    return keys
  }

  private func index(
    of name: String,
    _ property: String,
    _ fields: [String]
  ) throws(TableSchemaError) -> Int {
    guard let index = fields.firstIndex(of: name) else {
      throw error(.unknownField, property, "there is no field \(name)")
    }
    return index
  }
}
