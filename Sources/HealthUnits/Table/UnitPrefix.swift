/// A decimal prefix of the SI, in the spellings of HealthKit and of UCUM.
struct UnitPrefix: Sendable {
  /// As HealthKit writes it.
  let symbol: String
  /// As UCUM writes it.
  let ucum: String
  let powerOfTen: Int
  /// What is understood in front of a unit, beside UCUM's own dialect.
  let spellings: [String]

  private init(_ symbol: String, _ powerOfTen: Int, ucum: String? = nil, also spellings: String...)
  {
    self.symbol = symbol
    self.ucum = ucum ?? symbol
    self.powerOfTen = powerOfTen
    self.spellings = [symbol] + spellings
  }

  /// All prefixes of HealthKit, which writes micro as `mc`.
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
    UnitPrefix("mc", -6, ucum: "u", also: "u", "µ"),
    UnitPrefix("n", -9),
    UnitPrefix("p", -12),
    UnitPrefix("f", -15),
  ]

  /// The prefixes that only UCUM's dialect has.
  static let ucumOnly: [UnitPrefix] = [
    UnitPrefix("Y", 24),
    UnitPrefix("Z", 21),
    UnitPrefix("E", 18),
    UnitPrefix("P", 15),
    UnitPrefix("a", -18),
    UnitPrefix("z", -21),
    UnitPrefix("y", -24),
  ]
}
