import HealthModel
import Testing

@Suite struct QuantityTypeTests {
  let catalogue = Catalogue.standard

  @Test(arguments: [
    ("BodyMass", "kg", QuantityType.Dimension.mass, "kg"),
    ("DietaryProtein", "g", .mass, "g"),
    ("DistanceWalkingRunning", "m", .length, "m"),
    ("ActiveEnergyBurned", "J", .energy, "J"),
    ("AppleExerciseTime", "s", .time, "s"),
    ("HeartRateVariabilitySDNN", "ms", .time, "ms"),
    ("BodyTemperature", "degC", .temperature, "Cel"),
    ("HeartRate", "count/min", .rate, "/min"),
    ("BloodGlucose", "mg/dL", .massConcentration, "mg/dL"),
    ("BloodPressureSystolic", "mmHg", .pressure, "mm[Hg]"),
    ("OxygenSaturation", "1", .fraction, "1"),
    ("StepCount", "count", .count, "{count}"),
    ("VO2Max", "mL/min·kg", .oxygenUptakePerMass, "mL/min/kg"),
  ])
  func `a type has one canonical unit`(
    name: String,
    unit: String,
    dimension: QuantityType.Dimension,
    ucum: String
  ) throws {
    let type = try #require(catalogue.quantity(name))
    #expect(type.canonicalUnit == unit)
    #expect(type.dimension == dimension)
    #expect(type.ucum == ucum)
  }

  @Test func `no canonical unit is a percent sign`() {
    for type in catalogue.quantities {
      #expect(type.canonicalUnit != "%")
      #expect((type.dimension == .fraction) == (type.canonicalUnit == "1"))
    }
  }

  @Test func `every shelf holds something`() {
    for group in QuantityType.Group.allCases {
      #expect(catalogue.quantities.contains { $0.group == group }, "\(group)")
    }
    #expect(catalogue.quantity("BodyMass")?.group == .body)
    #expect(catalogue.quantity("StepCount")?.aggregation == .cumulative)
  }

  @Test(arguments: [
    ("BodyMassIndex", "count", "kg/m2"),
    ("BloodGlucose", "mmol/L", "mmol<180.1558800000541>/L"),
    ("InsulinDelivery", "units", "IU"),
    ("PhysicalEffort", "METs", "kcal/hr·kg"),
    ("StepCount", "count", nil),
    ("DietaryCholesterol", "mmol/L", nil),
  ])
  func `some units have a meaning only for one type`(
    name: String,
    written: String,
    meant: String?
  ) throws {
    #expect(try #require(catalogue.quantity(name)).contextualUnit(written) == meant)
  }
}
