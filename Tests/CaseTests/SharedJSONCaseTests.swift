import JSONCodec
import TestSupport
import Testing

/// The JSON files of cases/, as far as the bytes go.
@Suite(.enabled(if: Shared.isAvailable)) struct SharedJSONCaseTests {
  private func text(_ path: String) throws -> String {
    String(decoding: try readBytes(Shared.path("cases/format-" + path)), as: UTF8.self)
  }

  @Test func case28NumbersThatAreNone() throws {
    let text = try text("28-nan-infinity-in-json/input.json")
    #expect(fault(text) == JSONError(.badLiteral, at: 17))
    let (bytes, tape) = try lenient(text)
    #expect(
      texts(tape, bytes) == [
        "values", "120.0", "NaN", "123.0", "Infinity", "-Infinity", "note", "NaN inside text stays",
      ]
    )
  }

  @Test func case29BigIntegersKeepEveryDigit() throws {
    let text = try text("29-big-integers/input.json")
    let value = try JSONValue.parse(Array(text.utf8))
    #expect(value["startTimeNanos"]?.numberText == "1499816949527975237")
    #expect(value["id"]?.numberText == "50000000014435121")
    #expect(value["id2"]?.numberText == "50000000014435122")
    #expect(value.compact() == text)
  }

  @Test(arguments: [("input.ndjson", 3), ("input-no-final-newline.ndjson", 2)])
  func case44BlankLines(file: String, count: Int) throws {
    #expect(
      lines(try text("44-ndjson-blank-lines/" + file)) == Array(repeating: true, count: count)
    )
  }

  @Test(arguments: [("input.json", 3, 23), ("input-pretty.json", 2, 12)])
  func case46SeveralDocuments(file: String, count: Int, second: Int) throws {
    let text = try text("46-concatenated-json/" + file)
    #expect(try JSONElementScanner.elements(in: Array(text.utf8).span).count == count)
    #expect(fault(text) == JSONError(.textAfterValue, at: second))
  }

  @Test func case47RawLineFeedInAString() throws {
    #expect(
      lines(try text("47-raw-newline-in-json-string/input.ndjson")) == [false, false, true]
    )
  }

  @Test func case49DeepNesting() throws {
    #expect(fault(try text("49-json-deep-nesting/input-ok.json")) == nil)
    #expect(fault(try text("49-json-deep-nesting/input.json"))?.code == .tooDeep)
  }

  @Test func case50LoneSurrogates() throws {
    let text = try text("50-json-lone-surrogate/input.json")
    #expect(fault(text) == JSONError(.loneSurrogate, at: 11))
    #expect(try JSONValue.parse(Array(#""\uD83D\uDE00""#.utf8)).stringValue == "\u{1F600}")
  }
}
