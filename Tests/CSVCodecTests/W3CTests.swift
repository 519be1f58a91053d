import CSVCodec
import Foundation
import TestSupport
import Testing

/// The part of the expected JSON that speaks of rows.
private struct Expected: Decodable {
  struct Table: Decodable {
    var row: [Row]
  }

  struct Row: Decodable {
    var url: String
    var describes: [[String: String]]

    var line: Int? { url.split(separator: "=").last.flatMap { Int($0) } }
  }

  var tables: [Table]
}

@Suite(.enabled(if: Shared.isAvailable)) struct W3CTests {
  private static let folder = "conformance/csv/w3c-csvw/tests/"

  @Test func everyTestOfTheSuiteIsRunOrHasAReason() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Shared.path(Self.folder))
    let present = Set(
      names.filter { $0.hasPrefix("test") }.compactMap { Int($0.dropFirst(4).prefix(3)) }
    )
    let run = Set(W3CTable.runs.compactMap { Int($0.test) })
    for test in present {
      let isExplained = W3CTable.others.contains { $0.tests.contains(test) && !$0.reason.isEmpty }
      #expect(run.contains(test) != isExplained, "test\(test)")
    }
    #expect(run.isSubset(of: present))
    #expect(present.count > 60)
  }

  @Test(arguments: W3CTable.runs)
  func rowsAreThoseOfTheExpectedJSON(run: W3CRun) throws {
    let json = try readBytes(Shared.path(Self.folder + "test\(run.test).json"))
    let expected = try JSONDecoder().decode(Expected.self, from: Data(json)).tables[0].row
    let (header, rows) = read(try readBytes(Shared.path(Self.folder + run.file)), run)
    #expect(rows.count == expected.count)
    for (row, wanted) in zip(rows, expected) {
      let keys =
        switch run.keys {
        case .titles: header
        case .numbers: row.cells.indices.map { "_col.\($0 + 1)" }
        case .names(let names): names
        }
      #expect(row.line == wanted.line)
      for (key, cell) in zip(keys, row.cells) {
        // An empty cell is null, which JSON leaves out.
        let value = wanted.describes.compactMap { $0[key] }.first ?? ""
        #expect(cell == value, "\(key)")
      }
    }
  }

  @Test func raggedRecordsAreErrors() throws {
    let table = Table(try readBytes(Shared.path(Self.folder + "test091.csv")))
    #expect(table.errors.map(\.code) == ["field-count", "field-count"])
    #expect(table.errors.map(\.line) == [3, 4])
  }

  private func read(
    _ bytes: [UInt8],
    _ run: W3CRun
  ) -> (header: [String], rows: [(line: Int, cells: [String])]) {
    var rows: [(line: Int, cells: [String])] = []
    var record = CSVRecord()
    var offset = 0
    for _ in 0..<run.skipRows { offset = endOfLine(bytes, offset) }
    while offset < bytes.count {
      if run.hasComments, bytes[offset] == 0x23 {
        offset = endOfLine(bytes, offset)
        continue
      }
      let step = CSVTokenizer.next(
        bytes.span,
        from: offset,
        isFinal: true,
        dialect: CSVDialect(delimiter: run.delimiter),
        into: &record
      )
      guard case .record(let end) = step else {
        Issue.record("\(step)")
        break
      }
      let line = Finding("", at: offset, bytes).line
      offset = end
      if run.skipsBlankRows, record.isAllEmpty { continue }
      let cells = record.fields.indices.map { record.text($0, bytes.span) }
      rows.append((line, Array(cells.dropFirst(run.skipColumns))))
    }
    let header = run.headerRows > 0 ? rows.removeFirst().cells : []
    return (header, rows)
  }

  private func endOfLine(_ bytes: [UInt8], _ offset: Int) -> Int {
    CSVTokenizer.endOfLine(bytes.span, from: offset, isFinal: true) ?? bytes.count
  }
}
