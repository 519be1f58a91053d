import JSONCodec
import TestSupport
import Testing

/// What a scan gives: the elements found and the fault that ended it.
struct Scanned: Equatable {
  var elements: [JSONElement] = []
  var error: JSONError?
}

private func scan(_ bytes: [UInt8], cuts: [Int] = []) -> Scanned {
  var scanner = JSONElementScanner()
  var scanned = Scanned()
  let ends = cuts + [bytes.count]
  var start = 0
  for (position, end) in ends.enumerated() {
    let kept = scanner.keepFrom
    do throws(JSONError) {
      let isLast = position == ends.count - 1
      try scanner.scan(bytes.span.extracting(start..<end), isLast: isLast)
    } catch {
      scanned.error = error
    }
    // Whatever is reported later starts at or after the offset that was to be kept.
    #expect(scanner.elements.allSatisfy { $0.range.lowerBound >= kept })
    #expect(scanner.elements.allSatisfy { $0.kind != .member || $0.key.lowerBound > kept })
    scanned.elements += scanner.elements
    start = end
    if scanned.error != nil { return scanned }
  }
  return scanned
}

private func scanSlowly(_ bytes: [UInt8]) -> Scanned {
  var twin = SlowElements(bytes)
  do throws(JSONError) {
    try twin.run()
    return Scanned(elements: twin.elements)
  } catch {
    return Scanned(elements: twin.elements, error: error)
  }
}

