/// A substance whose molar mass turns an amount (mmol/L) into a mass (mg/dL).
public struct Substance: Sendable, Hashable {
  /// The name in words.
  public let name: String
  /// The molar mass in g/mol, as it is written into a unit: `mmol<180.1558800000541>/L`.
  public let molarMassText: String
  /// The molar mass in g/mol.
  public let molarMass: Rational

  /// A substance of one's own; nil unless the molar mass is a decimal number above zero.
  public init?(name: String, molarMass text: String) {
    guard let mass = Rational(text), mass > Rational(0), !text.contains("/") else { return nil }
    self.init(name: name, text: text, mass: mass)
  }

  private init(name: String, text: String, mass: Rational) {
    self.name = name
    molarMassText = text
    molarMass = mass
  }

  /// Blood glucose, with the molar mass that HealthKit writes into its exports.
  public static let glucose = Substance(
    name: "glucose",
    text: "180.1558800000541",
    mass: Rational(1_801_558_800_000_541, 10_000_000_000_000)
  )
}
