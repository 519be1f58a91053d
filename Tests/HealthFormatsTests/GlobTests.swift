import Testing

@testable import HealthFormats

@Suite struct GlobTests {
  @Test(arguments: [
    ("iPhone", "iPhone"), ("iPhone", "i*"), ("iPhone", "*"), ("", "*"), ("", ""), ("iPhone", "*ne"),
    ("Anna’s Watch", "Anna's Watch"), ("Anna's Watch", "Anna’s Watch"),
    ("Anna’s\u{00A0}Apple\u{202F}Watch", "Anna's Apple Watch"), ("aXbXc", "a*b*c"),
    ("aaab", "*ab"), ("a*b", "a*b"), ("日本", "日*"), ("é", "e\u{301}"),
  ])
  func matches(text: String, pattern: String) {
    #expect(Glob.matches(text, pattern: pattern))
  }

  @Test(arguments: [
    ("iPhone", "iphone"), ("iPhone", "Phone"), ("iPhone", "iPhon"), ("iPhone", ""), ("", "a"),
    ("abc", "a*b"), ("abc", "*b"), ("a b", "ab"), ("aXc", "a*b*c"), ("iPhone", "iPhone?"),
  ])
  func doesNotMatch(text: String, pattern: String) {
    #expect(!Glob.matches(text, pattern: pattern))
  }

  @Test func manyStarsTakeNoTime() {
    let text = String(repeating: "a", count: 2000)
    #expect(!Glob.matches(text, pattern: String(repeating: "a*", count: 30) + "b"))
  }
}
