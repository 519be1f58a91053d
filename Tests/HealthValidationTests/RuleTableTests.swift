import HealthValidation
import Testing

/// The table of rules against what everybody who reads it relies on.
@Suite struct RuleTableTests {
  @Test func `each id has one row, in the order of the ids`() {
    #expect(Rule.all.map(\.id) == RuleID.allCases)
  }

  @Test func `ids are two kebab-case words, and unique`() throws {
    let form = try Regex("[a-z]+\\.[a-z]+(-[a-z0-9]+)*")
    for id in RuleID.allCases {
      #expect(id.rawValue.wholeMatch(of: form) != nil, "\(id.rawValue)")
    }
    #expect(Set(RuleID.allCases.map(\.rawValue)).count == RuleID.allCases.count)
  }

  @Test(arguments: RuleID.allCases)
  func `a rule is found by its id, and as itself`(id: RuleID) {
    #expect(Rule.named(id.rawValue)?.id == id)
    #expect(Rule.of(id).id == id)
  }

  @Test func `no rule goes by another name`() {
    #expect(Rule.named("time.backwards") == nil)
    #expect(Rule.named("") == nil)
  }

  @Test(arguments: Rule.all.map(\.id))
  func `texts are of a form`(id: RuleID) throws {
    let rule = Rule.of(id)
    #expect(rule.title.first?.isUppercase == true)
    #expect(!rule.title.hasSuffix(".") && rule.title.count <= 72, "\(rule.title)")
    for sentence in [rule.why, rule.advice] {
      #expect(sentence.first?.isUppercase == true)
      #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."), "\(sentence)")
      // One sentence: no full stop before another word that begins one.
      let inner = try Regex("[.!?] [A-Z]")
      #expect(sentence.firstMatch(of: inner) == nil, "\(sentence)")
      #expect(!sentence.contains("\n") && !sentence.contains("  "))
    }
    #expect(rule.why != rule.advice)
  }

  @Test func `titles tell rules apart`() {
    #expect(Set(Rule.all.map(\.title)).count == Rule.all.count)
    #expect(Set(Rule.all.map(\.why)).count == Rule.all.count)
    #expect(Set(Rule.all.map(\.advice)).count == Rule.all.count)
  }
}
