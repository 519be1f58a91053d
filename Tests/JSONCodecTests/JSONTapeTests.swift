import JSONCodec
import TestSupport
import Testing

@Suite struct JSONTapeTests {
  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1),
      (#"{"a"#, .unexpectedEnd, 3), (#"{"a":tr"#, .unexpectedEnd, 7), ("[1", .unexpectedEnd, 2),
      ("[-", .unexpectedEnd, 2), ("[1.", .unexpectedEnd, 3), (#"["\u12"#, .unexpectedEnd, 6),
      (#"["\ud83d\u"#, .unexpectedEnd, 10), ("[,1]", .unexpectedCharacter, 1),
      ("[1,]", .unexpectedCharacter, 3), ("[1 2]", .unexpectedCharacter, 3),
      (#"{"a" 1}"#, .unexpectedCharacter, 5), ("{1:2}", .unexpectedCharacter, 1),
      ("[}", .unexpectedCharacter, 1), ("[1}", .unexpectedCharacter, 2),
      ("[.5]", .unexpectedCharacter, 1), ("[1.e]", .badNumber, 3), ("[1e+]", .badNumber, 4),
      ("[-x]", .badLiteral, 1), ("[-+1]", .badNumber, 2), ("[00]", .badNumber, 2),
      ("[nul]", .badLiteral, 1), ("[True]", .badLiteral, 1), ("[nulll]", .unexpectedCharacter, 5),
      (#"["\x"]"#, .badEscape, 2), (#"["\u12g4"]"#, .badEscape, 2),
      ("[\"a\tb\"]", .controlCharacter, 3),
      (#"["a\udc00"]"#, .loneSurrogate, 3), (#"["\ud800\n"]"#, .loneSurrogate, 2),
      (#"["\ud800\ud800"]"#, .loneSurrogate, 2), ("1 2", .textAfterValue, 2),
      ("{}}", .textAfterValue, 2), ("truex", .textAfterValue, 4),
    ] as [(String, JSONError.Code, Int)]
  )
  func faultsHaveACodeAndAnOffset(_ text: String, _ code: JSONError.Code, _ offset: Int) {
    #expect(parseError(text) == JSONError(code, at: offset))
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x80],
      [0xC3], [0xF0, 0x9F, 0x91],
    ] as [[UInt8]]
  )
  func illFormedUTF8IsRefused(_ sequence: [UInt8]) {
    let text = Array("[\"é".utf8) + sequence + Array("\"]".utf8)
    #expect(parseTape(text) == .failure(JSONError(.notUTF8, at: 4)))
  }

  @Test func everyCharacterIsAccepted() {
    for scalar in stride(from: 0x20, through: 0x10FFFF, by: 7).compactMap(Unicode.Scalar.init) {
      if scalar == "\"" || scalar == "\\" { continue }
      let bytes = Array("\"\(Character(scalar))\"".utf8)
      guard case .success = parseTape(bytes) else {
        Issue.record("U+\(String(scalar.value, radix: 16))")
        return
      }
    }
  }

  @Test func tokensLieFlat() throws {
    let bytes = Array(#" {"a":[1,"x\n"],"b":{}} "#.utf8)
    var tape = JSONTape()
    try tape.parse(bytes.span, 0..<bytes.count)
    #expect(
      tape.tokens.map(\.kind) == [
        .objectStart, .key, .arrayStart, .number, .string, .key, .objectStart,
      ]
    )
    #expect(tape.tokens.map(\.next) == [7, 2, 5, 4, 5, 6, 7])
    #expect(tape.tokens.map(\.range) == [1..<23, 3..<4, 6..<15, 7..<8, 10..<13, 17..<18, 20..<22])
    #expect(tape.tokens.map(\.hasEscapes) == [false, false, false, false, true, false, false])
    #expect(tape.tokens.map(\.offset) == [1, 2, 6, 7, 9, 16, 20])
    #expect(MemoryLayout<JSONToken>.stride == 16)
  }

  @Test func onlyTheRangeIsRead() throws {
    let bytes = Array(#"]]{"a":1}]]"#.utf8)
    #expect(parseTape(bytes, 2..<9) == parseSlowly(bytes, 2..<9))
    #expect(parseTape(bytes, 2..<8) == .failure(JSONError(.unexpectedEnd, at: 8)))
    #expect(parseTape(Array(#""ab"cd"#.utf8), 0..<3) == .failure(JSONError(.unexpectedEnd, at: 3)))
  }

  @Test func theTapeCanBeReusedAfterAFault() throws {
    var tape = JSONTape()
    #expect(throws: JSONError(.unexpectedEnd, at: 4)) {
      try tape.parse(Array("[[1,".utf8).span, 0..<4)
    }
    #expect(tape.tokens.isEmpty)
    #expect(throws: JSONError(.textAfterValue, at: 3)) {
      try tape.parse(Array("[1]2".utf8).span, 0..<4)
    }
    #expect(tape.tokens.map(\.next) == [2, 2])
    try tape.parse(Array("7".utf8).span, 0..<1)
    #expect(tape.tokens.map(\.kind) == [.number])
  }

  @Test func nonFiniteNumbersAreToleratedOnRequest() {
    let text = #"{"values":[120.0,NaN,123.0,Infinity,-Infinity],"note":"NaN inside text stays"}"#
    #expect(parseError(text) == JSONError(.badLiteral, at: 17))
    guard case .success(let tokens) = parseTape(Array(text.utf8), allowsNaN: true) else {
      Issue.record("refused")
      return
    }
    #expect(
      tokens[3...7].map(\.kind) == [.number, .nonFinite, .number, .nonFinite, .nonFinite]
    )
    for bad in ["nan", "-NaN", "NaNN", "Inf", "+Infinity", "-Infinite", "-"] {
      #expect(parseError(bad, allowsNaN: true) != nil)
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func deepNestingIsAFaultAndNoCrash(_ opening: String) {
    let bytes = Array(String(repeating: opening, count: 100_000).utf8)
    let perOpening = opening.utf8.filter { $0 == 0x5B || $0 == 0x7B }.count
    guard case .failure(let error) = parseTape(bytes) else {
      Issue.record("accepted")
      return
    }
    #expect(error.code == .tooDeep)
    #expect(error.offset == 512 / perOpening * opening.utf8.count)
  }

  @Test func theDepthLimitIsExact() throws {
    let bytes = Array(
      (String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8
    )
    var tape = JSONTape()
    try tape.parse(bytes.span, 0..<bytes.count)
    #expect(tape.tokens.count == 512)
    #expect(throws: JSONError(.tooDeep, at: 511)) {
      try tape.parse(bytes.span, 0..<bytes.count, depthLimit: 511)
    }
    let deep = Array(
      (String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8
    )
    try tape.parse(deep.span, 0..<deep.count, depthLimit: 100_000)
    #expect(tape.tokens.last?.next == 100_000)
  }
}
