/// A JSON value as an ordered tree, for what is rare or small: headers, metadata, reports.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number, as the text it was or will be written with.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, its members in their order; repeated keys are kept.
  case object([(key: String, value: JSONValue)])

  /// A whole number.
  public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

  /// The value of a member, the first one if the key is repeated; nil for anything but an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { isSame($0.key, key) }?.value
  }

  /// An element of an array; nil outside it and for anything but an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string.
  public var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The text of a number.
  public var numberText: String? {
    guard case .number(let text) = self else { return nil }
    return text
  }

  /// A number that is written as a whole number and fits.
  public var intValue: Int? { numberText.flatMap { Int($0) } }

  /// The value of `true` or `false`.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// Whether the value is `null`.
  public var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  /// The elements of an array.
  public var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object.
  public var members: [(key: String, value: JSONValue)]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}

extension JSONValue: Equatable {
  /// Whether both write the same bytes: order, number texts and Unicode forms count.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)), (.string(let a), .string(let b)): isSame(a, b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count && zip(a, b).allSatisfy { isSame($0.key, $1.key) && $0.value == $1.value }
    default: false
    }
  }
}

/// Whether two texts have the same bytes; `==` would also equate composed and decomposed letters.
private func isSame(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}
