/// A decimal prefix of the SI, in the spellings of HealthKit and of UCUM.
struct UnitPrefix: Sendable {
  let symbol: String
  let powerOfTen: Int
  let spellings: [String]

  private init(_ symbol: String, _ powerOfTen: Int, also spellings: String...) {
    self.symbol = symbol
    self.powerOfTen = powerOfTen
    self.spellings = [symbol] + spellings
  }

  /// All prefixes; HealthKit writes micro as `mc`, UCUM as `u`.
  static let all: [UnitPrefix] = [
    UnitPrefix("T", 12),
    UnitPrefix("G", 9),
    UnitPrefix("M", 6),
    UnitPrefix("k", 3),
    UnitPrefix("h", 2),
    UnitPrefix("da", 1),
    UnitPrefix("d", -1),
    UnitPrefix("c", -2),
    UnitPrefix("m", -3),
    UnitPrefix("mc", -6, also: "u", "µ"),
    UnitPrefix("n", -9),
    UnitPrefix("p", -12),
    UnitPrefix("f", -15),
  ]
}
