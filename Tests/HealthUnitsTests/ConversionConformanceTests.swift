import ByteKit
import Foundation
import HealthUnits
import TestSupport
import Testing

/// conformance/numbers/decimals.ndjson: products and affine results by an independent oracle.
@Suite struct ConversionConformanceTests {
  struct Row: Codable, Sendable, CustomTestStringConvertible {
    var kind: String
    var unit: String?
    var text: String
    var factor: String?
    var double: String
    var shortest: String?
    var testDescription: String { "\(text) \(unit ?? "")" }
  }

  static let rows: [Row] = {
    guard Shared.isAvailable,
      let bytes = try? readBytes(Shared.path("conformance/numbers/decimals.ndjson"))
    else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Row.self, from: Data($0))
    }
  }()

  static let products = rows.filter { $0.kind == "convert" }
  static let affine = rows.filter { $0.kind == "affine" }

  @Test(.enabled(if: Shared.isAvailable)) func theDataIsThere() {
    #expect(Self.products.count == 496)
    #expect(Self.affine.count == 20)
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: products)
  func aProductIsTheNearestDouble(_ row: Row) throws {
    let factor = try #require(Rational(row.factor ?? ""))
    let conversion = try #require(UnitConversion(scale: factor))
    try check(row, convert(row.text, conversion))
  }

  @Test(.enabled(if: Shared.isAvailable), arguments: affine)
  func aTemperatureIsTheNearestDouble(_ row: Row) throws {
    let units = try #require(row.unit).split(separator: "-")
    let to = units[1].dropFirst()
    let conversion = try UnitRegistry.standard.conversion(from: String(units[0]), to: String(to))
    try check(row, convert(row.text, conversion))
  }

  /// The rows whose two units are in the table, with the table's factor.
  @Test(.enabled(if: Shared.isAvailable), arguments: products)
  func theTableHasTheSameFactor(_ row: Row) throws {
    // The oracle rounds inHg, and names per cent and glucose in words of its own.
    let names = ["km/h": "km/hr", "mph": "mi/hr"]
    let units = try #require(row.unit).split(separator: "-").map(String.init)
    let (from, to) = (names[units[0]] ?? units[0], String(units[1].dropFirst()))
    if ["%", "inHg"].contains(from) || row.unit?.contains("glucose") == true { return }
    let conversion = try UnitRegistry.standard.conversion(from: from, to: to)
    #expect(conversion.scale == Rational(row.factor ?? ""))
    try check(row, convert(row.text, conversion))
  }

  private func check(_ row: Row, _ converted: ExactDecimal?) throws {
    let value = try #require(converted)
    let bits = try #require(UInt64(row.double, radix: 16))
    #expect(value.doubleValue.bitPattern == bits)
    if let shortest = row.shortest {
      #expect(value.normalized == (try decimal(shortest)).normalized)
    }
  }
}
