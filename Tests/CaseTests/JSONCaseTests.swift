import JSONCodec
import Testing

/// JSON that other readers stumbled over and that holds no health record.
///
/// It is numbered as `Fixtures/cli/format`.
@Suite struct JSONCaseTests {
  @Test func case28NumbersThatAreNone() throws {
    let text = #"{"w":[7,NaN,8.5,-Infinity,Infinity],"t":"Infinity stays"}"#
    #expect(fault(text) == JSONError(.badLiteral, at: 8))
    let (bytes, tape) = try lenient(text)
    #expect(
      texts(tape, bytes) == [
        "w", "7", "NaN", "8.5", "-Infinity", "Infinity", "t", "Infinity stays",
      ]
    )
    #expect(tape.tokens.filter { $0.kind == .nonFinite }.count == 3)
  }

  @Test func case29BigIntegersKeepEveryDigit() throws {
    let text = #"{"nanos":1775890800123456789,"id":70000000000000031,"id2":70000000000000032}"#
    let value = try JSONValue.parse(Array(text.utf8))
    #expect(value["nanos"]?.numberText == "1775890800123456789")
    #expect(value["id"]?.intValue == 70_000_000_000_000_031)
    #expect(value["id"]?.numberText != value["id2"]?.numberText)
    #expect(value.compact() == text)
  }

  @Test(
    arguments: [
      ("{\"k\":{}}{\"k\":[]}\n{\"l\":1}\n", 3, 8), ("{\n \"k\": 1\n}\n{\n \"k\": 2\n}\n", 2, 12),
    ]
  )
  func case46SeveralDocuments(text: String, count: Int, second: Int) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONElementScanner.elements(in: bytes.span).count == count)
    #expect(fault(text) == JSONError(.textAfterValue, at: second))
  }

  @Test func case47RawLineFeedInAString() {
    #expect(lines("{\"n\":\"one\ntwo\"}\n{\"n\":\"three\"}\n") == [false, false, true])
  }

  @Test func case49DeepNesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(fault(nested(200)) == nil)
    #expect(fault(nested(512)) == nil)
    #expect(fault(nested(513)) == JSONError(.tooDeep, at: 512))
    #expect(fault(String(repeating: "[", count: 250_000))?.code == .tooDeep)
    #expect(fault(String(repeating: #"{"a":"#, count: 90_000))?.code == .tooDeep)
  }

  @Test func case50LoneSurrogates() throws {
    #expect(fault(#"{"s":"\uD83D end"}"#) == JSONError(.loneSurrogate, at: 6))
    #expect(fault(#"["\uDE80"]"#) == JSONError(.loneSurrogate, at: 2))
    #expect(fault(#"["\uD83D\u0041"]"#) == JSONError(.loneSurrogate, at: 2))
    let pair = try JSONValue.parse(Array(#"["\uD83D\uDE80"]"#.utf8))
    #expect(pair[0]?.stringValue == "🚀")
  }
}

/// The fault of a text as one strict value, nil when there is none.
func fault(_ text: String) -> JSONError? { fault(Array(text.utf8)) }

func fault(_ bytes: [UInt8]) -> JSONError? {
  var tape = JSONTape()
  do throws(JSONError) {
    try tape.parse(bytes.span, 0..<bytes.count)
    return nil
  } catch {
    return error
  }
}

/// A text read with NaN and infinities.
func lenient(_ text: String) throws -> ([UInt8], JSONTape) {
  let bytes = Array(text.utf8)
  var tape = JSONTape()
  try tape.parse(bytes.span, 0..<bytes.count, allowsNaN: true)
  return (bytes, tape)
}

/// The texts of all tokens but brackets.
func texts(_ tape: JSONTape, _ bytes: [UInt8]) -> [String] {
  tape.tokens.indices.filter {
    tape.tokens[$0].kind != .objectStart && tape.tokens[$0].kind != .arrayStart
  }.map { String(decoding: bytes[tape.tokens[$0].range], as: UTF8.self) }
}

/// Whether each line that is not blank is one JSON value.
func lines(_ text: String) -> [Bool] {
  let bytes = Array(text.utf8)
  var found: [Bool] = []
  var start = 0
  while let line = JSONLines.line(in: bytes.span, from: start) {
    start = line.next
    if !line.isBlank { found.append(fault(Array(bytes[line.content])) == nil) }
  }
  return found
}
