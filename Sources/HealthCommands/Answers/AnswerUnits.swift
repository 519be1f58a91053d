import ByteKit
import HealthModel
import HealthUnits

/// In which units answers are given: exact in data, as people say them in tables.
struct AnswerUnits: Sendable {
  /// The choices of `--units`.
  enum System: String, CaseIterable, Sendable {
    case canonical
    case metric
    case us
  }

  var system = System.canonical
  var registry = UnitRegistry.standard

  /// How people say values; nil for canonical units.
  var people: UnitSystem? {
    switch system {
    case .canonical: nil
    case .metric: .metric
    case .us: .us
    }
  }

  /// The unit that values of a type and a unit are written in.
  func symbol(_ unit: String, of type: String) -> String {
    people?.symbol(forCanonical: unit, use: UnitNormalizer.use(of: type)) ?? unit
  }

  /// A value in the unit it is written in.
  func converted(_ value: Rational, _ unit: String, of type: String) -> Rational {
    let symbol = symbol(unit, of: type)
    guard symbol != unit, let from = try? registry.unit(unit),
      let result = try? Quantity(value, from).converted(to: symbol, in: registry)
    else { return value }
    return result.amount
  }

  /// A value for a table; its unit stands beside it when people say it so.
  func cell(_ value: Rational, _ unit: String, of type: String) -> String {
    guard let people, unit != "count", let known = try? registry.unit(unit) else {
      return Self.plain(value)
    }
    return Quantity(value, known).human(people, use: UnitNormalizer.use(of: type))
  }

  /// A value with its unit, whatever the system.
  func text(_ value: Rational, _ unit: String, of type: String) -> String {
    let cell = cell(value, unit, of: type)
    let hasUnit = people != nil && unit != "count" && (try? registry.unit(unit)) != nil
    return hasUnit || unit.isEmpty || unit == "1" ? cell : cell + " " + unit
  }

  /// The unit in the heading of a table; empty when it stands beside each value.
  func heading(_ unit: String) -> String {
    people == nil || unit == "count" || (try? registry.unit(unit)) == nil ? unit : ""
  }

  /// A number with two places, or four digits when it is small.
  static func plain(_ value: Rational) -> String {
    let isSmall = value < Rational(1) && Rational(-1) < value
    let rounded = isSmall ? nil : value.rounded(toPlaces: 2)?.normalized
    return (rounded ?? value.rounded(toDigits: isSmall ? 4 : 15)).text
  }

  /// A time as people say it: `7 h 12 min`.
  static func duration(seconds: Rational) -> String {
    guard let unit = try? UnitRegistry.standard.unit("s") else { return plain(seconds) }
    return Quantity(seconds, unit).human(.metric)
  }
}

extension Timestamp {
  /// The day and the minute, as tables show them: `2024-01-31 08:00`.
  var minuteText: String { text.prefix(10) + " " + text.dropFirst(11).prefix(5) }
}
