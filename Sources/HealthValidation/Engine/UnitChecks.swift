import HealthModel
import HealthUnits

/// Tells units that nobody uses for a type, though they can be converted.
struct UnitChecks {
  private struct Key: Hashable {
    var unit: Int32
    var row: Int
  }

  private var known: [Key: Bool] = [:]
  private var last: (key: Key, isUsual: Bool)?

  /// Whether a unit, of a symbol of the batch, is in a row of the usual ones.
  mutating func isUsual(_ unit: @autoclosure () -> String, _ symbol: Symbol, _ row: Int) -> Bool {
    let key = Key(unit: symbol.index, row: row)
    if let last, last.key == key { return last.isUsual }
    let answer = known[key] ?? UsualUnits.all[row].includes(unit())
    known[key] = answer
    last = (key, answer)
    return answer
  }
}

/// The units in which people give values of some types.
struct UsualUnits {
  let types: [String]
  let units: [String]

  /// The table: what is missing from it may have any unit.
  static let all: [UsualUnits] = [
    UsualUnits(types: ["BodyMass", "LeanBodyMass"], units: ["kg", "g", "lb", "oz", "st"]),
    UsualUnits(types: ["Height", "WaistCircumference"], units: ["m", "cm", "mm", "ft", "in"]),
    UsualUnits(
      types: ["DistanceWalkingRunning", "DistanceCycling", "DistanceWheelchair"],
      units: ["m", "km", "mi", "yd", "ft"]
    ),
    UsualUnits(
      types: ["HeartRate", "RestingHeartRate", "WalkingHeartRateAverage", "RespiratoryRate"],
      units: ["count/min"]
    ),
    UsualUnits(
      types: ["BodyTemperature", "BasalBodyTemperature"],
      units: ["degC", "degF"]
    ),
    UsualUnits(
      types: ["BloodPressureSystolic", "BloodPressureDiastolic"],
      units: ["mmHg", "kPa"]
    ),
    UsualUnits(
      types: ["ActiveEnergyBurned", "BasalEnergyBurned"],
      units: ["kcal", "Cal", "kJ", "J", "cal"]
    ),
    UsualUnits(types: ["StepCount", "FlightsClimbed"], units: ["count"]),
  ]

  private static let rows = Dictionary(
    all.enumerated().flatMap { row in row.element.types.map { ($0, row.offset) } },
    uniquingKeysWith: { first, _ in first }
  )

  /// The row of a type.
  static func row(of type: String) -> Int? { rows[type] }

  /// Whether a unit, by any of its spellings, is one of them; what is not known is for others to
  /// tell.
  func includes(_ written: String) -> Bool {
    let registry = UnitRegistry.standard
    if units.contains(written) { return true }
    guard let unit = try? registry.unit(written) else { return true }
    return units.contains { (try? registry.unit($0))?.symbol == unit.symbol }
  }
}
