extension JSONValue {
  /// Parses exactly one value, as strictly as `JSONTape`.
  ///
  /// With `allowsNaN` the words `NaN`, `Infinity` and `-Infinity` become `null`.
  public static func parse(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>? = nil,
    allowsNaN: Bool = false
  ) throws(JSONError) -> JSONValue {
    var tape = JSONTape()
    try tape.parse(bytes, range ?? 0..<bytes.count, allowsNaN: allowsNaN)
    return JSONValue(tape, at: 0, of: bytes)
  }

  /// Parses exactly one value.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(bytes.span)
  }

  /// The value at an index of a parsed tape.
  public init(_ tape: JSONTape, at index: Int, of bytes: Span<UInt8>) {
    let token = tape.tokens[index]
    switch token.kind {
    case .null, .nonFinite: self = .null
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .number: self = .number(tape.text(at: index, in: bytes))
    case .string, .key: self = .string(tape.text(at: index, in: bytes))
    case .arrayStart:
      var elements: [JSONValue] = []
      var i = index + 1
      while i < token.next {
        elements.append(JSONValue(tape, at: i, of: bytes))
        i = Int(tape.tokens[i].next)
      }
      self = .array(elements)
    case .objectStart:
      var members: [(key: String, value: JSONValue)] = []
      var i = index + 1
      while i < token.next {
        let value = JSONValue(tape, at: i + 1, of: bytes)
        members.append((key: tape.text(at: i, in: bytes), value: value))
        i = Int(tape.tokens[i + 1].next)
      }
      self = .object(members)
    }
  }

  /// Appends the value without any blanks.
  public func write(to out: inout [UInt8]) { write(to: &out, indent: nil) }

  /// Appends the value with one member or element a line, indented by two spaces.
  public func writePretty(to out: inout [UInt8]) { write(to: &out, indent: 0) }

  /// The value without any blanks.
  public func compact() -> String {
    var out: [UInt8] = []
    write(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// The value over several lines, indented by two spaces, without a last line end.
  public func pretty() -> String {
    var out: [UInt8] = []
    writePretty(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// The text of a file that holds the value: indented, with a line end.
  public func document() -> [UInt8] {
    var out: [UInt8] = []
    writePretty(to: &out)
    out.append(0x0A)
    return out
  }

  private func write(to out: inout [UInt8], indent: Int?) {
    switch self {
    case .null: out.append(contentsOf: "null".utf8)
    case .bool(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text): out.append(contentsOf: text.utf8)
    case .string(let text): writeJSONString(text, to: &out)
    case .array(let elements):
      out.append(ASCII.openBracket)
      for (position, element) in elements.enumerated() {
        startItem(position, indent, &out)
        element.write(to: &out, indent: indent.map { $0 + 1 })
      }
      end(elements.isEmpty, ASCII.closeBracket, indent, &out)
    case .object(let members):
      out.append(ASCII.openBrace)
      for (position, member) in members.enumerated() {
        startItem(position, indent, &out)
        writeJSONString(member.key, to: &out)
        out.append(ASCII.colon)
        if indent != nil { out.append(ASCII.space) }
        member.value.write(to: &out, indent: indent.map { $0 + 1 })
      }
      end(members.isEmpty, ASCII.closeBrace, indent, &out)
    }
  }

  private func startItem(_ position: Int, _ indent: Int?, _ out: inout [UInt8]) {
    if position > 0 { out.append(ASCII.comma) }
    if let indent { startLine(indent + 1, &out) }
  }

  private func end(_ isEmpty: Bool, _ bracket: UInt8, _ indent: Int?, _ out: inout [UInt8]) {
    if let indent, !isEmpty { startLine(indent, &out) }
    out.append(bracket)
  }

  private func startLine(_ indent: Int, _ out: inout [UInt8]) {
    out.append(ASCII.lineFeed)
    out.append(contentsOf: repeatElement(ASCII.space, count: 2 * indent))
  }
}
