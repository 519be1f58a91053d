import ByteKit

extension Quantity {
  /// The quantity as people say it, rounded to what matters: "6 ft 4 in", "1 h 12 min",
  /// "5:30 min/km", "154.5 lb", "97 %".
  ///
  /// For tables that people read, never for data. Blood pressure, glucose and whatever has no
  /// everyday unit keep theirs, with four digits.
  ///
  /// - Parameters:
  ///   - system: whose everyday units to use.
  ///   - use: what the quantity is, where that makes a difference.
  public func human(_ system: UnitSystem, use: UnitSystem.Use = .general) -> String {
    switch unit.dimension {
    case .time: humanDuration
    case .pace: humanPace(system, use)
    case .length: humanLength(system, use)
    case .mass: humanMass(system)
    case .volume where use == .drink: system == .us ? shown("fl_oz_us", 1) : shown("mL", 0)
    case .speed: system == .us ? shown("mi/hr", 1) : shown("km/hr", 1)
    case .energy: shown("kcal", 0)
    case .temperature: system == .us ? shown("degF", 1) : shown("degC", 1)
    case .rate: shown("count/min", 0)
    case .count where unit.symbol != "count": shown("percent", 1)
    default: amount.rounded(toDigits: 4).text + " " + Self.name(unit.symbol)
    }
  }

  private var humanDuration: String {
    guard let seconds = self.in("s") else { return description }
    let size = seconds.isNegative ? Rational(0) - seconds : seconds
    let sign = seconds.isNegative ? "-" : ""
    if size.isZero { return "0 s" }
    if size < Rational(1) { return sign + shown(size, "ms", per: Rational(1, 1_000), digits: 3) }
    if size.rounded() < 60 { return sign + shown(size, "s", per: Rational(1), digits: 3) }
    // Two parts, the second rounded with its carry: 59 min 59.7 s is 1 h.
    if size.rounded() < 3_600 { return sign + parts(size.rounded(), 60, "min", "s") }
    let minutes = (size / Rational(60)).rounded()
    if minutes < 1_440 { return sign + parts(minutes, 60, "h", "min") }
    return sign + parts((size / Rational(3_600)).rounded(), 24, "d", "h")
  }

  private func humanPace(_ system: UnitSystem, _ use: UnitSystem.Use) -> String {
    let target =
      use == .swimming
      ? (system == .us ? "s/100yd" : "s/100m") : (system == .us ? "s/mi" : "s/km")
    let name = use == .swimming ? String(target.dropFirst(2)) : target == "s/mi" ? "mi" : "km"
    guard let seconds = self.in(target)?.rounded(), !seconds.isNegative else { return description }
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    let clock = hours.isZero ? "\(minute)" : "\(hours):\(Self.two(minute))"
    return "\(clock):\(Self.two(rest)) min/\(name)"
  }

  private func humanLength(_ system: UnitSystem, _ use: UnitSystem.Use) -> String {
    switch (system, use) {
    case (.us, .bodyLength):
      guard let inches = self.in("in")?.rounded() else { return description }
      if inches.magnitude.asUInt64 ?? 0 < 12 { return shown("in", 1) }
      let size = BigInteger(magnitude: inches.magnitude)
      return (inches.isNegative ? "-" : "") + parts(size, 12, "ft", "in")
    case (.metric, .bodyLength): return shown("cm", 1)
    case (.us, .swimming): return shown("yd", 0)
    case (.metric, .swimming): return shown("m", 0)
    case (.us, _): return isBelow(Rational(1, 10), "mi") ? shown("ft", 0) : shown("mi", 2)
    case (.metric, _): return isBelow(Rational(1), "km") ? shown("m", 0) : shown("km", 2)
    }
  }

  private func humanMass(_ system: UnitSystem) -> String {
    if isBelow(Rational(1, 1_000), "g") { return shown("mcg", 1) }
    if isBelow(Rational(1), "g") { return shown("mg", 1) }
    if system == .us { return isBelow(Rational(1), "lb") ? shown("g", 1) : shown("lb", 1) }
    return isBelow(Rational(1), "kg") ? shown("g", 1) : shown("kg", 1)
  }

  // MARK: Parts

  /// The amount in a unit of the standard registry; nil when it does not convert.
  private func `in`(_ symbol: String) -> Rational? {
    (try? converted(to: symbol))?.amount
  }

  private func isBelow(_ limit: Rational, _ symbol: String) -> Bool {
    guard let amount = self.in(symbol) else { return false }
    return amount < limit && Rational(0) - limit < amount
  }

  /// The amount in a unit, with so many places at most.
  private func shown(_ symbol: String, _ places: Int) -> String {
    guard let amount = self.in(symbol), let rounded = amount.rounded(toPlaces: places) else {
      return description
    }
    return rounded.normalized.text + " " + Self.name(symbol)
  }

  private func shown(_ size: Rational, _ name: String, per one: Rational, digits: Int) -> String {
    (size / one).rounded(toDigits: digits).text + " " + name
  }

  /// A whole number of small units as large ones and the rest, which is left out when it is zero.
  private func parts(_ size: BigInteger, _ ratio: Int, _ large: String, _ small: String) -> String {
    let (whole, rest) = size.quotientAndRemainder(dividingBy: BigInteger(ratio))
    return rest.isZero ? "\(whole) \(large)" : "\(whole) \(large) \(rest) \(small)"
  }

  private static func two(_ number: BigInteger) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// The everyday names of units that have one beside their symbol.
  private static func name(_ symbol: String) -> String {
    switch symbol {
    case "degC": "°C"
    case "degF": "°F"
    case "km/hr": "km/h"
    case "mi/hr": "mph"
    case "count/min": "/min"
    case "fl_oz_us": "fl oz"
    case "percent": "%"
    case "mcg": "µg"
    case "dBASPL": "dB(A)"
    case "dBHL": "dB HL"
    default: symbol
    }
  }
}
