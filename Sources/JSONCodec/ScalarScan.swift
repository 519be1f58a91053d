/// The end of the number that starts at `start` with a digit or a minus (RFC 8259 §6).
@inline(__always)
func numberEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONError) -> Int {
  var i = start
  if bytes[i] == ASCII.minus {
    i &+= 1
    guard i < end else { throw JSONError(.unexpectedEnd, at: end) }
    if ASCII.isLetter(bytes[i]) { throw JSONError(.badLiteral, at: start) }  // -Infinity
  }
  if bytes[i] == UInt8(ascii: "0") {
    i &+= 1
    if i < end, ASCII.isDigit(bytes[i]) { throw JSONError(.badNumber, at: i) }
  } else {
    i = try digitsEnd(bytes, i, end)
  }
  guard i < end else { return i }
  if bytes[i] == UInt8(ascii: ".") { i = try digitsEnd(bytes, i &+ 1, end) }
  if i < end, bytes[i] | 0x20 == UInt8(ascii: "e") {
    i &+= 1
    if i < end, bytes[i] == ASCII.minus || bytes[i] == UInt8(ascii: "+") { i &+= 1 }
    i = try digitsEnd(bytes, i, end)
  }
  return i
}

/// The end of one or more digits.
@inline(__always)
private func digitsEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(JSONError) -> Int {
  guard start < end else { throw JSONError(.unexpectedEnd, at: end) }
  guard ASCII.isDigit(bytes[start]) else { throw JSONError(.badNumber, at: start) }
  var i = start &+ 1
  if i &+ 8 <= bytes.count {
    // How many digits there are is hard to predict; counting them in one word needs no guess.
    let others = Words.notDigits(Words.load(bytes.bytes, i))
    if others != 0 { return min(i &+ Words.first(others), end) }
    i &+= 8
  }
  while i < end, ASCII.isDigit(bytes[i]) { i &+= 1 }
  return min(i, end)
}

/// The end of a word that must stand at `start`; a text cut inside it is an unexpected end.
@inline(__always)
func literalEnd(
  _ literal: StaticString,
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int
) throws(JSONError) -> Int {
  for k in 0..<literal.utf8CodeUnitCount {
    guard start + k < end else { throw JSONError(.unexpectedEnd, at: end) }
    guard bytes[start + k] == literal.utf8Start[k] else {
      throw JSONError(.badLiteral, at: start)
    }
  }
  return start + literal.utf8CodeUnitCount
}

/// The first byte at or after `start` that is no blank of RFC 8259 §2.
@inline(__always)
func skipBlanks(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
  var i = start
  while i < end, ASCII.isBlank(bytes[i]) { i &+= 1 }
  return i
}
