import JSONCodec

/// A document with schemas: its text and tokens.
struct SchemaDocument: Sendable {
  let uri: String
  let bytes: [UInt8]
  let tokens: [JSONToken]

  init(_ bytes: [UInt8], uri: String) throws(SchemaError) {
    self.uri = uri
    self.bytes = bytes
    var tape = JSONTape()
    do throws(JSONError) {
      let start = JSONLines.byteOrderMark(bytes.span)
      try tape.parse(bytes.span, start..<bytes.count)
    } catch {
      throw SchemaError(
        code: .notJSON,
        document: uri,
        range: error.offset..<error.offset,
        pointer: "",
        message: "the schema is not JSON: \(error.code.rawValue) at byte \(error.offset)"
      )
    }
    tokens = tape.tokens
    for index in tokens.indices where tokens[index].kind == .objectStart {
      if let key = tape.duplicateKey(inObjectAt: index, of: bytes.span) {
        throw self.error(.invalidSchema, at: key, "the name is written twice in one object")
      }
    }
  }

  func text(_ index: Int) -> String { JSONPointer.keyText(tokens[index], bytes.span) }

  func pointer(to index: Int, from root: Int = 0) -> String {
    JSONPointer.text(to: index, from: root, tokens.span, bytes.span)
  }

  /// The members of an object as indices of their keys; none for anything else.
  func keys(_ object: Int) -> [Int] {
    guard tokens[object].kind == .objectStart else { return [] }
    return children(object, step: 1)
  }

  /// The elements of an array; none for anything else.
  func elements(_ array: Int) -> [Int] {
    guard tokens[array].kind == .arrayStart else { return [] }
    return children(array, step: 0)
  }

  private func children(_ container: Int, step: Int) -> [Int] {
    var result: [Int] = []
    var child = container + 1
    while child < tokens[container].next {
      result.append(child)
      child = Int(tokens[child + step].next)
    }
    return result
  }

  /// The value of a member.
  func value(_ name: String, in object: Int) -> Int? {
    keys(object).first { text($0) == name }.map { $0 + 1 }
  }

  /// The text of a member that is a string.
  func string(_ keyword: SchemaKeyword, in object: Int) -> String? {
    guard let value = value(keyword.rawValue, in: object), tokens[value].kind == .string else {
      return nil
    }
    return text(value)
  }

  func error(_ code: SchemaError.Code, at index: Int, _ message: String) -> SchemaError {
    SchemaError(
      code: code,
      document: uri,
      range: tokens[index].range,
      pointer: pointer(to: index),
      message: message
    )
  }
}
