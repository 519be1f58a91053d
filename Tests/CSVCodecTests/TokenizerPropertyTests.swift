import CSVCodec
import TestSupport
import Testing

@Suite struct TokenizerPropertyTests {
  @Test(arguments: grammarSamples)
  func everyCutGivesTheSameRecords(text: String) {
    let bytes = Array(text.utf8)
    for dialect in [CSVDialect.rfc4180, backslashDialect] {
      let whole = events(bytes, dialect)
      for cut in 0...bytes.count {
        #expect(events(bytes, dialect, cut: cut) == whole, "cut at \(cut)")
      }
    }
  }

  @Test(arguments: grammarSamples)
  func fastAgreesWithSlow(text: String) {
    let bytes = Array(text.utf8)
    for delimiter in CSVDialect.detectableDelimiters {
      for escape in [CSVEscape.doubled, .backslash] {
        let dialect = CSVDialect(delimiter: delimiter, escape: escape)
        #expect(events(bytes, dialect) == SlowTokenizer.events(bytes, dialect))
      }
    }
  }

  @Test func fastAgreesWithSlowOnMutatedInput() {
    var mutator = Mutator(seed: testSeed())
    for round in 0..<4000 {
      let bytes = mutator.mutate(Array(grammarSamples[round % grammarSamples.count].utf8))
      let dialect = round % 3 == 0 ? backslashDialect : .rfc4180
      let fast = events(bytes, dialect)
      #expect(fast == SlowTokenizer.events(bytes, dialect), "\(bytes)")
      let cut = Int.random(in: 0...bytes.count, using: &mutator.random)
      #expect(events(bytes, dialect, cut: cut) == fast, "cut \(cut) of \(bytes)")
    }
  }

  @Test func mutatedFilesNeverTrapAndAlwaysEnd() {
    var mutator = Mutator(seed: testSeed())
    for round in 0..<4000 {
      let bytes = mutator.mutate(Array(grammarSamples[round % grammarSamples.count].utf8))
      let table = Table(bytes)
      #expect(table.rows.count + table.errors.count <= bytes.count + 1)
      _ = CSVDialect.detect(bytes.span, isWholeFile: false)
      _ = CSVHeader.read(bytes.span, isFinal: false)
      for limit in [1, 5, 16] { #expect(events(bytes, limit: limit).count <= bytes.count) }
    }
  }

  @Test(arguments: grammarSamples)
  func truncatedFilesNeverTrap(text: String) {
    let bytes = Array(text.utf8)
    for length in 0...bytes.count { _ = Table(Array(bytes[..<length])) }
  }

  @Test func piecesCutAtCompleteRecordsReadAsTheWhole() {
    let bytes = Array((grammarSamples[1] + grammarSamples[3] + grammarSamples[5]).utf8)
    let whole = texts(bytes)
    for length in 0...bytes.count {
      let head = Array(bytes[..<length])
      let end = CSVTokenizer.endOfCompleteRecords(head.span, from: 0)
      let rows = texts(Array(bytes[..<end])) + texts(Array(bytes[end...]))
      #expect(rows == whole, "cut at \(end)")
    }
  }

  @Test func readingWhatWasWrittenGivesTheSameFields() {
    var mutator = Mutator(seed: testSeed())
    for _ in 0..<300 {
      var rows: [[[UInt8]]] = []
      for _ in 0..<Int.random(in: 1...4, using: &mutator.random) {
        var row: [[UInt8]] = []
        for _ in 0..<Int.random(in: 1...5, using: &mutator.random) {
          let length = Int.random(in: 0...20, using: &mutator.random)
          row.append((0..<length).map { _ in mutator.nextByte() })
        }
        rows.append(row)
      }
      for delimiter in CSVDialect.detectableDelimiters { checkRoundTrip(rows, delimiter) }
    }
  }

  private func checkRoundTrip(_ rows: [[[UInt8]]], _ delimiter: UInt8) {
    var writer = CSVWriter(delimiter: delimiter)
    var out: [UInt8] = []
    for row in rows {
      for field in row { writer.writeField(field.span, field.indices, to: &out) }
      writer.endRecord(to: &out)
    }
    var record = CSVRecord()
    var offset = 0
    let dialect = CSVDialect(delimiter: delimiter)
    for row in rows {
      let step = CSVTokenizer.next(
        out.span,
        from: offset,
        isFinal: false,
        dialect: dialect,
        into: &record
      )
      guard case .record(let end) = step else {
        Issue.record("\(step) for \(row)")
        return
      }
      let read = record.fields.map { field in
        var text: [UInt8] = []
        record.unescape(field, out.span, into: &text)
        return text
      }
      #expect(read == row)
      #expect(!record.isBlank)
      offset = end
    }
    #expect(offset == out.count)
  }
}
