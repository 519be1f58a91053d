import JSONCodec
import TestSupport
import Testing

@Suite struct LookupTests {
  @Test func valuesAreFoundByKey() throws {
    let document = try Document(#"{"a":{"b":1},"":2,"b":[3],"\u0063":4,"a":5,"Größe":6}"#)
    func text(_ key: StaticString) -> String? { document.index(of: key).map(document.text) }
    #expect(text("a") == #"{"b":1}"#)
    #expect(text("") == "2")
    #expect(text("b") == "[3]")
    #expect(text("c") == "4")
    #expect(text("Größe") == "6")
    #expect(text("d") == nil)
    #expect(text("aa") == nil)
    let inner = try #require(document.index(of: "a"))
    #expect(document.index(of: Array("b".utf8), in: inner) == inner + 2)
    #expect(document.index(of: "a" as StaticString, in: inner + 2) == nil)
  }

  @Test func textIsUnescaped() throws {
    let document = try Document(#"["a\u00e9\ud83d\ude00\/\t","plain"]"#)
    #expect(document.text(1) == "aé😀/\t")
    #expect(document.equals(1, "aé😀/\t"))
    #expect(document.equals(2, "plain"))
    #expect(!document.equals(2, "plaid"))
    #expect(!document.equals(2, "plain "))
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":2}"#, nil), (#"{"a":1,"a":2}"#, 7), (#"{"a":{"a":1},"b":1}"#, nil),
      (#"{"a":1,"\u0061":2}"#, 7), (#"{"":1,"":2}"#, 6), ("{}", nil), (#"[{"a":1,"a":1}]"#, nil),
      (#"{"ab":1,"ba":[1],"xxy":1,"ba":0}"#, 25), ("{\"\u{e9}\":1,\"e\u{301}\":2}", nil),
    ] as [(String, Int?)]
  )
  func repeatedKeysAreFound(_ text: String, _ offset: Int?) throws {
    let document = try Document(text)
    #expect(document.duplicate.map { document.tape.tokens[$0].offset } == offset)
  }

  @Test func repeatedKeysOfLargeObjectsAreFound() throws {
    let members = (0..<20_000).map { "\"k\($0)\":\($0)" }
    let good = try Document("{" + members.joined(separator: ",") + "}")
    #expect(good.duplicate == nil)
    let bad = try Document("{" + members.joined(separator: ",") + ",\"k17\":0}")
    #expect(bad.duplicate == 40_001)
  }

  @Test func randomObjectsMatchASet() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      let keys = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        String("abcde".shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
      }
      let members = keys.map { "\"\($0)\":[0]" }
      let document = try Document("{" + members.joined(separator: ",") + "}")
      let expected = keys.indices.first { keys[..<$0].contains(keys[$0]) }
      // A key, its array and the element: three tokens a member.
      #expect(document.duplicate == expected.map { 1 + 3 * $0 }, "\(keys)")
    }
  }
}
