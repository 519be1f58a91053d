/// One pass over a folded unit string, one method for each rule of the grammar.
struct UnitExpressionParser {
  private typealias Factor = UnitExpression.Factor

  private let text: UnitText
  private let marks: [UnitText.Mark]
  private var at = 0

  init(_ text: UnitText) {
    self.text = text
    marks = text.marks
  }

  /// Reads the whole text.
  mutating func whole() throws(UnitError) -> [UnitExpression.Factor] {
    let factors = try expression(depth: 0)
    skipBlank()
    guard at == marks.count else {
      throw next == ")"
        ? failure(.unbalanced, expecting: "an opening parenthesis before it")
        : failure(.unexpectedCharacter, expecting: "an operator (· * / ^) or the end")
    }
    return factors
  }

  private mutating func expression(depth: Int) throws(UnitError) -> [Factor] {
    guard depth <= UnitExpression.depthLimit else { throw failure(.tooDeep) }
    skipBlank()
    if depth > 0, next == ")" { return [] }
    var result: [Factor] = []
    if next != "/" { result = try product(depth).factors }
    var divisions = 0
    var dividesByProduct = false
    while take("/") {
      let (divisor, count) = try product(depth)
      for factor in divisor {
        result.append(Factor(atom: factor.atom, power: -factor.power, offset: factor.offset))
      }
      divisions += 1
      if count > 1 { dividesByProduct = true }
    }
    if divisions > 1, dividesByProduct { throw failure(.ambiguousProduct, at: 0) }
    return result
  }

  private mutating func product(
    _ depth: Int
  ) throws(UnitError) -> (factors: [Factor], count: Int) {
    var factors = try factor(depth)
    var count = 1
    while take("\u{B7}") || take(".") || take("*") {
      factors += try factor(depth)
      count += 1
    }
    return (factors, count)
  }

  private mutating func factor(_ depth: Int) throws(UnitError) -> [Factor] {
    skipBlank()
    guard let first = next else { throw failure(.factorExpected, expecting: Self.factor) }
    let start = at
    var factors: [Factor]
    if first == "(" {
      at += 1
      factors = try expression(depth: depth + 1)
      guard take(")") else {
        let found = next.map { " before \"\($0)\"" } ?? " at the end"
        throw failure(.unbalanced, at: start, expecting: "\")\"" + found)
      }
    } else if first == "{" {
      try annotation()
      return []
    } else if isDigit(first) {
      factors = try integer()
      if let after = next, Self.startsName(after) { factors += try factor(depth) }
      return factors
    } else if Self.startsName(first) {
      factors = [try name()]
    } else {
      throw failure(
        isOperator(first) ? .factorExpected : .unexpectedCharacter,
        expecting: Self.factor
      )
    }
    let power = try power()
    if next == "{" { try annotation() }
    for index in factors.indices {
      factors[index].power *= power
      guard factors[index].power.magnitude <= UnitExpression.powerLimit else {
        throw failure(.exponent, at: start, expecting: Self.exponent(UnitExpression.powerLimit))
      }
    }
    return factors
  }

  private mutating func integer() throws(UnitError) -> [Factor] {
    let offset = self.offset
    let digits = takeDigits()
    guard digits.count <= 18 else { throw failure(.outOfRange, at: at - digits.count) }
    var power = 1
    // UCUM writes 10*3 for 10^3, so a star between ten and a digit is no product.
    if digits == "10", next == "*", let digit = character(after: 1), isDigit(digit) || digit == "-"
    {
      at += 1
      power = try signedInteger(limit: UnitExpression.numberPowerLimit)
    } else if next == "^" || (next == "*" && character(after: 1) == "*") {
      power = try self.power(limit: UnitExpression.numberPowerLimit)
    }
    return [Factor(atom: .integer(digits), power: power, offset: offset)]
  }

