/// Why a text names no unit, or why two units do not convert.
public struct UnitError: Error, Sendable, Equatable {
  /// The kinds of failure, with their stable names.
  public enum Code: String, Sendable, CaseIterable {
    /// There is no text.
    case empty = "unit.empty"
    /// The text is longer than any unit.
    case tooLong = "unit.too-long"
    /// Parentheses are nested beyond the limit.
    case tooDeep = "unit.too-deep"
    /// A name is in no table.
    case unknown = "unit.unknown"
    /// A word names several units, and nothing decides.
    case ambiguous = "unit.ambiguous"
    /// `a/b/c·d` is read in two ways.
    case ambiguousProduct = "unit.ambiguous-product"
    /// A character has no place in the grammar.
    case unexpectedCharacter = "unit.unexpected-character"
    /// An operator has nothing on one side.
    case factorExpected = "unit.factor-expected"
    /// A parenthesis, bracket or brace has no partner.
    case unbalanced = "unit.unbalanced-parenthesis"
    /// A power is missing, no number, or beyond the limit.
    case exponent = "unit.bad-exponent"
    /// The text in angle brackets is no mass.
    case molarMass = "unit.bad-molar-mass"
    /// A scale or level is part of a product.
    case notInProduct = "unit.not-in-product"
    /// A factor or dimension is beyond what can be computed.
    case outOfRange = "unit.out-of-range"
    /// The unit measures something else.
    case dimension = "unit.dimension"
    /// The units measure the same, but no rational factor relates them.
    case noConversion = "unit.no-conversion"
    /// A code of UCUM that has no place here.
    case unsupported = "unit.unsupported"
    /// The text beside a unit is no number.
    case number = "unit.bad-number"
    /// The exponent of a number is beyond ±5000.
    case numberRange = "unit.number-out-of-range"
    /// A new spelling means something already.
    case taken = "unit.spelling-taken"
    /// A new unit has no symbol, no factor or no linear base.
    case definition = "unit.bad-definition"
  }

  /// What went wrong.
  public var code: Code
  /// The whole text that was to be read as a unit.
  public var text: String
  /// Where in the text, counted in characters from 0.
  public var offset: Int
  /// The part of the text the failure is about.
  public var part: String
  /// Spellings that may have been meant, best first.
  public var suggestions: [String]
  /// Why the spelling is refused, for the codes that need it.
  public var reason: String?
  /// What could have stood at the place, for a text that breaks the grammar.
  public var expectation: String?
  /// The dimension of the text, when dimensions disagree.
  public var found: Dimension?
  /// The dimension that was expected, when dimensions disagree.
  public var expected: Dimension?

  /// A number that is too large or too small.
  public init(numberOutOfRange text: String) { self.init(.numberRange, text) }

  /// A text that stands where a number was expected, or that has no unit after it.
  public init(number text: String, isAlone: Bool = false) {
    self.init(.number, text)
    if isAlone { expectation = "a number, a blank and a unit" }
  }

  init(
    _ code: Code,
    _ text: String,
    at offset: Int = 0,
    part: String? = nil,
    suggestions: [String] = [],
    reason: String? = nil,
    expectation: String? = nil,
    found: Dimension? = nil,
    expected: Dimension? = nil
  ) {
    self.code = code
    self.text = text
    self.offset = offset
    self.part = part ?? text
    self.suggestions = suggestions
    self.reason = reason
    self.expectation = expectation
    self.found = found
    self.expected = expected
  }
}

extension UnitError {
  /// Whether the failure is about one place in the text.
  private var hasPlace: Bool {
    switch code {
    case .empty, .tooLong, .dimension, .noConversion, .number, .numberRange, .taken, .definition:
      false
    default: true
    }
  }

  /// The text with a caret below the character in question, each line indented by two spaces.
  ///
  /// Empty where the failure is not about one place. Of a long text a window is shown.
  public var diagram: String {
    guard hasPlace, !text.isEmpty else { return "" }
    let characters = Array(text)
    let at = min(offset, characters.count)
    let start = max(0, at - 50)
    let end = min(characters.count, start + 70)
    // What has no width of its own would move the caret.
    let shown = characters[start..<end].map { character in
      let isPlain = character.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control
      }
      return isPlain ? character : "?"
    }
    let ellipsis = start > 0 ? "..." : ""
    let line = ellipsis + String(shown) + (end < characters.count ? "..." : "")
    return "  \(line)\n  \(String(repeating: " ", count: ellipsis.count + at - start))^\n"
  }
}

extension UnitError: CustomStringConvertible {
  /// One sentence without a full stop: what, where, and what may have been meant.
  public var description: String {
    var sentence = statement
    if let expectation { sentence += "; expected \(expectation)" }
    if !suggestions.isEmpty {
      sentence += "; did you mean \(Self.list(suggestions))?"
    }
    return sentence
  }

  private var statement: String {
    let place = offset > 0 ? " at character \(offset + 1) of \"\(text)\"" : ""
    switch code {
    case .empty: return "an empty text names no unit"
    case .tooLong: return "a unit has at most \(UnitText.lengthLimit) characters"
    case .tooDeep: return "parentheses are nested too deeply" + place
    case .unknown: return "unknown unit \"\(part)\"" + place
    case .ambiguous: return "\"\(part)\"\(place) is ambiguous: \(reason ?? "it names two units")"
    case .ambiguousProduct:
      return "\"\(text)\" is ambiguous: after two divisions a product needs parentheses"
    case .unexpectedCharacter:
      return part.isEmpty ? "the unit \"\(text)\" ends too soon" : "unexpected \"\(part)\"" + place
    case .factorExpected: return "a unit is missing" + (place.isEmpty ? " in \"\(text)\"" : place)
    case .unbalanced:
      return "\"\(part)\"\(offset > 0 ? place : " in \"\(text)\"") is not "
        + (part == ")" || part == "]" || part == "}" ? "opened" : "closed")
    case .exponent:
      return (part.isEmpty ? "an exponent is missing" : "bad exponent \"\(part)\"") + place
    case .molarMass:
      return (part.isEmpty ? "a molar mass is missing" : "bad molar mass \"\(part)\"") + place
    case .notInProduct: return "\"\(part)\"\(place) cannot be part of a product"
    case .outOfRange: return "the factor of \"\(text)\" is out of range"
    case .dimension:
      return "\"\(text)\" measures \(words(found)), not \(words(expected))"
    case .noConversion: return "\(text) does not convert to \(part)"
    case .unsupported:
      return "the UCUM code \"\(part)\" is not supported: it is \(reason ?? "out of scope")"
    case .number: return "\"\(text)\" is not a number"
    case .numberRange: return "the number \"\(text)\" is out of range"
    case .taken:
      return "the spelling \"\(part)\" is taken already\(reason.map { ": " + $0 } ?? "")"
    case .definition: return "\"\(text)\" is no definition of a unit: \(reason ?? "")"
    }
  }

  private func words(_ dimension: Dimension?) -> String { dimension?.description ?? "nothing" }

  private static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " or " + last
  }
}
