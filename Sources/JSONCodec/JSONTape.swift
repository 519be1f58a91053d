/// A strict RFC 8259 parser that lays one value out as a flat list of tokens.
///
/// The list is reused: keep one tape and parse line after line into it. A container's `next` leads
/// past all its contents, so unwanted members are skipped by one index.
///
///     try tape.parse(bytes, line)
///     if let value = tape.value(forKey: "unit", inObjectAt: 0, of: bytes) { ... }
public struct JSONTape: Sendable {
  /// The tokens of the last value, its outermost first.
  ///
  /// After an error they are empty, except after `textAfterValue`: then they are the first value.
  public private(set) var tokens: [JSONToken] = []

  /// The number of the last object's shape, nil when `parseAlike` did not know it beforehand.
  ///
  /// Objects with one number have the same names in the same order.
  package private(set) var shape: Int?

  private var shapes = JSONShapes()

  /// The nesting that is accepted unless the caller says otherwise.
  public static let defaultDepthLimit: Int = 512

  /// Makes an empty tape.
  public init() {}

  /// Parses exactly one value, with blanks around it, in a range of the bytes.
  ///
  /// Strings are checked to be UTF-8, numbers are kept as text, repeated keys are no error here.
  /// With `allowsNaN` the words `NaN`, `Infinity` and `-Infinity` become `nonFinite` tokens.
  public mutating func parse(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    depthLimit: Int = JSONTape.defaultDepthLimit,
    allowsNaN: Bool = false
  ) throws(JSONError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    tokens.removeAll(keepingCapacity: true)
    guard range.upperBound <= Int32.max else {
      throw JSONError(.tooLarge, at: range.lowerBound)
    }
    var filled: [JSONToken] = []
    swap(&filled, &tokens)
    defer { swap(&filled, &tokens) }
    do throws(JSONError) {
      let end = try fill(&filled, bytes, range, depthLimit, allowsNaN)
      let rest = skipBlanks(bytes, end, range.upperBound)
      if rest < range.upperBound { throw JSONError(.textAfterValue, at: rest) }
    } catch {
      if error.code != .textAfterValue { filled.removeAll(keepingCapacity: true) }
      throw error
    }
  }
}

