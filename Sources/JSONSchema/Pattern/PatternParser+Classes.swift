extension PatternParser {
  /// The class whose opening bracket was taken.
  mutating func characterClass(_ start: Int) throws(PatternError) -> ScalarSet {
    let isNegated = eat("^" as Unicode.Scalar)
    var parts: [ScalarSet] = []
    while true {
      guard let character = next else { throw PatternError(.badClass, at: start) }
      if character == "]" { break }
      let low = try classAtom()
      // A minus between two characters makes a range; elsewhere it is itself.
      guard next == 0x2D, let after = peek(1), after != "]", let from = low.single else {
        parts.append(low)
        continue
      }
      let minus = at
      at += 1
      let high = try classAtom()
      if let to = high.single {
        guard from <= to else { throw PatternError(.badClass, at: minus) }
        parts.append(ScalarSet([from...to]))
      } else {
        parts.append(contentsOf: [low, ScalarSet(0x2D), high])
      }
    }
    at += 1
    let union = ScalarSet.union(parts)
    return isNegated ? union.inverted : union
  }

  private mutating func classAtom() throws(PatternError) -> ScalarSet {
    let start = at
    let character = text[at]
    at += 1
    guard character == "\\" else { return ScalarSet(character) }
    if next == 0x62 {  // \b is a backspace here
      at += 1
      return ScalarSet(0x08)
    }
    return try escapedSet(start)
  }

  /// What the escape stands for whose backslash was taken, in a class or outside.
  mutating func escapedSet(_ start: Int) throws(PatternError) -> ScalarSet {
    guard let character = next else { throw PatternError(.badEscape, at: start) }
    at += 1
    switch character {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .words
    case "W": return ScalarSet.words.inverted
    case "s": return .blanks
    case "S": return ScalarSet.blanks.inverted
    case "p": return try property(start)
    case "P": return try property(start).inverted
    case "t": return ScalarSet(0x09)
    case "n": return ScalarSet(0x0A)
    case "v": return ScalarSet(0x0B)
    case "f": return ScalarSet(0x0C)
    case "r": return ScalarSet(0x0D)
    case "c":
      guard let letter = next, (letter | 0x20) >= "a", (letter | 0x20) <= "z" else {
        throw PatternError(.badEscape, at: start)
      }
      at += 1
      return ScalarSet(letter & 0x1F)
    case "0":
      if let digit = next, digit >= "0", digit <= "9" { throw PatternError(.badEscape, at: start) }
      return ScalarSet(0)
    case "x": return ScalarSet(try hexadecimal(2, start))
    case "u": return ScalarSet(try unicodeEscape(start))
    default:
      let isPlain = character < 0x80 && !ScalarSet.words.contains(character)
      guard isPlain || character == "_" else { throw PatternError(.badEscape, at: start) }
      return ScalarSet(character)
    }
  }

  private mutating func hexadecimal(_ count: Int, _ start: Int) throws(PatternError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next.flatMap({ hexadecimalDigit($0) }) else {
        throw PatternError(.badEscape, at: start)
      }
      value = value << 4 | digit
      at += 1
    }
    return value
  }

  private mutating func unicodeEscape(_ start: Int) throws(PatternError) -> UInt32 {
    if eat("{" as Unicode.Scalar) {
      var value: UInt32 = 0
      let first = at
      while let digit = next.flatMap({ hexadecimalDigit($0) }) {
        value = value << 4 | digit
        guard value <= ScalarSet.last else { throw PatternError(.badEscape, at: start) }
        at += 1
      }
      guard at > first, eat("}" as Unicode.Scalar) else {
        throw PatternError(.badEscape, at: start)
      }
      return value
    }
    let unit = try hexadecimal(4, start)
    // Two escaped surrogates are one character; one alone matches nothing that UTF-8 can hold.
    guard 0xD800...0xDBFF ~= unit, next == 0x5C, peek(1) == 0x75 else { return unit }
    let second = at
    at += 2
    let low = try hexadecimal(4, start)
    guard 0xDC00...0xDFFF ~= low else {
      at = second
      return unit
    }
    return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
  }

  private mutating func property(_ start: Int) throws(PatternError) -> ScalarSet {
    guard eat("{" as Unicode.Scalar), let end = text[at...].firstIndex(of: 0x7D) else {
      throw PatternError(.badEscape, at: start)
    }
    let parts = String(text[at..<end]).split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    at = end + 1
    let name = String(parts[0])
    guard let set = UnicodeProperty.set(name, value: parts.count > 1 ? String(parts[1]) : nil)
    else { throw PatternError(.unknownProperty, at: start) }
    return set
  }
}

extension ScalarSet {
  /// The only member, if there is exactly one.
  var single: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}

func hexadecimalDigit(_ scalar: UInt32) -> UInt32? {
  switch scalar {
  case 0x30...0x39: scalar - 0x30
  case 0x41...0x46: scalar - 0x41 + 10
  case 0x61...0x66: scalar - 0x61 + 10
  default: nil
  }
}
