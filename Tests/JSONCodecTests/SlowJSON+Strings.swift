import JSONCodec

extension SlowJSON {
  mutating func string(_ kind: JSONToken.Kind) throws(JSONError) {
    let start = i
    var hasEscapes = false
    while let byte = peek() {
      if byte == UInt8(ascii: "\"") {
        tokens.append(token(kind, start, i, hasEscapes: hasEscapes))
        i += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try escape()
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter, at: i)
      } else {
        try character()
      }
    }
    throw cutString
  }

  /// Beyond a cut at a line feed the string would go on with a control character.
  var cutString: JSONError {
    if end < bytes.count, bytes[end] < 0x20 { return JSONError(.controlCharacter, at: end) }
    return JSONError(.unexpectedEnd, at: end)
  }

  /// The shortest run of bytes that Swift's own decoder takes.
  mutating func character() throws(JSONError) {
    for length in 1...4 where i + length <= end {
      if String(validating: bytes[i..<(i + length)], as: UTF8.self) != nil {
        i += length
        return
      }
    }
    // No character: cut at the very end if some completion would make it one.
    if end == bytes.count, end - i < 4 {
      var heads = [Array(bytes[i..<end])]
      for _ in 1...3 {
        heads = heads.flatMap { head in [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF].map { head + [$0] } }
        if heads.contains(where: { String(validating: $0, as: UTF8.self) != nil }) {
          throw JSONError(.unexpectedEnd, at: end)
        }
      }
    }
    throw JSONError(.notUTF8, at: i)
  }

  mutating func escape() throws(JSONError) {
    let start = i
    guard let letter = peek(1) else { throw cutString }
    i += 2
    if letter != UInt8(ascii: "u") {
      if !#""\/bfnrt"#.utf8.contains(letter) { throw JSONError(.badEscape, at: start) }
      return
    }
    let unit = try hex(start)
    if unit >> 10 == 0b110111 { throw JSONError(.loneSurrogate, at: start) }
    if unit >> 10 == 0b110110 {
      let second = i
      for expected in #"\u"#.utf8 {
        guard let byte = peek() else { throw cutString }
        if byte != expected { throw JSONError(.loneSurrogate, at: start) }
        i += 1
      }
      if try hex(second) >> 10 != 0b110111 { throw JSONError(.loneSurrogate, at: start) }
    }
  }

  private mutating func hex(_ start: Int) throws(JSONError) -> UInt16 {
    var digits = ""
    for _ in 0..<4 {
      guard let byte = peek() else { throw cutString }
      digits.unicodeScalars.append(Unicode.Scalar(byte))
      guard byte < 0x80, UInt16(digits, radix: 16) != nil, !digits.contains("+") else {
        throw JSONError(.badEscape, at: start)
      }
      i += 1
    }
    return UInt16(digits, radix: 16) ?? 0
  }
}
