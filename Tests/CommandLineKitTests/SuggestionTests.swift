import CommandLineKit
import TestSupport
import Testing

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1),
      ("abc", "abd", 1), ("abc", "abcd", 1), ("ca", "abc", 3), ("kitten", "sitting", 3),
      ("output", "otuptu", 2),
    ] as [(String, String, Int)]
  )
  func distance(_ a: String, _ b: String, expected: Int) {
    #expect(editDistance(Array(a), Array(b)) == expected)
    #expect(editDistance(Array(b), Array(a)) == expected)
  }

  @Test func distanceIsBoundedAndZeroOnlyForEquals() {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<2000 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...7, using: &generator)).map { _ in
          Character(UnicodeScalar(UInt8.random(in: 97...99, using: &generator)))
        }
      }
      let distance = editDistance(words[0], words[1])
      #expect(distance <= max(words[0].count, words[1].count))
      #expect(distance >= abs(words[0].count - words[1].count))
      #expect((distance == 0) == (words[0] == words[1]))
    }
  }

  @Test func onlyOneCloseWordIsSuggested() {
    let words = ["--since", "--source", "--sort", "--to"]
    #expect(suggestion(for: "--sinec", among: words) == "--since")
    #expect(suggestion(for: "--srot", among: words) == "--sort")
    #expect(suggestion(for: "--so", among: words) == nil)  // the beginning of two
    #expect(suggestion(for: "--until", among: words) == nil)
    #expect(suggestion(for: "--s", among: words) == nil)
    #expect(suggestion(for: "", among: words) == nil)
    #expect(suggestion(for: "mile", among: ["mole", "pile"]) == nil)
    #expect(suggestion(for: "sou", among: ["source", "since"]) == "source")
    #expect(suggestion(for: "mil", among: ["mile", "mile"]) == "mile")
  }
}
