import HealthModel
import Testing

@Suite struct CatalogueSearchTests {
  let catalogue = Catalogue.standard

  private func names(_ pattern: String) -> [String] { catalogue.search(pattern).map(\.name) }

  @Test(arguments: ["heart rate", "heart_rate", "HeartRate", "HEART-RATE"])
  func `a part of a name finds every type with it`(pattern: String) {
    #expect(
      names(pattern) == [
        "HeartRate", "HeartRateRecoveryOneMinute", "HeartRateVariabilitySDNN", "RestingHeartRate",
        "WalkingHeartRateAverage", "HighHeartRateEvent", "LowHeartRateEvent",
      ]
    )
  }

  @Test(arguments: [
    ("body*", ["BodyFatPercentage", "BodyMass", "BodyMassIndex", "BodyTemperature"]),
    ("*Mass", ["BodyMass", "LeanBodyMass"]),
    ("*skiing*speed", ["CrossCountrySkiingSpeed"]),
    ("height?", []),
    ("heigh?", ["Height"]),
    ("h*ght", ["Height"]),
    ("hkquantitytypeidentifierbodymass", ["BodyMass", "BodyMassIndex"]),
    ("identifier", []),
    ("HKCorrelation*", ["BloodPressure", "Food"]),
    ("no such type", []),
  ])
  func `a pattern matches whole names`(pattern: String, expected: [String]) {
    #expect(names(pattern) == expected)
  }

  @Test func `an empty text and a lone star find everything`() {
    #expect(names("").count == 276)
    #expect(names("*").count == 276)
  }

  @Test(arguments: [
    ("BodyMas", "BodyMass"),
    ("hart_rate", "HeartRate"),
    ("stepcounts", "StepCount"),
    ("sleep", "SleepChanges"),
    ("HeartRat", "HeartRate"),
    ("Runing", "Running"),
    ("glucose", "BloodGlucose"),
  ])
  func `a slip is answered with the nearest name`(text: String, expected: String) {
    #expect(catalogue.suggestions(for: text).first == expected)
  }

  @Test func `nothing near gives no suggestion`() {
    #expect(catalogue.suggestions(for: "qqqqqqqq").isEmpty)
    #expect(catalogue.suggestions(for: "").isEmpty)
    #expect(catalogue.suggestions(for: "dietary", limit: 5).count == 5)
  }
}
