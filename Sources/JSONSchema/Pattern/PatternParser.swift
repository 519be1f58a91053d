/// Reads a regular expression as ECMA-262 with the flag `u` does.
///
/// Two liberties that people's patterns need: a backslash may stand before any character that is
/// neither a letter nor a digit, and a bracket or brace that opens or closes nothing is itself.
struct PatternParser {
  let text: [UInt32]
  var at = 0
  var groupCount = 0
  private var names: [String: Int] = [:]
  private var references: [(group: Int, at: Int)] = []
  private var depth = 0

  static let depthLimit = 200

  init(_ text: [UInt32]) { self.text = text }

  static func parse(
    _ text: [UInt32]
  ) throws(PatternError) -> (tree: PatternNode, groups: Int) {
    var parser = PatternParser(text)
    parser.collectNames()
    let tree = try parser.choice()
    guard parser.at == text.count else { throw PatternError(.unbalanced, at: parser.at) }
    for reference in parser.references where reference.group > parser.groupCount {
      throw PatternError(.badReference, at: reference.at)
    }
    return (tree, parser.groupCount)
  }

  var next: UInt32? { at < text.count ? text[at] : nil }

  func peek(_ offset: Int) -> UInt32? { at + offset < text.count ? text[at + offset] : nil }

  mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard next == character.value else { return false }
    at += 1
    return true
  }

  mutating func eat(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= text.count else { return false }
    for i in 0..<count where text[at + i] != UInt32(word.utf8Start[i]) { return false }
    at += count
    return true
  }

  /// Finds the names of all groups first, because a reference may stand before its group.
  private mutating func collectNames() {
    var isClass = false
    var count = 0
    var i = 0
    while i < text.count {
      switch text[i] {
      case "\\": i += 1
      case "[": isClass = true
      case "]": isClass = false
      case "(" where !isClass:
        let isPlain = i + 1 >= text.count || text[i + 1] != "?"
        let isNamed =
          !isPlain && i + 3 < text.count && text[i + 2] == "<" && text[i + 3] != "="
          && text[i + 3] != "!"
        if isPlain || isNamed { count += 1 }
        if isNamed, let end = text[i...].firstIndex(of: 0x3E) {
          let name = String(text[(i + 3)..<end])
          if names[name] == nil { names[name] = count }
        }
      default: break
      }
      i += 1
    }
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw PatternError(.tooLarge, at: at) }
    var branches = [try sequence()]
    while eat("|" as Unicode.Scalar) { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let character = next, character != "|", character != ")" {
      let firstGroup = groupCount + 1
      let atom = try self.atom(character)
      parts.append(try quantified(atom, firstGroup..<(groupCount + 1)))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func atom(_ character: UInt32) throws(PatternError) -> PatternNode {
    let start = at
    at += 1
    switch character {
    case "^": return .start
    case "$": return .end
    case ".": return .set(ScalarSet.lineEnds.inverted)
    case "(": return try group(start)
    case "[": return .set(try characterClass(start))
    case "\\": return try atomEscape(start)
    case "*", "+", "?": throw PatternError(.badQuantifier, at: start)
    case "{":
      at = start
      if try braces() != nil { throw PatternError(.badQuantifier, at: start) }
      at = start + 1
      return .set(ScalarSet(character))
    default: return .set(ScalarSet(character))
    }
  }

  private mutating func group(_ start: Int) throws(PatternError) -> PatternNode {
    var capture: Int?
    var look: (isAhead: Bool, isNegated: Bool)?
    if eat("?" as Unicode.Scalar) {
      if eat(":" as Unicode.Scalar) {
      } else if eat("=" as Unicode.Scalar) {
        look = (true, false)
      } else if eat("!" as Unicode.Scalar) {
        look = (true, true)
      } else if eat("<=") {
        look = (false, false)
      } else if eat("<!") {
        look = (false, true)
      } else if eat("<" as Unicode.Scalar) {
        let name = try groupName(start)
        groupCount += 1
        guard names[name] == groupCount else { throw PatternError(.badGroup, at: start) }
        capture = groupCount
      } else {
        throw PatternError(.badGroup, at: start)
      }
    } else {
      groupCount += 1
      capture = groupCount
    }
    let body = try choice()
    guard eat(")" as Unicode.Scalar) else { throw PatternError(.unbalanced, at: start) }
    if let look { return .look(body, isAhead: look.isAhead, isNegated: look.isNegated) }
    return capture.map { .capture(body, $0) } ?? body
  }

  private mutating func groupName(_ start: Int) throws(PatternError) -> String {
    guard let end = text[at...].firstIndex(of: 0x3E), end > at else {
      throw PatternError(.badGroup, at: start)
    }
    let name = text[at..<end]
    at = end + 1
    for (position, scalar) in name.enumerated() {
      guard let scalar = Unicode.Scalar(scalar) else { throw PatternError(.badGroup, at: start) }
      let properties = scalar.properties
      let isFine =
        scalar == "_" || scalar == "$"
        || (position == 0 ? properties.isIDStart : properties.isIDContinue)
      guard isFine else { throw PatternError(.badGroup, at: start) }
    }
    return String(name)
  }

  private mutating func quantified(
    _ atom: PatternNode,
    _ groups: Range<Int>
  ) throws(PatternError) -> PatternNode {
    let start = at
    var limits: (min: Int, max: Int?)?
    switch next {
    case "*"?: limits = (0, nil)
    case "+"?: limits = (1, nil)
    case "?"?: limits = (0, 1)
    case "{"?:
      limits = try braces()
      if limits == nil { return atom }
      at -= 1
    default: break
    }
    guard let limits else { return atom }
    at += 1
    switch atom {
    case .start, .end, .wordBoundary, .look(_, false, _):
      throw PatternError(.badQuantifier, at: start)
    default: break
    }
    let isGreedy = !eat("?" as Unicode.Scalar)
    return .loop(atom, min: limits.min, max: limits.max, isGreedy: isGreedy, groups: groups)
  }

  /// The limits of `{2}`, `{2,}` or `{2,3}`; nil, with nothing taken, when it is none of them.
  private mutating func braces() throws(PatternError) -> (min: Int, max: Int?)? {
    let start = at
    at += 1
    guard let low = number() else {
      at = start
      return nil
    }
    var high: Int? = low
    if eat("," as Unicode.Scalar) { high = number() }
    guard eat("}" as Unicode.Scalar) else {
      at = start
      return nil
    }
    if let high, high < low { throw PatternError(.badQuantifier, at: start) }
    return (low, high)
  }

  /// A decimal number, held at a value that no automaton reaches.
  private mutating func number() -> Int? {
    let start = at
    var value = 0
    while let digit = next, digit >= "0", digit <= "9" {
      value = min(value * 10 + Int(digit - 0x30), 1_000_000_000)
      at += 1
    }
    return at > start ? value : nil
  }

  private mutating func atomEscape(_ start: Int) throws(PatternError) -> PatternNode {
    switch next {
    case "b"?:
      at += 1
      return .wordBoundary(isNegated: false)
    case "B"?:
      at += 1
      return .wordBoundary(isNegated: true)
    case "k"?:
      at += 1
      guard eat("<" as Unicode.Scalar) else { throw PatternError(.badEscape, at: start) }
      guard let group = names[try groupName(start)] else {
        throw PatternError(.badReference, at: start)
      }
      return .reference(group)
    case .some(0x31...0x39):  // 1 to 9
      let group = number() ?? 0
      references.append((group: group, at: start))
      return .reference(group)
    default: return .set(try escapedSet(start))
    }
  }
}

/// Lets the scalar values of a pattern be compared with literals.
func ~= (literal: Unicode.Scalar, value: UInt32) -> Bool { literal.value == value }
func == (value: UInt32, literal: Unicode.Scalar) -> Bool { value == literal.value }
func != (value: UInt32, literal: Unicode.Scalar) -> Bool { value != literal.value }
func >= (value: UInt32, literal: Unicode.Scalar) -> Bool { value >= literal.value }
func <= (value: UInt32, literal: Unicode.Scalar) -> Bool { value <= literal.value }

extension String {
  init(_ scalars: ArraySlice<UInt32>) {
    self.init(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
  }
}
