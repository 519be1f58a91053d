struct StringEnd {
  var quote: Int  // of the closing quote
  var hasEscapes: Bool
}

/// Finds and checks the end of a string whose first byte after the quote is `start`.
@inline(__always)
func scanString(
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int
) throws(JSONError) -> StringEnd {
  let hit = firstSpecial(bytes, start, end)
  if hit < end, bytes[hit] == ASCII.quote { return StringEnd(quote: hit, hasEscapes: false) }
  return try finishString(bytes, hit, end)
}

/// The first byte of a string that needs a look: quote, backslash, control, beyond ASCII.
///
/// The answer can lie behind `end` when the text goes on there.
@inline(__always)
private func firstSpecial(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
  let raw = bytes.bytes
  let lastWord = min(raw.byteCount &- 8, end &- 1)
  var i = start
  while i <= lastWord {
    let mask = Words.stringSpecials(Words.load(raw, i))
    if mask != 0 { return i &+ Words.first(mask) }
    i &+= 8
  }
  while i < end {
    let byte = bytes[i]
    if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash || byte >= 0x80 { break }
    i &+= 1
  }
  return i
}

/// The rest of a string from its first byte that is not plain ASCII.
@inline(never)
private func finishString(
  _ bytes: Span<UInt8>,
  _ hit: Int,
  _ end: Int
) throws(JSONError) -> StringEnd {
  var i = hit
  var hasEscapes = false
  while i < end {
    let byte = bytes[i]
    if byte >= 0x80 {
      repeat { i = try sequenceEnd(bytes, i, end) } while i < end && bytes[i] >= 0x80
    } else if byte == ASCII.quote {
      return StringEnd(quote: i, hasEscapes: hasEscapes)
    } else if byte == ASCII.backslash {
      hasEscapes = true
      i = try escapeEnd(bytes, i, end)
    } else {
      throw JSONError(.controlCharacter, at: i)
    }
    i = firstSpecial(bytes, i, end)
  }
  throw unterminated(bytes, end)
}

/// The fault of a string without an end.
///
/// A line is cut at its line feed; when the byte behind the text is a control character, the string
/// holds a raw line feed, and that says more than "unexpected end".
private func unterminated(_ bytes: Span<UInt8>, _ end: Int) -> JSONError {
  let isCut = end < bytes.count && bytes[end] < 0x20
  return JSONError(isCut ? .controlCharacter : .unexpectedEnd, at: end)
}

/// The end of one well-formed UTF-8 sequence of two to four bytes (RFC 3629 §4).
@inline(__always)
private func sequenceEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONError) -> Int {
  let lead = bytes[start]
  var lowest: UInt8 = 0x80
  var highest: UInt8 = 0xBF
  let length: Int
  switch lead {
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF:
    length = 3
    if lead == 0xE0 { lowest = 0xA0 }  // shorter forms exist below
    if lead == 0xED { highest = 0x9F }  // surrogates above
  case 0xF0...0xF4:
    length = 4
    if lead == 0xF0 { lowest = 0x90 }
    if lead == 0xF4 { highest = 0x8F }  // U+10FFFF is the last
  default: throw JSONError(.notUTF8, at: start)
  }
  for i in (start &+ 1)..<(start &+ length) {
    guard i < end else {
      throw end < bytes.count
        ? JSONError(.notUTF8, at: start) : JSONError(.unexpectedEnd, at: end)
    }
    guard bytes[i] >= lowest, bytes[i] <= highest else { throw JSONError(.notUTF8, at: start) }
    lowest = 0x80
    highest = 0xBF
  }
  return start &+ length
}

/// The end of the escape whose backslash is at `start` (RFC 8259 §7).
private func escapeEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONError) -> Int {
  guard start + 1 < end else { throw unterminated(bytes, end) }
  switch bytes[start + 1] {
  case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
    UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
    return start + 2
  case UInt8(ascii: "u"): break
  default: throw JSONError(.badEscape, at: start)
  }
  let unit = try codeUnit(bytes, start, end)
  switch unit {
  case 0xD800...0xDBFF: break
  case 0xDC00...0xDFFF: throw JSONError(.loneSurrogate, at: start)
  default: return start + 6
  }
  // A high surrogate means something only with its low half right behind it.
  let second = start + 6
  guard second < end else { throw unterminated(bytes, end) }
  guard bytes[second] == ASCII.backslash else { throw JSONError(.loneSurrogate, at: start) }
  guard second + 1 < end else { throw unterminated(bytes, end) }
  guard bytes[second + 1] == UInt8(ascii: "u") else { throw JSONError(.loneSurrogate, at: start) }
  guard 0xDC00...0xDFFF ~= (try codeUnit(bytes, second, end)) else {
    throw JSONError(.loneSurrogate, at: start)
  }
  return second + 6
}

private func codeUnit(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONError) -> UInt32 {
  var unit: UInt32 = 0
  for i in (start + 2)..<(start + 6) {
    guard i < end else { throw unterminated(bytes, end) }
    guard let digit = hexDigit(bytes[i]) else { throw JSONError(.badEscape, at: start) }
    unit = unit << 4 | digit
  }
  return unit
}

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt32? {
  if ASCII.isDigit(byte) { return UInt32(byte &- 0x30) }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? UInt32(letter) + 10 : nil
}
