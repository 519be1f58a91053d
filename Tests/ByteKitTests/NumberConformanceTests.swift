import ByteKit
import TestSupport
import Testing

/// Tables of numbers checked by others: numbers/parse-number-fxx, shortest.txt, decimals.ndjson.
@Suite(.enabled(if: Shared.isAvailable))
struct NumberConformanceTests {
  static let folder = "conformance/numbers/"
  static let files = [
    "freetype-2-7", "google-wuffs", "lemire-fast-float", "more-test-cases", "tencent-rapidjson",
  ]

  @Test(arguments: files)
  func doublesAreCorrectlyRounded(file: String) {
    let rows = lines(Shared.path(Self.folder + "parse-number-fxx/\(file).txt"))
    #expect(rows.count > 50)
    for row in rows {
      let columns = row.split(separator: " ")
      guard columns.count == 4, let bits = UInt64(columns[2], radix: 16) else {
        Issue.record("unreadable line \(row)")
        continue
      }
      let value = parseDouble(String(columns[3]))
      if value?.bitPattern != bits {
        Issue.record("\(columns[3]) read as \(String(describing: value)), not \(columns[2])")
      }
    }
  }

  @Test func theTablesAreComplete() {
    let counts = Self.files.map {
      lines(Shared.path(Self.folder + "parse-number-fxx/\($0).txt")).count
    }
    #expect(counts.reduce(0, +) == 21_232)
    #expect(lines(Shared.path(Self.folder + "shortest.txt")).count == 11_211)
    #expect(DecimalRow.all.count == 31)
  }

  @Test func shortestDigitsAreThoseOfTheTable() {
    for row in lines(Shared.path(Self.folder + "shortest.txt")) {
      let columns = row.split(separator: " ")
      guard columns.count == 2, let bits = UInt64(columns[0], radix: 16),
        case .exact(let expected) = parseDecimal(String(columns[1])),
        let actual = ExactDecimal(shortest: Double(bitPattern: bits))
      else {
        Issue.record("unreadable line \(row)")
        continue
      }
      if actual != expected.normalized { Issue.record("\(columns[1]) printed as \(actual)") }
      if actual.doubleValue.bitPattern != bits { Issue.record("\(actual) reads back differently") }
    }
  }

  @Test(arguments: DecimalRow.all)
  func decimalsKeepTheirDigits(row: DecimalRow) throws {
    let bits = try #require(UInt64(row.double, radix: 16))
    #expect(parseDouble(row.text)?.bitPattern == bits)
    let isNegative = row.significand.hasPrefix("-")
    let digits = row.significand.drop { $0 == "-" }
    switch parseDecimal(row.text) {
    case .exact(let decimal):
      #expect(decimal.isNegative == isNegative)
      #expect(decimal.doubleValue.bitPattern == bits)
      if digits.count <= 19 {
        #expect(String(decimal.significand) == digits)
        #expect(Int(decimal.exponent) == row.exponent)
      } else {
        #expect(written(decimal.write) == longLayout(digits + "e\(row.exponent)"))
      }
    case .long:
      #expect(digits.count > 19)
      let sign = isNegative ? "-" : ""
      #expect(longLayout(row.text) == longLayout("\(sign)\(digits)e\(row.exponent)"))
    case .notANumber:
      Issue.record("not read")
    }
  }
}

/// One row of decimals.ndjson that is not about units.
struct DecimalRow: Codable, Sendable, CustomTestStringConvertible {
  var kind: String
  var text: String
  var significand: String
  var exponent: Int
  var double: String

  var testDescription: String { String(text.prefix(40)) }

  static let all = jsonLines(
    Shared.path("conformance/numbers/decimals.ndjson"),
    as: DecimalRow.self
  ).filter { $0.kind == "decimal" }
}
