import JSONCodec

/// The slow twin of `JSONTape`: one method a grammar rule, byte by byte, recursive.
struct SlowJSON {
  let bytes: [UInt8]
  let end: Int
  var depthLimit = 512
  var allowsNaN = false
  var i: Int
  var tokens: [JSONToken] = []

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    i = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  static func parse(
    _ bytes: [UInt8],
    _ range: Range<Int>? = nil,
    allowsNaN: Bool = false
  ) throws(JSONError) -> [JSONToken] {
    var parser = SlowJSON(bytes, range)
    parser.allowsNaN = allowsNaN
    try parser.value(depth: 0)
    parser.blanks()
    guard parser.i == parser.end else { throw JSONError(.textAfterValue, at: parser.i) }
    return parser.tokens
  }

  func peek(_ distance: Int = 0) -> UInt8? { i + distance < end ? bytes[i + distance] : nil }

  mutating func blanks() {
    while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { i += 1 }
  }

  mutating func next() throws(JSONError) -> UInt8 {
    guard let byte = peek() else { throw JSONError(.unexpectedEnd, at: end) }
    i += 1
    return byte
  }

  mutating func value(depth: Int) throws(JSONError) {
    blanks()
    let start = i
    let byte = try next()
    switch Character(Unicode.Scalar(byte)) {
    case "\"": try string(.string)
    case "{": try container(.objectStart, "}", depth)
    case "[": try container(.arrayStart, "]", depth)
    case "-" where allowsNaN && peek() == UInt8(ascii: "I"): try word("-Infinity", .nonFinite)
    case "0"..."9", "-":
      i = start
      try number()
    case "t": try word("true", .true)
    case "f": try word("false", .false)
    case "n": try word("null", .null)
    case "N" where allowsNaN: try word("NaN", .nonFinite)
    case "I" where allowsNaN: try word("Infinity", .nonFinite)
    case "a"..."z", "A"..."Z": throw JSONError(.badLiteral, at: start)
    default: throw JSONError(.unexpectedCharacter, at: start)
    }
  }

  mutating func container(
    _ kind: JSONToken.Kind,
    _ close: Unicode.Scalar,
    _ depth: Int
  ) throws(JSONError) {
    if depth == depthLimit { throw JSONError(.tooDeep, at: i - 1) }
    let index = tokens.count
    tokens.append(token(kind, i - 1, i - 1))
    blanks()
    if peek() == UInt8(close.value) {
      i += 1
    } else {
      while true {
        if kind == .objectStart { try key() }
        try value(depth: depth + 1)
        blanks()
        let byte = try next()
        if byte == UInt8(close.value) { break }
        if byte != UInt8(ascii: ",") { throw JSONError(.unexpectedCharacter, at: i - 1) }
      }
    }
    tokens[index].end = Int32(i)
    tokens[index].next = Int32(tokens.count)
  }

  mutating func key() throws(JSONError) {
    blanks()
    if try next() != UInt8(ascii: "\"") { throw JSONError(.unexpectedCharacter, at: i - 1) }
    try string(.key)
    blanks()
    if try next() != UInt8(ascii: ":") { throw JSONError(.unexpectedCharacter, at: i - 1) }
  }

  func token(
    _ kind: JSONToken.Kind,
    _ start: Int,
    _ end: Int,
    hasEscapes: Bool = false
  ) -> JSONToken {
    JSONToken(
      start: Int32(start),
      end: Int32(end),
      next: Int32(tokens.count + 1),
      kind: kind,
      hasEscapes: hasEscapes
    )
  }

  mutating func word(_ word: String, _ kind: JSONToken.Kind) throws(JSONError) {
    i -= 1
    let start = i
    for expected in word.utf8 {
      if try next() != expected { throw JSONError(.badLiteral, at: start) }
    }
    tokens.append(token(kind, start, i))
  }

  mutating func number() throws(JSONError) {
    let start = i
    if peek() == UInt8(ascii: "-") {
      i += 1
      if let byte = peek(), Unicode.Scalar(byte).properties.isAlphabetic, byte < 0x80 {
        throw JSONError(.badLiteral, at: start)
      }
    }
    if peek() == UInt8(ascii: "0") {
      i += 1
      if let byte = peek(), isDigit(byte) { throw JSONError(.badNumber, at: i) }
    } else {
      try digits()
    }
    if peek() == UInt8(ascii: ".") {
      i += 1
      try digits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      i += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { i += 1 }
      try digits()
    }
    tokens.append(token(.number, start, i))
  }

  mutating func digits() throws(JSONError) {
    if !isDigit(try next()) { throw JSONError(.badNumber, at: i - 1) }
    while let byte = peek(), isDigit(byte) { i += 1 }
  }

  func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