extension JSONTape {
  /// Does what `parse` does, faster for objects that have the names of an earlier one in its order.
  package mutating func parseAlike(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(JSONError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    if range.upperBound <= Int32.max, fillByShape(bytes, range) { return }
    shape = nil
    try parse(bytes, range)
    shapes.learn(tokens, bytes)
  }

  /// Lays an object of a known shape out; false for everything else.
  private mutating func fillByShape(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard shapes.current < shapes.all.count else { return false }
    var filled: [JSONToken] = []
    swap(&filled, &tokens)
    defer { swap(&filled, &tokens) }
    filled.removeAll(keepingCapacity: true)
    append(.objectStart, range, &filled)
    var place = ShapePlace(offset: range.lowerBound, gap: 0)
    var tried = -1
    var number = shapes.current
    while true {
      let before = place.gap
      switch follow(shapes.all[number], &place, bytes, range.upperBound, &filled) {
      case .end:
        filled[0].next = Int32(truncatingIfNeeded: filled.count)
        shapes.current = number
        shape = shapes.all[number].id
        return true
      case .fault, .container: return false
      case .otherGap:
        // Values may be absent: another shape may go on from here.
        if place.gap > before { tried = -1 }
        guard let other = shapes.alternative(to: number, sharing: place.gap, after: tried) else {
          return false
        }
        tried = other
        number = other
      }
    }
  }
}

/// How far an object was read by its shape.
private struct ShapePlace {
  var offset: Int
  var gap: Int
}

private enum ShapeOutcome {
  case end
  case otherGap
  case container
  case fault
}

/// Appends the tokens of members as long as what stands between the values is as in the shape.
private func follow(
  _ shape: JSONShape,
  _ place: inout ShapePlace,
  _ bytes: Span<UInt8>,
  _ end: Int,
  _ tokens: inout [JSONToken]
) -> ShapeOutcome {
  while true {
    let next = tokens.count
    var outcome = ShapeOutcome.otherGap
    tokens.append(addingCapacity: 2 &* (shape.gaps.count &- place.gap)) { tokens in
      outcome = followScalars(shape, &place, bytes, end, next, &tokens)
    }
    guard outcome == .container else { return outcome }
    do throws(JSONError) {
      place.offset = try appendNested(&tokens, bytes, place.offset, end)
      place.gap &+= 1
    } catch {
      return .fault
    }
  }
}

/// The same up to a value that is an object or array, where `place` then is.
@inline(__always)
private func followScalars(
  _ shape: JSONShape,
  _ place: inout ShapePlace,
  _ bytes: Span<UInt8>,
  _ end: Int,
  _ first: Int,
  _ tokens: inout OutputSpan<JSONToken>
) -> ShapeOutcome {
  let raw = bytes.bytes
  let gaps = shape.gaps.span
  let words = shape.words.span
  var next = Int32(truncatingIfNeeded: first)
  var i = place.offset
  var number = place.gap
  defer { place = ShapePlace(offset: i, gap: number) }
  while number < gaps.count {
    let gap = gaps[number]
    let value = i &+ gap.length
    // The last lines of a chunk, which no word may reach beyond, take the other way.
    guard value &+ 8 <= raw.byteCount, value < end else { return .otherGap }
    var index = gap.word
    var left = gap.length
    while left >= 8 {
      if Words.load(raw, value &- left) != words[index] { return .otherGap }
      left &-= 8
      index &+= 1
    }
    if left > 0 {
      let difference = Words.load(raw, value &- left) ^ words[index]
      if difference &<< UInt64(64 &- 8 &* left) != 0 { return .otherGap }
    }
    let start = Int32(truncatingIfNeeded: i)
    tokens.append(
      JSONToken(
        start: start &+ gap.keyStart,
        end: start &+ gap.keyEnd,
        next: next &+ 1,
        kind: .key,
        hasEscapes: false
      )
    )
    let kind: JSONToken.Kind
    var contentStart = value
    var contentEnd = value
    var hasEscapes = false
    do throws(JSONError) {
      switch bytes[value] {
      case ASCII.quote:
        kind = .string
        let found = try scanString(bytes, value &+ 1, end)
        (contentStart, contentEnd) = (value &+ 1, found.quote)
        hasEscapes = found.hasEscapes
        i = contentEnd &+ 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.minus:
        kind = .number
        contentEnd = try numberEnd(bytes, value, end)
        i = contentEnd
      case ASCII.openBrace, ASCII.openBracket:
        i = value
        return .container
      default:
        (contentEnd, kind) = try literal(bytes, value, end, false)
        i = contentEnd
      }
    } catch {
      return .fault
    }
    tokens.append(
      JSONToken(
        start: Int32(truncatingIfNeeded: contentStart),
        end: Int32(truncatingIfNeeded: contentEnd),
        next: next &+ 2,
        kind: kind,
        hasEscapes: hasEscapes
      )
    )
    next &+= 2
    number &+= 1
  }
  return i &+ 1 == end && bytes[i] == ASCII.closeBrace ? .end : .otherGap
}

/// Appends a container within an object.
@inline(never)
private func appendNested(
  _ tokens: inout [JSONToken],
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int
) throws(JSONError) -> Int {
  try fill(&tokens, bytes, start..<end, JSONTape.defaultDepthLimit - 1, false)
}

/// Appends the tokens of one value and returns where it ends.
///
/// While a container is open, its `next` holds the index of the container around it: the tokens are
/// their own stack.
@inline(__always)
private func fill(
  _ tokens: inout [JSONToken],
  _ bytes: Span<UInt8>,
  _ range: Range<Int>,
  _ depthLimit: Int,
  _ allowsNaN: Bool
) throws(JSONError) -> Int {
  let end = range.upperBound
  var i = range.lowerBound
  var open = -1
  var isObject = false
  var depth = 0

  while true {
    i = skipBlanks(bytes, i, end)
    guard i < end else { throw JSONError(.unexpectedEnd, at: end) }
    let byte = bytes[i]
    var isComplete = true
    switch byte {
    case ASCII.quote:
      i = try appendString(.string, &tokens, bytes, i, end)
    case ASCII.openBrace, ASCII.openBracket:
      depth &+= 1
      guard depth <= depthLimit else { throw JSONError(.tooDeep, at: i) }
      isObject = byte == ASCII.openBrace
      let parent = open
      open = tokens.count
      append(isObject ? .objectStart : .arrayStart, i..<i, next: parent, &tokens)
      i = skipBlanks(bytes, i &+ 1, end)
      guard i < end else { throw JSONError(.unexpectedEnd, at: end) }
      if bytes[i] != byte &+ 2 {  // the closing partner of each bracket is two further
        if isObject { i = try appendKey(&tokens, bytes, i, end) }
        isComplete = false
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.minus:
      i = try appendNumber(&tokens, bytes, i, end, allowsNaN)
    default:
      i = try appendLiteral(&tokens, bytes, i, end, allowsNaN)
    }

    // After a value: a comma, or the ends of any number of containers.
    while isComplete {
      guard open >= 0 else { return i }
      i = skipBlanks(bytes, i, end)
      guard i < end else { throw JSONError(.unexpectedEnd, at: end) }
      let byte = bytes[i]
      if byte == ASCII.comma {
        i &+= 1
        if isObject {
          i = skipBlanks(bytes, i, end)
          guard i < end else { throw JSONError(.unexpectedEnd, at: end) }
          i = try appendKey(&tokens, bytes, i, end)
        }
        isComplete = false
      } else if byte == (isObject ? ASCII.closeBrace : ASCII.closeBracket) {
        i &+= 1
        let parent = Int(tokens[open].next)
        tokens[open].end = Int32(truncatingIfNeeded: i)
        tokens[open].next = Int32(truncatingIfNeeded: tokens.count)
        open = parent
        depth &-= 1
        if open >= 0 { isObject = tokens[open].kind == .objectStart }
      } else {
        throw JSONError(.unexpectedCharacter, at: i)
      }
    }
  }
}

/// Appends a token; the caller has proven that all offsets fit.
@inline(__always)
private func append(
  _ kind: JSONToken.Kind,
  _ range: Range<Int>,
  next: Int? = nil,
  hasEscapes: Bool = false,
  _ tokens: inout [JSONToken]
) {
  tokens.append(
    JSONToken(
      start: Int32(truncatingIfNeeded: range.lowerBound),
      end: Int32(truncatingIfNeeded: range.upperBound),
      next: Int32(truncatingIfNeeded: next ?? tokens.count &+ 1),
      kind: kind,
      hasEscapes: hasEscapes
    )
  )
}

/// Appends the string whose opening quote is at `start`; returns the byte behind it.
@inline(__always)
private func appendString(
  _ kind: JSONToken.Kind,
  _ tokens: inout [JSONToken],
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int
) throws(JSONError) -> Int {
  let found = try scanString(bytes, start &+ 1, end)
  append(kind, (start &+ 1)..<found.quote, hasEscapes: found.hasEscapes, &tokens)
  return found.quote &+ 1
}

/// Appends a member name and passes its colon.
@inline(__always)
private func appendKey(
  _ tokens: inout [JSONToken],
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int
) throws(JSONError) -> Int {
  guard bytes[start] == ASCII.quote else { throw JSONError(.unexpectedCharacter, at: start) }
  var i = try appendString(.key, &tokens, bytes, start, end)
  i = skipBlanks(bytes, i, end)
  guard i < end else { throw JSONError(.unexpectedEnd, at: end) }
  guard bytes[i] == ASCII.colon else { throw JSONError(.unexpectedCharacter, at: i) }
  return i &+ 1
}

@inline(__always)
private func appendNumber(
  _ tokens: inout [JSONToken],
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int,
  _ allowsNaN: Bool
) throws(JSONError) -> Int {
  let isInfinity =
    allowsNaN && start + 1 < end && bytes[start] == ASCII.minus
    && bytes[start + 1] == UInt8(ascii: "I")
  let stop =
    isInfinity
    ? try literalEnd("-Infinity", bytes, start, end) : try numberEnd(bytes, start, end)
  append(isInfinity ? .nonFinite : .number, start..<stop, &tokens)
  return stop
}

@inline(__always)
private func appendLiteral(
  _ tokens: inout [JSONToken],
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int,
  _ allowsNaN: Bool
) throws(JSONError) -> Int {
  let (stop, kind) = try literal(bytes, start, end, allowsNaN)
  append(kind, start..<stop, &tokens)
  return stop
}

/// The end of a literal that begins at `start`, and which it is.
@inline(__always)
private func literal(
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int,
  _ allowsNaN: Bool
) throws(JSONError) -> (stop: Int, kind: JSONToken.Kind) {
  let stop: Int
  let kind: JSONToken.Kind
  switch bytes[start] {
  case UInt8(ascii: "n"):
    stop = try literalEnd("null", bytes, start, end)
    kind = .null
  case UInt8(ascii: "t"):
    stop = try literalEnd("true", bytes, start, end)
    kind = .true
  case UInt8(ascii: "f"):
    stop = try literalEnd("false", bytes, start, end)
    kind = .false
  case UInt8(ascii: "N") where allowsNaN:
    stop = try literalEnd("NaN", bytes, start, end)
    kind = .nonFinite
  case UInt8(ascii: "I") where allowsNaN:
    stop = try literalEnd("Infinity", bytes, start, end)
    kind = .nonFinite
  case let byte:
    throw JSONError(ASCII.isLetter(byte) ? .badLiteral : .unexpectedCharacter, at: start)
  }
  return (stop, kind)
}
