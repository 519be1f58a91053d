import ByteKit
import Foundation
import HealthModel
import HealthUnits
import TestSupport
import Testing

/// Every unit that any file of the shared samples, cases and vendors has.
@Suite(.enabled(if: Shared.isAvailable)) struct SeenUnitsTests {
  /// Words in the place of a unit that are none: left as they are, with a finding.
  static let noUnits: Set<String> = [
    // Wrong on purpose in the tests of Open mHealth and of Apple's exports.
    "furlong", "mmH", "G", "deciB", "kcalories",
    // What is counted, not measured.
    "servings", "Portionen",
  ]

  /// Units as attributes of XML, members of JSON, cells of a column, and in brackets in headers.
  static let seen: [String: String] = {
    var seen: [String: String] = [:]
    for folder in ["samples", "cases", "vendors"] where Shared.isAvailable {
      let root = Shared.path(folder)
      for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? []
      {
        guard let bytes = try? readBytes(root + "/" + path), bytes.count < 20_000_000,
          let text = String(validating: bytes, as: UTF8.self), !path.hasSuffix(".md")
        else { continue }
        for unit in units(in: text, isTable: path.hasSuffix(".csv")) where seen[unit] == nil {
          seen[unit] = folder + "/" + path
        }
      }
    }
    return seen
  }()

  private static func units(in text: String, isTable: Bool) -> Set<String> {
    var found: Set<String> = []
    // unit="kg", durationUnit='min', "units": "kcal", "unit":"mg/dL"
    for match in text.matches(of: #/[A-Za-z]*[uU]nits?\\?"?\s*[=:]\s*\\?"([^"\\]*)\\?"/#) {
      found.insert(String(match.1))
    }
    if text.contains("ucum") || text.contains("unitsofmeasure") {
      let code = #/"system"\s*:\s*"[^"]*unitsofmeasure[^"]*"\s*,\s*"code"\s*:\s*"([^"]*)"/#
      for match in text.matches(of: code) {
        found.insert(String(match.1))
      }
    }
    guard isTable else { return found.plain }
    let lines = text.split(whereSeparator: \.isNewline)
    for line in lines.prefix(3) {
      for match in line.matches(of: #/\(([^()]*)\)/#) { found.insert(String(match.1)) }
    }
    // The column called unit; cells with delimiters in them are of no interest here.
    for (row, line) in lines.prefix(4).enumerated() {
      guard let delimiter: Character = line.contains(";") ? ";" : "," else { continue }
      let header = line.split(separator: delimiter, omittingEmptySubsequences: false)
      guard let column = header.firstIndex(where: { $0.lowercased().trimmed == "unit" }) else {
        continue
      }
      // A block of keys and values, as ECGs have it.
      if column == 0, header.count == 2 {
        found.insert(String(header[1]).trimmed)
        break
      }
      for cells in lines.dropFirst(row + 1).prefix(20_000) {
        let cells = cells.split(separator: delimiter, omittingEmptySubsequences: false)
        if cells.count == header.count { found.insert(String(cells[column]).trimmed) }
      }
      break
    }
    return found.plain
  }

  /// Parts of headers in brackets that are no units.
  static let noise: Set<String> = [
    "Diastolic", "Systolic", "Einheiten", "Europe/Berlin", "Long Integer", "YYYY-MM-DDThh:mm:ss",
    "hh:mm:ss", "manual", "max", "unknown", "category", #"\"Test Watch\"#,
    "km assumed: the file never names the unit (account setting)",
  ]

  @Test func manyUnitsWereFound() { #expect(Self.seen.count > 70) }

  /// Read as it stands, or for one of the dimensions in which the word has a meaning.
  @Test func everyUnitIsUnderstoodOrKeptWithAFinding() {
    let registry = UnitRegistry.standard
    var normalizer = UnitNormalizer(policy: UnitPolicy())
    var odd: Set<String> = []
    for (text, path) in Self.seen where !Self.noise.contains(text) {
      if (try? registry.unit(text)) != nil { continue }
      let contexts = Dimension.named.map(\.dimension)
      if contexts.contains(where: { (try? registry.unit(text, for: $0)) != nil }) { continue }
      odd.insert(text)
      let result = normalizer.convert(ExactDecimal(7), type: "BodyMass", unit: text)
      #expect(result.outcome == .unknownUnit, "\(text) in \(path)")
      #expect(result.remark.contains(text), "\(text) in \(path)")
      #expect(result.value == ExactDecimal(7) && result.unit == text)
    }
    #expect(odd == Self.noUnits)
  }
}

extension Set<String> {
  /// Without entities of XML, and without what is empty.
  fileprivate var plain: Set<String> {
    Set(
      map { $0.replacing("&lt;", with: "<").replacing("&gt;", with: ">").trimmed }
        .filter { !$0.isEmpty }
    )
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\"")) }
}
