import CSVCodec
import Foundation
import TestSupport
import Testing

/// One case of conformance/csv/csv_cases.json.
struct CSVCase: Codable, Sendable, CustomTestStringConvertible {
  struct Dialect: Codable {
    var delimiter: String
    var quote: String
    var sepLine: Bool?
  }

  struct Place: Codable {
    var line: Int
    var column: Int
    var byte: Int
  }

  var id: String
  var hex: String
  var expect: String
  var dialect: Dialect
  var rows: [[String]]?
  var code: String?
  var at: Place?

  var testDescription: String { id }

  var bytes: [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2)
      .compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }

  static let all: [CSVCase] = {
    guard Shared.isAvailable,
      let bytes = try? readBytes(Shared.path("conformance/csv/csv_cases.json"))
    else { return [] }
    return (try? JSONDecoder().decode([CSVCase].self, from: Data(bytes))) ?? []
  }()
}

@Suite(.enabled(if: Shared.isAvailable)) struct CSVCasesTests {
  @Test func thereAreCases() { #expect(CSVCase.all.count == 60) }

  @Test(arguments: CSVCase.all)
  func caseHasItsRowsCodeAndPosition(_ test: CSVCase) {
    let dialect = CSVDialect(
      delimiter: test.dialect.delimiter.utf8.first ?? 0,
      quote: test.dialect.quote.utf8.first ?? 0,
      hasSepLine: test.dialect.sepLine ?? false
    )
    let table = Table(test.bytes, dialect)
    if let rows = test.rows { #expect(table.rows == rows) }
    if let code = test.code, let place = test.at {
      let isError = test.expect == "error" && code != "not-utf8"
      let first = isError ? table.errors.first : table.findings.first
      #expect(first?.code == code)
      #expect(first?.line == place.line)
      #expect(first?.column == place.column)
      #expect(first?.byte == place.byte)
    }
    if test.expect == "ok" {
      #expect(table.findings.allSatisfy { ["nul-byte", "sep-line"].contains($0.code) })
      #expect(table.findings.contains { $0.code == "sep-line" } == dialect.hasSepLine)
    }
    if test.expect != "error" { #expect(table.errors.isEmpty) }
  }

  @Test(arguments: CSVCase.all)
  func caseReadsTheSameAtEveryCut(_ test: CSVCase) {
    let bytes = test.bytes
    let dialect = CSVDialect(delimiter: test.dialect.delimiter.utf8.first ?? 0)
    let whole = events(bytes, dialect)
    #expect(whole == SlowTokenizer.events(bytes, dialect))
    let step = bytes.count > 2000 ? 7919 : bytes.count > 500 ? 13 : 1
    for cut in stride(from: 0, through: bytes.count, by: step) {
      #expect(events(bytes, dialect, cut: cut) == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: CSVCase.all)
  func detectionFindsTheDelimiterOfAValidCase(_ test: CSVCase) {
    guard test.expect == "ok", let columns = test.rows?.first?.count, columns > 1 else { return }
    let found = CSVDialect.detect(test.bytes.span, isWholeFile: true)
    #expect(found.dialect.delimiter == test.dialect.delimiter.utf8.first)
    #expect(found.columns == columns)
    #expect(!found.isAmbiguous)
  }
}

@Suite(.enabled(if: Shared.isAvailable)) struct SpectrumTests {
  private static let folder = "conformance/csv/csv-spectrum/"

  static let names: [String] = {
    let path = Shared.path(folder + "csvs")
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func thereAreFiles() { #expect(Self.names.count == 12) }

  /// Its cell has quotes inside an unquoted field, which RFC 4180 section 2, rule 5 forbids, and
  /// its JSON is not about the same row.
  private static let malformed = "location_coordinates"

  @Test(arguments: names.filter { $0 != malformed })
  func fileHasItsRows(name: String) throws {
    let table = Table(try readBytes(Shared.path(Self.folder + "csvs/\(name).csv")))
    let json = try readBytes(Shared.path(Self.folder + "json/\(name).json"))
    let expected = try JSONDecoder().decode([[String: String]].self, from: Data(json))
    let header = try #require(table.rows.first)
    let found = table.rows.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(header, row))
    }
    #expect(table.errors.isEmpty)
    #expect(found == expected)
  }

  @Test func quotesInAnUnquotedFieldAreReported() throws {
    let bytes = try readBytes(Shared.path(Self.folder + "csvs/\(Self.malformed).csv"))
    let table = Table(bytes)
    #expect(table.errors.map(\.description) == ["stray-quote at 2:24, byte 81"])
    #expect(bytes[81] == UInt8(ascii: "\""))
  }
}
