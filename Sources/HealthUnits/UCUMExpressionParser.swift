/// One pass over a code of UCUM, by the grammar of its specification, §7 to §12.
///
///     code   = [ "/" ] term { ( "." | "/" ) term }          read from left to right
///     term   = ( symbol | "(" code ")" ) [ exponent ] { annotation }
///            | integer { annotation } | annotation { annotation }
///     symbol = letters, "%", "*", "^" and what stands in brackets, without digits at the end
///
/// Unlike HealthKit's strings, `a/b.c` is (a/b)·c.
struct UCUMExpressionParser {
  private let written: String
  private let characters: [Character]
  private var at = 0

  init(_ text: String) {
    written = text
    characters = Array(text)
  }

  /// Reads the whole text.
  mutating func whole() throws(UnitError) -> [UnitExpression.Factor] {
    let factors = try code(depth: 0)
    guard at == characters.count else {
      throw next == ")"
        ? failure(.unbalanced, "an opening parenthesis before it")
        : failure(.unexpectedCharacter, "\".\", \"/\", an exponent, an annotation or the end")
    }
    return factors
  }

  private mutating func code(depth: Int) throws(UnitError) -> [UnitExpression.Factor] {
    guard depth <= UnitExpression.depthLimit else { throw failure(.tooDeep, nil) }
    var factors: [UnitExpression.Factor] = []
    var sign = 1
    if next == "/" {
      sign = -1
      at += 1
    }
    while true {
      for var factor in try term(depth: depth) {
        factor.power *= sign
        factors.append(factor)
      }
      guard let mark = next, mark == "." || mark == "/" else { return factors }
      sign = mark == "/" ? -1 : 1
      at += 1
    }
  }

  private mutating func term(depth: Int) throws(UnitError) -> [UnitExpression.Factor] {
    let start = at
    guard let first = next else { throw failure(.factorExpected, Self.term) }
    if first == "{" {
      try annotations()
      return []
    }
    var factors: [UnitExpression.Factor]
    if first == "(" {
      at += 1
      factors = try code(depth: depth + 1)
      guard next == ")" else {
        throw failure(.unbalanced, "\")\"" + (next == nil ? " at the end" : ""), at: start)
      }
      at += 1
    } else if let digit = next, Self.isDigit(digit), !isPowerOfTen {
      let digits = takeDigits()
      guard digits.count <= 18 else { throw failure(.outOfRange, nil, at: start) }
      try annotations()
      return [UnitExpression.Factor(atom: .integer(digits), power: 1, offset: start)]
    } else {
      factors = [try symbol()]
    }
    let isNumber = factors.count == 1 && factors[0].atom == .integer("10")
    let limit = isNumber ? UnitExpression.numberPowerLimit : UnitExpression.powerLimit
    let power = try exponent(limit: limit)
    for index in factors.indices {
      factors[index].power *= power
      guard factors[index].power.magnitude <= limit else {
        throw failure(.exponent, "at most \(limit)", at: start)
      }
    }
    try annotations()
    return factors
  }

  private mutating func symbol() throws(UnitError) -> UnitExpression.Factor {
    let start = at
    if isPowerOfTen {
      at += 3
      return UnitExpression.Factor(atom: .integer("10"), power: 1, offset: start)
    }
    var name = ""
    while let character = next, !Self.endsSymbol(character) {
      if character == "[" {
        let open = at
        while let inner = next, inner != "]" {
          name.append(inner)
          at += 1
        }
        guard next == "]" else { throw failure(.unbalanced, "\"]\" at the end", at: open) }
      }
      name.append(next ?? "]")
      at += 1
    }
    guard !name.isEmpty else {
      let isMark = next == "." || next == "/" || next == ")"
      throw failure(isMark ? .factorExpected : .unexpectedCharacter, Self.term)
    }
    return UnitExpression.Factor(atom: .name(name), power: 1, offset: start)
  }

  private mutating func exponent(limit: Int) throws(UnitError) -> Int {
    let start = at
    var isNegative = false
    if next == "+" || next == "-" {
      isNegative = next == "-"
      at += 1
    }
    let digits = takeDigits()
    if digits.isEmpty {
      guard at == start else { throw failure(.exponent, "digits", at: start) }
      return 1
    }
    guard let size = Int(digits), size <= limit else {
      throw failure(.exponent, "at most \(limit)", at: start)
    }
    return isNegative ? -size : size
  }

  /// Annotations mean nothing; they hold printable ASCII.
  private mutating func annotations() throws(UnitError) {
    while next == "{" {
      let start = at
      at += 1
      while let character = next, character != "}" {
        guard let code = character.asciiValue, code > 0x20, code < 0x7F, character != "{" else {
          throw failure(.unexpectedCharacter, "printable ASCII without blanks in an annotation")
        }
        at += 1
      }
      guard next == "}" else { throw failure(.unbalanced, "\"}\" at the end", at: start) }
      at += 1
    }
  }

  // MARK: Characters

  private static let term = "a unit, a number or \"(\""

  private var next: Character? { at < characters.count ? characters[at] : nil }

  /// `10*` and `10^` are symbols: the number ten for arbitrary powers.
  private var isPowerOfTen: Bool {
    at + 2 < characters.count && characters[at] == "1" && characters[at + 1] == "0"
      && (characters[at + 2] == "*" || characters[at + 2] == "^")
  }

  private mutating func takeDigits() -> String {
    var digits = ""
    while let character = next, Self.isDigit(character) {
      digits.append(character)
      at += 1
    }
    return digits
  }

  private static func isDigit(_ character: Character) -> Bool {
    character >= "0" && character <= "9"
  }

  /// Whether a character ends a symbol outside brackets.
  private static func endsSymbol(_ character: Character) -> Bool {
    guard let code = character.asciiValue, code > 0x20, code < 0x7F else { return true }
    return isDigit(character) || "./(){}+-".contains(character)
  }

  private func failure(
    _ code: UnitError.Code,
    _ expected: String?,
    at index: Int? = nil
  ) -> UnitError {
    let index = index ?? at
    return UnitError(
      code,
      written,
      at: index,
      part: index < characters.count ? String(characters[index]) : "",
      expectation: expected
    )
  }
}
