import Testing

@testable import JSONSchema

@Suite("Patterns")
struct PatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pattern: String
    var text: String
    var expected: PatternAnswer
    var testDescription: String { "/\(pattern)/ on \(text)" }

    init(_ pattern: String, _ text: String, _ matches: Bool) {
      self.pattern = pattern
      self.text = text
      expected = matches ? .matches : .fails
    }
  }

  static let cases: [Case] = [
    Case("", "", true), Case("", "abc", true), Case("b", "abc", true), Case("^b", "abc", false),
    Case("c$", "abc", true), Case("^$", "", true), Case("^$", "a", false), Case("$^", "", true),
    Case("a|", "x", true), Case("^(a|b)*c$", "abbac", true), Case("^(a|b)*c$", "abdc", false),
    Case("^a{2}$", "aa", true), Case("^a{2}$", "aaa", false), Case("^a{2,}$", "aaaa", true),
    Case("^a{0,2}$", "aaa", false), Case("^(?:ab){1,3}$", "ababab", true),
    Case("^a{$", "a{", true), Case("^a{,3}$", "a{,3}", true), Case("x]y}", "x]y}", true),
    Case("^.$", "\u{1F432}", true), Case("^.$", "\n", false), Case("^.$", "\u{2028}", false),
    Case("^[^a]$", "é", true), Case("^[]$", "a", false), Case("[]", "a", false),
    Case("^[^]$", "\n", true), Case("^[a-c-]+$", "a-b", true), Case("^[\\w-]+$", "a-b_9", true),
    Case("^[\\]\\\\]+$", "]\\", true), Case("^\\x41\\u0042\\u{43}$", "ABC", true),
    Case("^\\uD83D\\uDC32$", "\u{1F432}", true), Case("^\\0$", "\0", true),
    Case("^[\\b]$", "\u{8}", true), Case("\\bfoo\\b", "a foo b", true),
    Case("\\bfoo\\b", "afoo", false), Case("\\Bo", "foo", true), Case("\\Bf", "foo", false),
    Case("^\\-\\_\\@\\ $", "-_@ ", true), Case("^\\p{Lu}\\p{Ll}+$", "Éa", true),
    Case("^\\P{L}$", "1", true), Case("^\\p{Script=Greek}+$", "αβγ", true),
    Case("^\\p{Script=Greek}+$", "αbγ", false), Case("^\\p{sc=Han}$", "丈", true),
    Case("^(?!abc)", "abd", true), Case("^(?!abc)", "abcd", false),
    Case("^(?=.*\\d)(?=.*[a-z]).{4,}$", "ab12", true),
    Case("^(?=.*\\d)(?=.*[a-z]).{4,}$", "abcd", false),
    Case("(?<=a+)b", "xaab", true), Case("(?<=a+)b", "xb", false),
    Case("(?<!a)b", "ab", false), Case("(?<!a)b", "cb", true),
    Case("(?<=\\$)\\d+", "cost $5", true), Case("(?<=^|,)x", "a,x", true),
    Case("^(a+)b\\1$", "aabaa", true), Case("^(a+)b\\1$", "aaba", false),
    Case("^(?<q>['\"]).*\\k<q>$", "'a'", true), Case("^(?<q>['\"]).*\\k<q>$", "'a\"", false),
    Case("^\\1(a)$", "a", true), Case("^(?:(a)|b)\\1$", "b", true),
    Case("^(?:(a)|b)*\\1$", "ab", true), Case("(?<=\\1(a))b", "aab", true),
    Case("^(a*)*$", "aaa", true), Case("^(a*)*$", "aab", false), Case("^(|a)+$", "aaa", true),
    Case("^(?:a?){50}b$", "aaab", true), Case("é+", "caféé", true), Case("^a.c$", "aéc", true),
    Case("(?:)*", "", true), Case("^\\cJ$", "\n", true), Case("[\\d-x]", "-", true),
    Case("^HK(Quantity|Category)TypeIdentifier[A-Za-z0-9]+$", "HKQuantityTypeIdentifierX1", true),
    Case("^\\d{4}-\\d{2}$", "2024-1é", false), Case("^\\d{4}-\\d{2}$", "2024-12", true),
    Case("^\\S{3}$", "aéb", true), Case("^\\S{3}$", "aé", false),
  ]

  @Test(arguments: cases)
  func answers(_ example: Case) throws {
    let pattern = try Pattern(example.pattern)
    let bytes = Array(example.text.utf8)
    var matcher = PatternMatcher(pattern)
    // Twice, since the second run goes through what the first one learnt.
    for _ in 0..<2 { #expect(matcher.answer(bytes.span, 0..<bytes.count) == example.expected) }
    // Inside of other text nothing may change.
    let wide = Array("x\(example.text)y".utf8)
    #expect(matcher.answer(wide.span, 1..<(wide.count - 1)) == example.expected)
    if !pattern.program.hasReferences {
      let slow = Backtracker.matches(pattern.program, bytes.span, 0..<bytes.count)
      #expect(slow == example.expected)
    }
  }

  @Test(arguments: [
    ("(", PatternError.Code.unbalanced), (")", .unbalanced), ("a)", .unbalanced),
    ("[a", .badClass), ("[b-a]", .badClass), ("*a", .badQuantifier), ("a**", .badQuantifier),
    ("a{2,1}", .badQuantifier), ("{1}", .badQuantifier), ("^*", .badQuantifier),
    ("\\", .badEscape), ("\\a", .badEscape), ("\\Z", .badEscape), ("\\u12", .badEscape),
    ("\\c1", .badEscape), ("\\00", .badEscape), ("\\u{110000}", .badEscape), ("\\k", .badEscape),
    ("(?i)a", .badGroup), ("(?<1>a)", .badGroup), ("(?<a>x)(?<a>y)", .badGroup),
    ("(?P<a>x)", .badGroup), ("\\1", .badReference), ("\\k<a>", .badReference),
    ("\\p{Nope}", .unknownProperty), ("\\p{Script=Nope}", .unknownProperty),
    ("(((a{100}){100}){100}){100}", .tooLarge), ("\\p{}", .unknownProperty),
  ])
  func refuses(_ source: String, _ code: PatternError.Code) {
    let error = #expect(throws: PatternError.self) { _ = try Pattern(source) }
    #expect(error?.code == code)
    #expect((0...source.unicodeScalars.count).contains(error?.offset ?? -1))
  }

  @Test
  func nestingIsBounded() {
    let deep = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(throws: PatternError.self) { _ = try Pattern(deep) }
  }

  /// Patterns that make backtracking engines run for years.
  @Test(arguments: [
    "^(a+)+$", "^(a*)*b$", "^(a|a)*$", "^(.*a){12}$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(?=(a+)+$)", "^(a+)+(?!b)$", "(a?){30}a{30}$",
  ])
  func neverHangs(_ source: String) throws {
    let bytes = Array((String(repeating: "a", count: 3_000) + "!").utf8)
    var matcher = PatternMatcher(try Pattern(source))
    let elapsed = ContinuousClock().measure {
      _ = matcher.answer(bytes.span, 0..<bytes.count)
    }
    #expect(elapsed < .seconds(5))
  }

  @Test
  func referencesGiveUp() throws {
    let bytes = Array((String(repeating: "a", count: 3_000) + "!").utf8)
    var matcher = PatternMatcher(try Pattern("^(a+)+\\1b$"))
    #expect(matcher.answer(bytes.span, 0..<bytes.count) == .gaveUp)
  }
}