  private mutating func name() throws(UnitError) -> Factor {
    let offset = self.offset
    var name = ""
    while let character = next {
      if character == "[" {
        let start = at
        while let inner = next, inner != "]" {
          name.append(inner)
          at += 1
        }
        guard next == "]" else {
          throw failure(.unbalanced, at: start, expecting: "\"]\" at the end")
        }
        name.append("]")
      } else if Self.startsName(character) || isDigit(character) {
        name.append(character)
      } else {
        break
      }
      at += 1
    }
    guard next == "<" else { return Factor(atom: .name(name), power: 1, offset: offset) }
    at += 1
    let start = at
    var mass = ""
    while let character = next, character != ">" {
      mass.append(character)
      at += 1
    }
    guard next == ">", !mass.isEmpty else {
      throw failure(
        .molarMass,
        at: start,
        part: mass,
        expecting: "a mass in g/mol and \">\", as in mol<180.156>"
      )
    }
    at += 1
    return Factor(atom: .molar(name, mass: mass), power: 1, offset: offset)
  }

  /// A comment in braces, UCUM §12: it means nothing.
  private mutating func annotation() throws(UnitError) {
    let start = at
    while let character = next, character != "}" { at += 1 }
    guard next == "}" else {
      throw failure(.unbalanced, at: start, expecting: "\"}\" at the end")
    }
    at += 1
  }

  private mutating func power(
    limit: Int = UnitExpression.powerLimit
  ) throws(UnitError) -> Int {
    if next == "^" {
      at += 1
      return try signedInteger(limit: limit)
    }
    if next == "*", character(after: 1) == "*" {
      at += 2
      return try signedInteger(limit: limit)
    }
    // UCUM writes s-1.
    if next == "-", let digit = character(after: 1), isDigit(digit) {
      return try signedInteger(limit: limit)
    }
    return 1
  }

  private mutating func signedInteger(limit: Int) throws(UnitError) -> Int {
    let start = at
    var isNegative = false
    if next == "-" || next == "+" {
      isNegative = next == "-"
      at += 1
    }
    let digits = takeDigits()
    guard let size = Int(digits), size <= limit else {
      throw failure(
        .exponent,
        at: start,
        part: digits.isEmpty ? nil : digits,
        expecting: Self.exponent(limit)
      )
    }
    return isNegative ? -size : size
  }
}

// MARK: - Characters

extension UnitExpressionParser {
  private var next: Character? { character(after: 0) }

  private var offset: Int { at < marks.count ? marks[at].offset : text.written.count }

  private func character(after count: Int) -> Character? {
    at + count < marks.count ? marks[at + count].character : nil
  }

  private mutating func skipBlank() {
    while next == " " { at += 1 }
  }

  /// Takes an operator or parenthesis with the blanks before it; a star must stand alone.
  private mutating func take(_ character: Character) -> Bool {
    var ahead = 0
    while self.character(after: ahead) == " " { ahead += 1 }
    guard self.character(after: ahead) == character else { return false }
    if character == "*", self.character(after: ahead + 1) == "*" { return false }
    at += ahead + 1
    return true
  }

  private mutating func takeDigits() -> String {
    var digits = ""
    while let character = next, isDigit(character) {
      digits.append(character)
      at += 1
    }
    return digits
  }

  private func isDigit(_ character: Character) -> Bool { character >= "0" && character <= "9" }

  private func isOperator(_ character: Character) -> Bool {
    character == "/" || character == "\u{B7}" || character == "." || character == "*"
  }

  private static let factor = "a unit, a number or \"(\""
  private static func exponent(_ limit: Int) -> String {
    "a whole number from -\(limit) to \(limit)"
  }

  private static func startsName(_ character: Character) -> Bool {
    character.isLetter || character == "_" || character == "[" || character == "%"
      || character == "\u{2030}" || character == "\u{B0}"
  }

  private func failure(
    _ code: UnitError.Code,
    at index: Int? = nil,
    part: String? = nil,
    expecting: String? = nil
  ) -> UnitError {
    let index = index ?? at
    let found = index < marks.count ? String(marks[index].character) : ""
    let offset = index < marks.count ? marks[index].offset : text.written.count
    return UnitError(code, text.written, at: offset, part: part ?? found, expectation: expecting)
  }
}
