import Foundation
import JSONCodec
import TestSupport
import Testing

@Suite struct JSONValueTests {
  @Test func randomTreesComeBack() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<600 {
      let value = random.tree(depth: 5)
      let compact = value.compact()
      #expect(try JSONValue.parse(Array(compact.utf8)) == value, "\(compact)")
      let pretty = value.pretty()
      #expect(try JSONValue.parse(Array(pretty.utf8)) == value, "\(pretty)")
    }
  }

  @Test func foundationReadsWhatIsWritten() throws {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<100 {
      let value = random.tree(depth: 3)
      let data = Data(value.pretty().utf8)
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }
  }

  @Test func prettyText() {
    let value = JSONValue.object([
      ("a", .array([.integer(1), .array([]), .object([])])), ("b", .object([("c", .null)])),
      ("d\n", .bool(true)),
    ])
    #expect(
      value.pretty() == """
        {
          "a": [
            1,
            [],
            {}
          ],
          "b": {
            "c": null
          },
          "d\\n": true
        }
        """
    )
    #expect(value.compact() == #"{"a":[1,[],{}],"b":{"c":null},"d\n":true}"#)
  }

  @Test func accessors() throws {
    let value = try JSONValue.parse(
      Array(#"{"n":12,"f":1.50,"s":"x","t":true,"z":null,"a":[1,"2"],"n":13}"#.utf8)
    )
    #expect(value["n"]?.intValue == 12)
    #expect(value["f"]?.numberText == "1.50")
    #expect(value["f"]?.intValue == nil)
    #expect(value["s"]?.stringValue == "x")
    #expect(value["t"]?.boolValue == true)
    #expect(value["z"]?.isNull == true)
    #expect(value["a"]?[1]?.stringValue == "2")
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?.elements?.count == 2)
    #expect(value["missing"] == nil)
    #expect(value["s"]?["x"] == nil)
    #expect(value.members?.map(\.key) == ["n", "f", "s", "t", "z", "a", "n"])
  }

  @Test func composedAndDecomposedKeysDiffer() throws {
    let value = try JSONValue.parse(Array("{\"e\u{301}\":1,\"\u{e9}\":2}".utf8))
    #expect(value["\u{e9}"]?.intValue == 2)
    #expect(JSONValue.string("e\u{301}") != JSONValue.string("\u{e9}"))
  }

  @Test func nonFiniteNumbersAreNull() throws {
    let bytes = Array("[1,NaN,-Infinity]".utf8)
    #expect(try JSONValue.parse(bytes.span, allowsNaN: true).compact() == "[1,null,null]")
    #expect(throws: JSONError(.badLiteral, at: 3)) { try JSONValue.parse(bytes) }
  }
}

extension SplitMix64 {
  fileprivate mutating func tree(depth: Int) -> JSONValue {
    let count = Int.random(in: 0...4, using: &self)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .integer(Int.random(in: Int.min...Int.max, using: &self))
    case 3: return .number("\(Double.random(in: -1e9...1e9, using: &self))")
    case 4: return .string(word())
    case 5, 6: return .array((0..<count).map { _ in tree(depth: depth - 1) })
    default: return .object((0..<count).map { _ in (word(), tree(depth: depth - 1)) })
    }
  }

  private mutating func word() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", " ", "\"", "\\", "/", "\0", "\n", "\t", "\u{1f}", "\u{7f}", "é", "\u{2028}", "€",
      "\u{FFFF}", "😀", "\u{10FFFF}",
    ]
    var word = ""
    for _ in 0..<Int.random(in: 0...20, using: &self) {
      word.unicodeScalars.append(scalars.randomElement(using: &self) ?? "x")
    }
    return word
  }
}
