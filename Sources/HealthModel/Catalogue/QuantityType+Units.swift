import HealthUnits

extension QuantityType {
  /// The UCUM code of the canonical unit, as FHIR and Open mHealth documents want it.
  public var ucum: String {
    let registry = UnitRegistry.standard
    return (try? registry.unit(canonicalUnit)).flatMap(registry.ucumCode) ?? canonicalUnit
  }

  /// The unit meant by a text that has a meaning, or another one, only for this type.
  ///
  /// Exports write a body mass index as a bare `count`; people write `units` of insulin, and
  /// mmol/L of glucose without the molar mass a conversion to mg/dL needs.
  public func contextualUnit(_ written: String) -> String? {
    switch (name, written) {
    case ("BodyMassIndex", "count"): "kg/m2"
    case ("InsulinDelivery", "U"), ("InsulinDelivery", "unit"), ("InsulinDelivery", "units"): "IU"
    case ("BloodGlucose", "mmol/L"), ("BloodGlucose", "mmol/l"), ("BloodGlucose", "mmol"):
      Self.glucoseMillimolesPerLitre
    case ("PhysicalEffort", "MET"), ("PhysicalEffort", "METs"): "kcal/hr·kg"
    case ("WorkoutEffortScore", "count"), ("EstimatedWorkoutEffortScore", "count"):
      "appleEffortScore"
    default: nil
    }
  }

  /// The spelling of exports, with HealthKit's molar mass of glucose in g/mol.
  static let glucoseMillimolesPerLitre = "mmol<180.1558800000541>/L"
}
