import CSVCodec
import Testing

@Suite struct TokenizerTests {
  private func errors(_ text: String, limit: Int = Int.max) -> [Event] {
    events(Array(text.utf8), limit: limit).filter {
      if case .failure = $0 { true } else { false }
    }
  }

  @Test func failureResumesAfterTheLineOfTheError() {
    let found = errors("a,b\n1\"2,3\r\n4,5\n")
    #expect(found == [.failure(CSVError(.strayQuote, at: 5), resume: 11)])
  }

  @Test func unclosedQuoteResumesAfterTheLineThatOpenedIt() {
    let text = "a,b\n1,\"2\n3,4\n5,6\n"
    #expect(errors(text) == [.failure(CSVError(.unclosedQuote, at: 6), resume: 9)])
    #expect(texts(Array(text.utf8)) == [["a", "b"], ["3", "4"], ["5", "6"]])
  }

  @Test func unclosedQuoteInALargeFileStopsAtTheLimit() {
    let text = "a,b\n1,\"2\n" + String(repeating: "3,4\n", count: 100)
    let found = errors(text, limit: 64)
    #expect(found == [.failure(CSVError(.unclosedQuote, at: 6), resume: 9)])
    let needed = Array(text.utf8.prefix(4 + 65))
    #expect(errors(String(decoding: needed, as: UTF8.self), limit: 64) == found)
  }

  @Test func limitGivesTheSameAnswerAtEveryCut() {
    let rows = String(repeating: "12,\"345\n6\",78\r\n", count: 4)
    let text =
      rows + "1,\"" + String(repeating: "2\n", count: 30) + String(repeating: "x", count: 40)
    let bytes = Array((text + "\n" + rows).utf8)
    for limit in [1, 2, 7, 15, 16, 17, 33] {
      let whole = events(bytes, limit: limit)
      for cut in 0...bytes.count {
        #expect(events(bytes, cut: cut, limit: limit) == whole, "cut \(cut), limit \(limit)")
      }
    }
  }

  @Test func longLineResumesAtTheLimitAndEndOfLineFindsTheNext() {
    let bytes = Array((String(repeating: "x", count: 50) + "\r\n1,2\n").utf8)
    let first = events(bytes, limit: 20).first
    #expect(first == .failure(CSVError(.recordTooLong, at: 0), resume: 20))
    #expect(CSVTokenizer.endOfLine(bytes.span, from: 20, isFinal: false) == 52)
    #expect(CSVTokenizer.endOfLine(bytes.span.extracting(0..<51), from: 20, isFinal: false) == nil)
    #expect(CSVTokenizer.endOfLine(bytes.span.extracting(0..<51), from: 20, isFinal: true) == 51)
    #expect(CSVTokenizer.endOfLine(bytes.span.extracting(0..<40), from: 20, isFinal: false) == nil)
  }

  @Test(arguments: ["1,2", "1,2\r", "1,\"2", "1,\"2\"", "1,", "", "\"", "1\"2", "\"1\"x\r"])
  func incompleteRecordNeedsMore(text: String) {
    let bytes = Array(text.utf8)
    var record = CSVRecord()
    let step = CSVTokenizer.next(bytes.span, from: 0, isFinal: false, into: &record)
    #expect(step == .needMore)
  }

  @Test func skippingAgreesWithReading() {
    for text in grammarSamples {
      let bytes = Array(text.utf8)
      var record = CSVRecord()
      for start in 0...bytes.count {
        for isFinal in [true, false] {
          let read = CSVTokenizer.next(bytes.span, from: start, isFinal: isFinal, into: &record)
          #expect(CSVTokenizer.skip(bytes.span, from: start, isFinal: isFinal) == read)
        }
      }
    }
  }

  @Test func backslashEscapesQuotesAndItself() {
    let bytes = Array(#""\"a\"","\\","\n","b""c","#.utf8) + Array(#""\\\"""#.utf8)
    #expect(texts(bytes, backslashDialect) == [["\"a\"", "\\", "\\n", "b\"c", "\\\""]])
  }

  @Test func backslashIsDataInAnUnquotedField() {
    #expect(texts(Array(#"a\,b"#.utf8), backslashDialect) == [["a\\", "b"]])
  }
}
