/// A family of units that people are used to.
public enum UnitSystem: String, Sendable, CaseIterable {
  /// Kilograms, kilometres, degrees Celsius.
  case metric
  /// Pounds, miles, degrees Fahrenheit.
  case us

  /// What the value is, where one canonical unit is shown in different ways.
  public enum Use: Sendable {
    /// Whatever has no use of its own.
    case general
    /// Height, waist, step length.
    case bodyLength
    /// Swimming, where pools decide.
    case swimming
    /// Drinks.
    case drink
  }

  /// The symbol to show a canonical unit in; the canonical unit itself where nobody differs.
  ///
  /// Blood pressure stays in mmHg and glucose in mg/dL in both systems.
  public func symbol(forCanonical canonical: String, use: Use = .general) -> String {
    for row in Self.rows where row.canonical == canonical && row.use == use {
      return self == .metric ? row.metric : row.us
    }
    return use == .general ? canonical : symbol(forCanonical: canonical)
  }

  private struct Row: Sendable {
    let canonical: String
    let use: Use
    let metric: String
    let us: String

    init(_ canonical: String, _ use: Use = .general, metric: String, us: String) {
      self.canonical = canonical
      self.use = use
      self.metric = metric
      self.us = us
    }
  }

  private static let rows: [Row] = [
    Row("kg", metric: "kg", us: "lb"),
    Row("m", metric: "km", us: "mi"),
    Row("m", .bodyLength, metric: "cm", us: "in"),
    Row("m", .swimming, metric: "m", us: "yd"),
    Row("m/s", metric: "km/hr", us: "mi/hr"),
    Row("J", metric: "kcal", us: "kcal"),
    Row("degC", metric: "degC", us: "degF"),
    Row("L", .drink, metric: "mL", us: "fl_oz_us"),
  ]
}
