/// A unit and the power in which it is part of another.
struct UnitPart: Sendable, Equatable {
  var symbol: String
  var power: Int

  /// A key that does not depend on the order; counts and ones are left out.
  static func key(_ parts: [UnitPart]) -> String {
    let powers = parts.filter { $0.power != 0 && $0.symbol != "count" && $0.symbol != "1" }
    return powers.map { "\($0.symbol)^\($0.power)" }.sorted().joined(separator: " ")
  }

  /// HealthKit's notation: factors joined by a dot, one solidus, no parentheses.
  static func symbol(_ parts: [UnitPart]) -> String {
    var above: [String] = []
    var below: [String] = []
    for part in parts where part.power != 0 {
      let size = part.power.magnitude
      let written = size == 1 ? part.symbol : "\(part.symbol)^\(size)"
      if part.power > 0 { above.append(written) } else { below.append(written) }
    }
    let numerator = above.isEmpty ? "1" : above.joined(separator: "\u{B7}")
    return below.isEmpty ? numerator : numerator + "/" + below.joined(separator: "\u{B7}")
  }
}

extension [UnitPart] {
  /// Multiplies the product by a power of a unit.
  mutating func multiply(by symbol: String, toThe power: Int) {
    if let index = firstIndex(where: { $0.symbol == symbol }) {
      self[index].power += power
    } else {
      append(UnitPart(symbol: symbol, power: power))
    }
  }
}
