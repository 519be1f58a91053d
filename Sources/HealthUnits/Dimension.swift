/// What a unit measures: a product of powers of base quantities.
///
/// Beside the seven of the SI there are quantities that stand only for themselves, such as
/// international units, sound levels and the arbitrary units of laboratories. Counts and fractions have no base at all, as in HealthKit,
/// where `%`, `count` and the null unit are one dimension.
public struct Dimension: Sendable, Hashable {
  /// A quantity that is not derived from others.
  public enum Base: Int, Sendable, CaseIterable {
    /// Length, in m.
    case length
    /// Mass, in kg.
    case mass
    /// Time, in s.
    case time
    /// A point on a temperature scale, in K.
    case temperature
    /// Electric current, in A.
    case current
    /// Amount of substance, in mol.
    case amount
    /// Luminous intensity, in cd.
    case luminousIntensity
    /// Cycles, because HealthKit keeps Hz and count/s apart.
    case cycles
    /// Angle, in rad.
    case angle
    /// Prism dioptres.
    case prism
    /// International units of a substance.
    case internationalUnits
    /// Apple's effort score.
    case effortScore
    /// Sound pressure level.
    case soundPressureLevel
    /// Hearing level.
    case hearingLevel
    /// Chemical equivalents.
    case equivalents
    /// The difference of two temperatures, which has no zero to be shifted.
    case temperatureDifference
    /// Osmotically active particles.
    case osmoles
  }

  /// One exponent for each base, in the order of `Base`, then for each arbitrary unit.
  private var exponents: SIMD64<Int8>

  private init(exponents: SIMD64<Int8>) { self.exponents = exponents }

  /// The product of powers of bases; a base may appear once.
  init(_ powers: (Base, Int8)...) {
    exponents = SIMD64(repeating: 0)
    for (base, exponent) in powers { exponents[base.rawValue] = exponent }
  }

  /// The dimension of an arbitrary unit of a laboratory, by its place in the table.
  init(arbitrary index: Int) {
    exponents = SIMD64(repeating: 0)
    exponents[Base.allCases.count + index] = 1
  }

  /// The arbitrary units in this dimension, with their exponents.
  var arbitraryPowers: [(unit: ArbitraryUnit, exponent: Int)] {
    ArbitraryUnit.all.enumerated().compactMap { index, unit in
      let exponent = Int(exponents[Base.allCases.count + index])
      return exponent == 0 ? nil : (unit, exponent)
    }
  }

  /// The exponent of one base quantity.
  public func exponent(of base: Base) -> Int { Int(exponents[base.rawValue]) }

  /// The largest exponent that a dimension may have.
  static let exponentLimit = 60

  /// The dimension of a unit times a power of another; nil when an exponent grows out of bounds.
  func multiplied(by other: Dimension, toThe power: Int) -> Dimension? {
    var result = SIMD64<Int8>(repeating: 0)
    for index in 0..<64 {
      let (product, overflow) = Int(other.exponents[index]).multipliedReportingOverflow(by: power)
      guard !overflow, product.magnitude <= Self.exponentLimit else { return nil }
      let sum = product + Int(exponents[index])
      guard sum.magnitude <= Self.exponentLimit else { return nil }
      result[index] = Int8(sum)
    }
    return Dimension(exponents: result)
  }

  /// The dimension of one over this.
  public var inverse: Dimension { Dimension(exponents: 0 &- exponents) }

  /// Whether a value of this dimension can become one of the other: speed and pace are reciprocal.
  public func isConvertible(to other: Dimension) -> Bool {
    self == other || isReciprocal(to: other)
  }

  /// Whether one dimension is speed and the other is pace.
  func isReciprocal(to other: Dimension) -> Bool {
    (self == .speed && other == .pace) || (self == .pace && other == .speed)
  }
}
