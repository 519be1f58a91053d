import ByteKit
import HealthUnits

/// Converts values given as text to one unit; each unit is looked up once.
struct UnitConverter {
  private let registry: UnitRegistry
  private let target: Unit
  /// The unit as it is written behind a result.
  private let symbol: String
  private let isUCUM: Bool
  private var known: [String: Route] = [:]

  private enum Route {
    case conversion(UnitConversion)
    /// A factor beyond 128 bits.
    case exact(Unit)
  }

  init(to target: String, in registry: UnitRegistry, isUCUM: Bool) throws(UnitError) {
    self.registry = registry
    self.isUCUM = isUCUM
    if isUCUM {
      self.target = try registry.unit(ucum: target)
      symbol = registry.ucumCode(for: self.target) ?? target
    } else {
      self.target = try registry.unit(target)
      symbol = self.target.symbol
    }
  }

  /// The answer to a line `VALUE UNIT`.
  mutating func convert(line: String) throws(UnitError) -> String {
    let text = line.hasSuffix("\r") ? line.dropLast() : line[...]
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    guard let end = trimmed.firstIndex(where: { $0 == " " || $0 == "\t" }) else {
      throw UnitError(number: line.isEmpty ? "" : String(trimmed), isAlone: true)
    }
    let unit = trimmed[end...].drop { $0 == " " || $0 == "\t" }
    return try convert(String(trimmed[..<end]), String(unit))
  }

  /// The value in the target unit, with that unit.
  mutating func convert(_ value: String, _ unit: String) throws(UnitError) -> String {
    let bytes = Array(value.utf8)
    let parsed = ExactDecimal.parse(bytes.span, 0..<bytes.count)
    switch parsed {
    case .notANumber: throw UnitError(number: value)
    case .exact(let number) where number.significand > 0 && number.exponent.magnitude > 5_000:
      throw UnitError(numberOutOfRange: value)
    case .exact, .long: break
    }
    var out: [UInt8] = []
    switch try route(unit) {
    case .exact(let source):
      guard let amount = Rational(value) else { throw UnitError(numberOutOfRange: value) }
      try Quantity(amount, source).converted(to: target).decimal.write(to: &out)
    case .conversion(let conversion):
      switch parsed {
      case .exact(let number): conversion.convert(number).write(to: &out)
      case .long where conversion.isIdentity:
        writeLongDecimal(bytes.span, 0..<bytes.count, to: &out)
      case .long:
        guard let result = conversion.convertLong(bytes.span, 0..<bytes.count),
          result.exponent.magnitude <= 5_000
        else { throw UnitError(numberOutOfRange: value) }
        result.write(to: &out)
      case .notANumber: break
      }
    }
    guard !out.isEmpty else { throw UnitError(number: value) }
    return String(decoding: out, as: UTF8.self) + " " + symbol
  }

  private mutating func route(_ unit: String) throws(UnitError) -> Route {
    if let route = known[unit] { return route }
    let source =
      isUCUM
      ? try registry.unit(ucum: unit) : try registry.unit(unit, for: target.dimension).unit
    let route: Route
    do throws(UnitError) {
      route = .conversion(try registry.conversion(from: source, to: target))
    } catch {
      guard error.code == .outOfRange else { throw error }
      route = .exact(source)
    }
    // Standard input may have any number of wrong units, but only so many right ones.
    if known.count < 10_000 { known[unit] = route }
    return route
  }
}