private func described(_ text: String) throws -> [String] {
  let bytes = Array(text.utf8)
  func cut(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  return try JSONElementScanner.elements(in: bytes.span).map {
    switch $0.kind {
    case .record: "record \(cut($0.range))"
    case .member: "member \(cut($0.key))=\(cut($0.range))"
    case .value: "value \(cut($0.range))"
    }
  }
}

@Suite struct JSONElementScannerTests {
  @Test(
    arguments: [
      ("", []), (" \n", []), ("[]", []), (" [ ] ", []), ("{}", ["value {}"]),
      (
        "[1, \"a,]\" ,{\"b\":[2,3]},[[]]]",
        ["record 1", "record \"a,]\"", "record {\"b\":[2,3]}", "record [[]]"]
      ),
      (
        #"{"format":"x","records":[{"a":1},{"b":"\"]"}],"n":{"records":[1]}}"#,
        [
          #"member format="x""#, #"record {"a":1}"#, #"record {"b":"\"]"}"#,
          #"member n={"records":[1]}"#,
        ]
      ),
      (#"{"records":[]}"#, []), (#"{"\u0072ecords" : [ 7 ] }"#, ["record 7"]),
      (#"{"a":{"records":[1]}}"#, [#"value {"a":{"records":[1]}}"#]),
      (#"{"records":5,"a":1}"#, [#"value {"records":5,"a":1}"#]),
      (#"{"recordsx":[1]}"#, [#"value {"recordsx":[1]}"#]),
      (#"{"records":null,"records":[1]}"#, ["member records=null", "record 1"]),
      ("{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", ["value {\n \"a\": 1\n}", "value {\n \"a\": 2\n}"]),
      (
        #"{"a":1}{"records":[2]}[3]4 "5"null"#,
        [
          #"value {"a":1}"#, #"value {"records":[2]}"#, "value [3]", "value 4", #"value "5""#,
          "value null",
        ]
      ),
      ("[1] [2]", ["record 1", "record 2"]),
      (
        #"{"v":1,"records":[2]}{"records":[3],"v":4}"# + "\n\u{1E}[5]{\"a\":6}7",
        [
          "member v=1", "record 2", "record 3", "member v=4", "record 5", #"value {"a":6}"#,
          "value 7",
        ]
      ),
      ("7", ["value 7"]), ("\u{FEFF}[1]", ["record 1"]),
      ("\u{1E}{}\n\u{1E}{}\n", ["value {}", "value {}"]),
      ("[NaN,-Infinity]", ["record NaN", "record -Infinity"]),
    ] as [(String, [String])]
  )
  func documentsAreSplit(_ text: String, _ expected: [String]) throws {
    #expect(try described(text) == expected)
  }

  @Test(
    arguments: [
      ("[1 2]", .unexpectedCharacter, 3), ("[1,]", .unexpectedCharacter, 3),
      ("[,1]", .unexpectedCharacter, 1),
      ("[1,,2]", .unexpectedCharacter, 3), ("[1", .unexpectedEnd, 2),
      ("[{\"a\":1}", .unexpectedEnd, 8),
      ("[1]]", .textAfterValue, 3), ("[1] 2", .textAfterValue, 4),
      ("[1}", .unexpectedCharacter, 2),
      (#"{"records":[]}x"#, .textAfterValue, 14), (#"{"records":[1],}"#, .unexpectedCharacter, 15),
      (#"{"records":[1] "a":2}"#, .unexpectedCharacter, 15),
      (#"{"records" [1]}"#, .unexpectedCharacter, 11),
      (#"{"records":[1],"records":[2]}"#, .duplicateKey, 15), ("{1:2}", .unexpectedCharacter, 1),
      (#"{"a":}"#, .unexpectedCharacter, 5), ("{}, {}", .textAfterValue, 2),
      ("{}]", .textAfterValue, 2),
      ("\u{0}", .unexpectedCharacter, 0), ("[+1]", .unexpectedCharacter, 1),
      (#"{"a":1"#, .unexpectedEnd, 6),
      (#"["abc"#, .unexpectedEnd, 5), ("{", .unexpectedEnd, 1), (#"{"rec"#, .unexpectedEnd, 5),
    ] as [(String, JSONError.Code, Int)]
  )
  func faultsBetweenElements(_ text: String, _ code: JSONError.Code, _ offset: Int) {
    #expect(scan(Array(text.utf8)).error == JSONError(code, at: offset))
    #expect(scanSlowly(Array(text.utf8)).error == JSONError(code, at: offset))
  }

  @Test(arguments: seedTexts)
  func everyCutGivesWhatTheWholeGives(_ text: String) {
    let bytes = Array(text.utf8)
    let whole = scan(bytes)
    #expect(whole == scanSlowly(bytes))
    for cut in 0...bytes.count {
      #expect(scan(bytes, cuts: [cut]) == whole, "cut at \(cut)")
      #expect(scan(bytes, cuts: [cut / 2, cut]) == whole, "cut at \(cut)")
      let head = Array(bytes[..<cut])
      #expect(scan(head) == scanSlowly(head), "\(shown(head))")
    }
    #expect(scan(bytes, cuts: Array(0...bytes.count)) == whole)
  }

  @Test func mutatedTextsGiveWhatTheTwinGives() {
    var random = SplitMix64(seed: testSeed())
    let seeds = seedTexts.map { Array($0.utf8) }
    for _ in 0..<8_000 {
      let bytes = random.mutated(seeds.randomElement(using: &random) ?? [])
      let cuts = (0..<Int.random(in: 0...3, using: &random))
        .map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      let fast = scan(bytes, cuts: cuts)
      let slow = scanSlowly(bytes)
      if fast != slow {
        Issue.record("\(shown(bytes)) cut at \(cuts): \(fast) but twin \(slow)")
        return
      }
    }
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: ConformanceTests.Case.all(in: "test_parsing"))
  func conformanceFiles(_ example: ConformanceTests.Case) throws {
    let bytes = try example.bytes()
    let scanned = scan(bytes)
    #expect(scanned == scanSlowly(bytes))
    for cut in stride(from: 0, through: min(bytes.count, 200), by: 1) {
      #expect(scan(bytes, cuts: [cut]) == scanned)
    }
    // What is refused as a whole is refused between elements or in one; what is accepted, never.
    let parts = scanned.elements.map { parseTape(bytes, $0.range) }
    let isRefused =
      scanned.error != nil
      || parts.contains {
        guard case .failure = $0 else { return false }
        return true
      }
    if case .success = parseTape(bytes) { #expect(!isRefused) }
    if !isRefused {
      // Only what is no single value may pass: nothing, or several values in a row.
      let isOneValue = scanned.elements.allSatisfy { $0.kind != .value }
      if isOneValue, !scanned.elements.isEmpty, bytes.first != 0xEF {
        guard case .success = parseTape(bytes) else {
          Issue.record("accepted")
          return
        }
      }
    }
  }

  @Test func nestingIsLimitedInsideAnElement() throws {
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try described("[\(deepest)]") == ["record \(deepest)"])
    #expect(try described(#"{"records":[\#(deepest)]}"#) == ["record \(deepest)"])
    #expect(scan(Array("[[\(deepest)]]".utf8)).error == JSONError(.tooDeep, at: 513))
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(scan(bytes).error == JSONError(.tooDeep, at: 513))
  }

  @Test func oddTopLevelBytesAreNoted() throws {
    var scanner = JSONElementScanner()
    try scanner.scan(Array("\u{FEFF} \u{1E}{}\u{1E}{}".utf8).span, isLast: true)
    #expect(scanner.hasByteOrderMark)
    #expect(scanner.recordSeparator == 4)
    #expect(scanner.elements.map(\.range) == [5..<7, 8..<10])
  }

  @Test func onlyOpenElementsMustBeKept() throws {
    var scanner = JSONElementScanner()
    func feed(_ text: String) throws -> Int {
      try scanner.scan(Array(text.utf8).span, isLast: false)
      return scanner.keepFrom
    }
    #expect(try feed(#" {"a":1,"#) == 1)  // may still turn out to be one element
    #expect(try feed(#""records":[ "#) == 20)
    #expect(try feed(#"{"b":"#) == 20)
    #expect(try feed("2} ,") == 29)
    #expect(try feed(" 12") == 30)
    #expect(try feed("3 ]") == 35)
    #expect(try feed(#","c":"#) == 36)
    #expect(try feed("4}") == 42)
  }
}
