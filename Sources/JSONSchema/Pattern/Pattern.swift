/// A regular expression with the meaning of ECMA-262 under the flag `u`, compiled once.
///
/// It asks whether a text has a match anywhere, which is all that `pattern` needs. Patterns without
/// look-around, references and word boundaries take time linear in the text; others are bounded by
/// a number of steps. No pattern hangs.
package struct Pattern: Sendable {
  /// The expression as it was written.
  package let source: String
  let program: PatternProgram
  let fixed: FixedPattern?

  package init(_ source: String) throws(PatternError) {
    try self.init(source, isWhole: false)
  }

  /// A pattern that must match the whole text.
  package init(whole source: String) throws(PatternError) {
    try self.init(source, isWhole: true)
  }

  private init(_ source: String, isWhole: Bool) throws(PatternError) {
    self.source = source
    let parsed = try PatternParser.parse(source.unicodeScalars.map(\.value))
    let tree = isWhole ? PatternNode.sequence([.start, parsed.tree, .end]) : parsed.tree
    program = try PatternProgram(tree, groups: parsed.groups)
    fixed = FixedPattern(tree)
  }
}

/// A pattern and what was learnt while it ran; one for each thread.
package struct PatternMatcher: Sendable {
  private let pattern: Pattern
  private var automaton: LazyAutomaton

  package init(_ pattern: Pattern) {
    self.pattern = pattern
    automaton = LazyAutomaton(pattern.program)
  }

  /// What the pattern says of a range of bytes, which should be UTF-8.
  @inline(__always)
  package mutating func answer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PatternAnswer {
    if let fixed = pattern.fixed, let answer = fixed.matches(bytes, range) {
      return answer ? .matches : .fails
    }
    if pattern.program.isRegular {
      return automaton.matches(bytes, range) ? .matches : .fails
    }
    return Backtracker.matches(pattern.program, bytes, range)
  }
}
