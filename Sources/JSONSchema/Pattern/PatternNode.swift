/// The tree of a regular expression.
indirect enum PatternNode: Sendable {
  case empty
  case set(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// The groups inside are forgotten at the start of each round (ECMA-262 §22.2.2.3.1).
  case loop(PatternNode, min: Int, max: Int?, isGreedy: Bool, groups: Range<Int>)
  case capture(PatternNode, Int)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  case look(PatternNode, isAhead: Bool, isNegated: Bool)
  case reference(Int)

  /// Whether it can match without taking a character.
  var isNullable: Bool {
    switch self {
    case .set: false
    case .sequence(let parts): parts.allSatisfy(\.isNullable)
    case .choice(let parts): parts.contains(where: \.isNullable)
    case .loop(let body, let min, _, _, _): min == 0 || body.isNullable
    case .capture(let body, _): body.isNullable
    default: true
    }
  }
}
