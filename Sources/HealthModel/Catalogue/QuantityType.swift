/// A kind of sample whose value is a number with a unit, such as body mass.
public struct QuantityType: Sendable, Equatable, Hashable {
  /// The short name canonical files use, such as `BodyMass`.
  public let name: String
  /// The shelf it belongs on.
  public fileprivate(set) var group: Group
  /// How several values make one.
  public let aggregation: Aggregation
  /// What is measured; two units of one dimension convert into each other.
  public let dimension: Dimension
  /// The unit canonical files use; of a fraction it is `1`, never `%`.
  public let canonicalUnit: String
  /// The first iOS version that knows the type.
  public let iOSVersion: String
  /// The LOINC code, where one fits.
  public let loinc: String?

  /// What an export writes, such as `HKQuantityTypeIdentifierBodyMass`.
  public var identifier: String { Self.prefix + name }
  /// The name as a person reads it, such as "Body Mass".
  public var title: String { Spelling.title(name) }

  static let prefix = "HKQuantityTypeIdentifier"
}

extension QuantityType {
  /// The shelves on which the quantity types lie.
  public enum Group: String, Sendable, CaseIterable {
    case activity
    case mobility
    case nutrition
    case body
    case heart
    case vitals
    case respiratory
    case hearing
    case other
  }

  /// How the values of a period become one value, named as in HealthKit.
  public enum Aggregation: String, Sendable, CaseIterable {
    /// Values are added: steps.
    case cumulative
    /// Values are averaged, each counting the same: body mass.
    case discreteArithmetic
    /// Values are averaged, each counting as long as it lasts: heart rate.
    case discreteTemporallyWeighted
    /// Sound levels: averaged as energy, not as decibels (IEC 61672-1, equivalent continuous
    /// level).
    case discreteEquivalentContinuousLevel
  }

  /// What a quantity measures, named as the unit registry names it.
  public enum Dimension: String, Sendable, CaseIterable {
    case arbitrary
    case bodyMassIndex
    case conductance
    case count
    case effortScore
    case energy
    case fraction
    case length
    case mass
    case massConcentration
    case oxygenUptakePerMass
    case power
    case pressure
    case rate
    case soundPressureLevel
    case specificPower
    case speed
    case temperature
    case time
    case volume
    case volumeFlow
  }
}

// MARK: - Rows of the table

extension QuantityType {
  /// Every quantity type of the iOS 26 SDK.
  static let all: [QuantityType] =
    activity + mobility + nutrition + body + heart + vitals + respiratory + hearing + other

  static func cumulative(
    _ name: String,
    _ dimension: Dimension,
    _ unit: String,
    ios: String,
    loinc: String? = nil
  ) -> QuantityType {
    row(name, .cumulative, dimension, unit, ios, loinc)
  }

  static func arithmetic(
    _ name: String,
    _ dimension: Dimension,
    _ unit: String,
    ios: String,
    loinc: String? = nil
  ) -> QuantityType {
    row(name, .discreteArithmetic, dimension, unit, ios, loinc)
  }

  static func weighted(
    _ name: String,
    _ dimension: Dimension,
    _ unit: String,
    ios: String,
    loinc: String? = nil
  ) -> QuantityType {
    row(name, .discreteTemporallyWeighted, dimension, unit, ios, loinc)
  }

  static func level(
    _ name: String,
    _ dimension: Dimension,
    _ unit: String,
    ios: String
  ) -> QuantityType {
    row(name, .discreteEquivalentContinuousLevel, dimension, unit, ios, nil)
  }

  private static func row(
    _ name: String,
    _ aggregation: Aggregation,
    _ dimension: Dimension,
    _ unit: String,
    _ ios: String,
    _ loinc: String?
  ) -> QuantityType {
    QuantityType(
      name: name,
      group: .other,
      aggregation: aggregation,
      dimension: dimension,
      canonicalUnit: unit,
      iOSVersion: ios,
      loinc: loinc
    )
  }
}

extension [QuantityType] {
  /// Puts every row of a section on its shelf.
  func on(_ shelf: QuantityType.Group) -> [QuantityType] {
    map { row in
      var placed = row
      placed.group = shelf
      return placed
    }
  }
}
