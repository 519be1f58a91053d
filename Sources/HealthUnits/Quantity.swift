import ByteKit

/// A number with its unit, exact: conversions round nothing, formatting rounds once.
///
///     let weight = try Quantity("154.5", "lb")
///     try weight.converted(to: "kg").description   // "70.080021165 kg"
///     try weight.isLess(than: Quantity("71", "kg"))   // true
///
/// Quantities are equal when they are the same amount: 1 km equals 1000 m.
public struct Quantity: Sendable {
  /// The number beside the unit.
  public let amount: Rational
  /// The unit.
  public let unit: Unit

  /// An amount of a unit.
  public init(_ amount: Rational, _ unit: Unit) {
    self.amount = amount
    self.unit = unit
  }

  /// A decimal number and its unit; nil when the exponent is beyond ±5000.
  public init?(_ value: ExactDecimal, _ unit: Unit) {
    guard let amount = Rational(value) else { return nil }
    self.init(amount, unit)
  }

  /// Reads a decimal number, or a fraction such as 1/3, of any length, and a unit.
  public init(
    _ value: String,
    _ unit: String,
    in registry: UnitRegistry = .standard
  ) throws(UnitError) {
    let unit = try registry.unit(unit)
    guard let amount = Rational(value) else {
      let bytes = Array(value.utf8)
      let parsed = ExactDecimal.parse(bytes.span, 0..<bytes.count)
      if case .notANumber = parsed { throw UnitError(.number, value) }
      throw UnitError(.numberRange, value)
    }
    self.init(amount, unit)
  }

  /// The double nearest to the amount, half to even.
  public var doubleValue: Double { amount.doubleValue }

  /// The shortest decimal of that double, which is the amount itself if it has 15 digits or less.
  public var decimal: ExactDecimal { amount.shortestDecimal }

  /// The same in another unit of the dimension, or pace for speed and the reverse.
  ///
  /// - Parameters:
  ///   - unit: the unit to convert to.
  ///   - substance: what is measured, where moles become a mass or the reverse.
  public func converted(
    to unit: Unit,
    substance: Substance? = nil
  ) throws(UnitError) -> Quantity {
    let relation = try UnitRelation(from: self.unit, to: unit, substance: substance)
    return Quantity(relation.convert(amount), unit)
  }

  /// The same in another unit, given as text.
  public func converted(
    to unit: String,
    in registry: UnitRegistry = .standard,
    substance: Substance? = nil
  ) throws(UnitError) -> Quantity {
    try converted(to: registry.unit(unit), substance: substance)
  }

  /// The amount of the SI unit, to which units of one dimension are brought for comparison.
  private var inSI: Rational { (amount + unit.offset) * unit.factor }

  /// Whether this is the smaller of two quantities of one dimension.
  public func isLess(than other: Quantity) throws(UnitError) -> Bool {
    guard unit.dimension == other.unit.dimension else {
      throw UnitError(
        .dimension,
        other.unit.symbol,
        part: unit.symbol,
        found: other.unit.dimension,
        expected: unit.dimension
      )
    }
    guard scale == other.scale else {
      throw UnitError(.noConversion, other.unit.symbol, part: unit.symbol)
    }
    return inSI < other.inSI
  }

  /// Units without a rational factor to the others of their dimension are a scale of their own.
  private var scale: String? { unit.kind == .isolated ? unit.symbol : nil }
}

extension Quantity: Hashable {
  /// Whether both are the same amount of the same dimension, whatever their units.
  public static func == (left: Quantity, right: Quantity) -> Bool {
    left.unit.dimension == right.unit.dimension && left.scale == right.scale
      && left.inSI == right.inSI
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(unit.dimension)
    hasher.combine(scale)
    hasher.combine(inSI)
  }
}

extension Quantity: CustomStringConvertible {
  /// The shortest decimal and the unit's symbol, as in data: "70.080021165 kg".
  public var description: String { "\(decimal.text) \(unit.symbol)" }

  /// The number rounded once to so many significant digits (1 to 18), half to even, and the symbol.
  public func formatted(digits: Int) -> String {
    "\(amount.rounded(toDigits: digits).text) \(unit.symbol)"
  }
}
