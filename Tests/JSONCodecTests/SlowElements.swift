import JSONCodec

/// The slow twin of `JSONElementScanner`: the whole document, one method a rule.
struct SlowElements {
  let bytes: [UInt8]
  var depthLimit = 512
  var i = 0
  var elements: [JSONElement] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() throws(JSONError) {
    if bytes.first == 0xEF {
      guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
        throw JSONError(.unexpectedCharacter, at: 0)
      }
      i = 3
    }
    topBlanks()
    guard peek == "[" || peek == "{" else {
      try values()
      return
    }
    while i < bytes.count {
      switch peek {
      case "[":
        i += 1
        try array()
      case "{":
        if try !object() {
          try values()
          return
        }
      default: throw JSONError(.textAfterValue, at: i)
      }
      topBlanks()
    }
  }

  private var peek: Character? {
    i < bytes.count ? Character(Unicode.Scalar(bytes[i])) : nil
  }

  private mutating func blanks() {
    while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[i]) { i += 1 }
  }

  private mutating func topBlanks() {
    while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x1E].contains(bytes[i]) { i += 1 }
  }

  private mutating func values() throws(JSONError) {
    topBlanks()
    while i < bytes.count {
      let isFirst = elements.isEmpty
      let code = isFirst ? JSONError.Code.unexpectedCharacter : .textAfterValue
      let range = try element(code, isTopLevel: true)
      elements.append(JSONElement(.value, range))
      topBlanks()
    }
  }

  /// The elements of an array whose bracket was read, and its end.
  private mutating func array() throws(JSONError) {
    blanks()
    if peek == "]" {
      i += 1
      return
    }
    while true {
      blanks()
      elements.append(JSONElement(.record, try element(.unexpectedCharacter)))
      blanks()
      switch try next() {
      case "]": return
      case ",": break
      default: throw JSONError(.unexpectedCharacter, at: i - 1)
      }
    }
  }

  /// Whether the object at this place has records; otherwise it is an element itself.
  private mutating func object() throws(JSONError) -> Bool {
    let start = i
    var pending: [JSONElement] = []
    var hasRecords = false
    i += 1
    blanks()
    if peek == "}" {
      i += 1
      elements.append(JSONElement(.value, start..<i))
      return false
    }
    while true {
      blanks()
      if try next() != "\"" { throw JSONError(.unexpectedCharacter, at: i - 1) }
      let key = try string()
      blanks()
      if try next() != ":" { throw JSONError(.unexpectedCharacter, at: i - 1) }
      blanks()
      if peek == "[", isRecords(key) {
        if hasRecords { throw JSONError(.duplicateKey, at: key.lowerBound - 1) }
        hasRecords = true
        elements += pending
        i += 1
        try array()
      } else {
        let member = JSONElement(.member, try element(.unexpectedCharacter), key: key)
        if hasRecords { elements.append(member) } else { pending.append(member) }
      }
      blanks()
      switch try next() {
      case "}":
        if !hasRecords { elements.append(JSONElement(.value, start..<i)) }
        return hasRecords
      case ",": break
      default: throw JSONError(.unexpectedCharacter, at: i - 1)
      }
    }
  }

  private func isRecords(_ key: Range<Int>) -> Bool {
    var plain: [UInt8] = []
    unescapeJSON(bytes.span, key, into: &plain)
    return plain == Array("records".utf8)
  }

  private mutating func next() throws(JSONError) -> Character {
    guard let character = peek else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    i += 1
    return character
  }

  /// The contents of a string whose opening quote was read.
  private mutating func string() throws(JSONError) -> Range<Int> {
    let start = i
    while true {
      switch try next() {
      case "\"": return start..<(i - 1)
      case "\\": _ = try next()
      default: break
      }
    }
  }

  private mutating func element(
    _ code: JSONError.Code,
    isTopLevel: Bool = false
  ) throws(JSONError) -> Range<Int> {
    let start = i
    switch try next() {
    case "\"": _ = try string()
    case "{", "[":
      var depth = 1
      while depth > 0 {
        switch try next() {
        case "\"": _ = try string()
        case "{", "[":
          depth += 1
          if depth > depthLimit { throw JSONError(.tooDeep, at: i - 1) }
        case "}", "]": depth -= 1
        default: break
        }
      }
    case "-", "0"..."9", "a"..."z", "A"..."Z":
      while let character = peek,
        !",:\"{}[] \t\n\r".unicodeScalars.contains(where: { Character($0) == character })
      { i += 1 }
      // A scalar that the end of the file cuts is complete only at top level.
      if i == bytes.count, !isTopLevel { throw JSONError(.unexpectedEnd, at: i) }
    default: throw JSONError(code, at: start)
    }
    return start..<i
  }
}
