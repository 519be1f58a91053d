import TestSupport
import Testing

@testable import JSONSchema

/// The automaton, the search with memory and a matcher by definition must agree.
@Suite("Pattern twins")
struct PatternTwinTests {
  @Test
  func randomPatternsAgree() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<1_500 {
      let tree = Self.tree(3, &random)
      let anchored = Bool.random(using: &random)
      let whole = anchored ? PatternNode.sequence([.start, tree, .end]) : tree
      let program = try PatternProgram(whole, groups: 0)
      var automaton = LazyAutomaton(program)
      for _ in 0..<6 {
        let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in
          ["a", "b", "c", "é", "\u{1F432}"].randomElement(using: &random) ?? "a"
        }
        let scalars = text.joined().unicodeScalars.map(\.value)
        let expected =
          anchored
          ? SlowPattern.ends(tree, scalars, 0).contains(scalars.count)
          : (0...scalars.count).contains { !SlowPattern.ends(tree, scalars, $0).isEmpty }
        let bytes = Array(text.joined().utf8)
        if program.isRegular {
          #expect(automaton.matches(bytes.span, 0..<bytes.count) == expected, "\(whole) \(text)")
        }
        let found = Backtracker.matches(program, bytes.span, 0..<bytes.count)
        #expect((found == .matches) == expected, "\(whole) \(text)")
        if let fixed = FixedPattern(whole)?.matches(bytes.span, 0..<bytes.count) {
          #expect(fixed == expected, "\(whole) \(text)")
        }
      }
    }
  }

  static func tree(_ depth: Int, _ random: inout SplitMix64) -> PatternNode {
    let letters = ScalarSet([0x61...0x61])
    switch Int.random(in: 0...(depth > 0 ? 10 : 3), using: &random) {
    case 0: return .set(letters)
    case 1: return .set(ScalarSet([0x61...0x62, 0xE9...0xE9]))
    case 2: return .set(letters.inverted)
    case 3: return .empty
    case 4, 5: return .sequence([tree(depth - 1, &random), tree(depth - 1, &random)])
    case 6, 7: return .choice([tree(depth - 1, &random), tree(depth - 1, &random)])
    case 8:
      let min = Int.random(in: 0...2, using: &random)
      let max = Bool.random(using: &random) ? min + Int.random(in: 0...2, using: &random) : nil
      let isGreedy = Bool.random(using: &random)
      return .loop(tree(depth - 1, &random), min: min, max: max, isGreedy: isGreedy, groups: 0..<0)
    case 9:
      let isNegated = Bool.random(using: &random)
      let isAhead = Bool.random(using: &random)
      return .look(tree(depth - 1, &random), isAhead: isAhead, isNegated: isNegated)
    default: return .wordBoundary(isNegated: Bool.random(using: &random))
    }
  }
}

/// All places where a match that starts at one place can end, straight from the meaning.
enum SlowPattern {
  static func ends(_ node: PatternNode, _ text: [UInt32], _ at: Int) -> Set<Int> {
    switch node {
    case .empty: return [at]
    case .set(let set): return at < text.count && set.contains(text[at]) ? [at + 1] : []
    case .sequence(let parts):
      return parts.reduce([at]) { places, part in
        Set(places.flatMap { ends(part, text, $0) })
      }
    case .choice(let branches): return Set(branches.flatMap { ends($0, text, at) })
    case .loop(let body, let min, let max, _, _):
      var places: Set<Int> = [at]
      for _ in 0..<min { places = Set(places.flatMap { ends(body, text, $0) }) }
      var all = places
      for _ in 0..<(max.map { $0 - min } ?? text.count + 1) {
        places = Set(places.flatMap { ends(body, text, $0) })
        all.formUnion(places)
      }
      return all
    case .capture(let body, _): return ends(body, text, at)
    case .start: return at == 0 ? [at] : []
    case .end: return at == text.count ? [at] : []
    case .wordBoundary(let isNegated):
      let before = at > 0 && ScalarSet.words.contains(text[at - 1])
      let after = at < text.count && ScalarSet.words.contains(text[at])
      return (before != after) != isNegated ? [at] : []
    case .look(let body, true, let isNegated):
      return ends(body, text, at).isEmpty == isNegated ? [at] : []
    case .look(let body, false, let isNegated):
      let found = (0...at).contains { ends(body, text, $0).contains(at) }
      return found != isNegated ? [at] : []
    case .reference: return [at]
    }
  }
}
