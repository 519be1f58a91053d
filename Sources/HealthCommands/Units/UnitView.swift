import ByteKit
import HealthUnits
import JSONCodec

/// How units are shown, to people and to programs.
enum UnitView {
  /// What one of a unit is, exactly: "0.45359237 kg", "(x + 459.67) × 5/9 K".
  static func relation(_ unit: Unit) -> String {
    let si = unit.dimension.siSymbol
    switch unit.kind {
    case .linear: return number(unit.factor) + (si == "1" ? "" : " \(si)")
    case .affine:
      let factor = unit.factor == Rational(1) ? "" : " × \(number(unit.factor))"
      return "(x + \(number(unit.offset)))\(factor) \(si)"
    case .level: return "a level"
    case .isolated: return "itself alone"
    }
  }

  /// A fraction as a decimal where that is exact and short, else as numerator and denominator.
  static func number(_ value: Rational) -> String {
    let decimal = value.rounded(toDigits: 18)
    return Rational(decimal) == value ? decimal.text : value.description
  }

  /// Columns side by side, two blanks apart.
  static func columns(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        line += cell
        line += String(repeating: " ", count: widths[index] + 2 - cell.count)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  static func text(_ explanation: UnitExplanation) -> String {
    let unit = explanation.unit
    var rows: [[String]] = [["unit", unit.symbol]]
    if explanation.reading == .alias { rows.append(["read as", "a spelling in any case"]) }
    rows.append(["measures", "\(unit.dimension)"])
    rows.append(["exactly", exact(unit)])
    rows.append(["made of", explanation.parts.map(product).joined(separator: " · ")])
    for part in explanation.parts where explanation.parts.count > 1 {
      rows.append(["", "\(part.unit.symbol): \(part.unit.dimension), \(relation(part.unit))"])
    }
    rows.append(["UCUM", explanation.ucum ?? "no code"])
    if let listing = explanation.listing {
      let spellings = listing.spellings + listing.anyCase
      if !spellings.isEmpty { rows.append(["also written", spellings.joined(separator: ", ")]) }
      if !listing.whenExpected.isEmpty {
        rows.append([
          "if expected", listing.whenExpected.joined(separator: ", "),
        ])
      }
      rows.append(["source", listing.source])
    }
    if let note = explanation.note { rows.append(["note", note]) }
    return columns(rows)
  }

  private static func exact(_ unit: Unit) -> String {
    switch unit.kind {
    case .linear: "1 \(unit.symbol) = \(relation(unit))"
    case .affine: "x \(unit.symbol) = \(relation(unit))"
    case .level, .isolated: relation(unit)
    }
  }

  private static func product(_ part: UnitExplanation.Part) -> String {
    part.power == 1 ? part.unit.symbol : "\(part.unit.symbol)^\(part.power)"
  }

  // MARK: JSON

  static func json(_ listing: UnitListing, _ registry: UnitRegistry) -> JSONValue {
    let unit = listing.unit
    var members: [(key: String, value: JSONValue)] = [("symbol", .string(unit.symbol))]
    members += facts(unit)
    if let code = registry.ucumCode(for: unit) { members.append(("ucum", .string(code))) }
    members.append(("prefixes", .bool(listing.takesPrefixes)))
    members += spellings(listing)
    members.append(("source", .string(listing.source)))
    return .object(members)
  }

  static func json(_ explanation: UnitExplanation, isUCUM: Bool) -> JSONValue {
    let unit = explanation.unit
    var members: [(key: String, value: JSONValue)] = [
      ("expression", .string(explanation.text)),
      ("dialect", .string(isUCUM ? "ucum" : "healthkit")),
      ("symbol", .string(unit.symbol)),
      ("reading", .string(explanation.reading.rawValue)),
    ]
    members += facts(unit)
    if let code = explanation.ucum { members.append(("ucum", .string(code))) }
    let parts = explanation.parts.map { part in
      JSONValue.object(
        [("symbol", .string(part.unit.symbol)), ("power", .integer(part.power))] + facts(part.unit)
      )
    }
    members.append(("parts", .array(parts)))
    if let listing = explanation.listing {
      members += spellings(listing)
      members.append(("source", .string(listing.source)))
    }
    if let note = explanation.note { members.append(("note", .string(note))) }
    return .object(members)
  }

  /// What a unit is, exactly; only a unit with a factor has one.
  private static func facts(_ unit: Unit) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("dimension", .string("\(unit.dimension)")), ("kind", .string(unit.kind.rawValue)),
    ]
    if unit.kind == .linear || unit.kind == .affine {
      members.append(("factor", .string(unit.factor.description)))
    }
    if unit.kind == .affine { members.append(("offset", .string(unit.offset.description))) }
    members.append(("si", .string(unit.dimension.siSymbol)))
    return members
  }

  private static func spellings(_ listing: UnitListing) -> [(key: String, value: JSONValue)] {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return [
      ("spellings", list(listing.spellings)), ("anyCase", list(listing.anyCase)),
      ("whenExpected", list(listing.whenExpected)),
    ]
  }
}
