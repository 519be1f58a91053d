import HealthModel
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("BodyMass", "Body Mass", "body_mass"),
    ("VO2Max", "VO2 Max", "vo2_max"),
    ("UVExposure", "UV Exposure", "uv_exposure"),
    ("DietaryVitaminB12", "Dietary Vitamin B12", "dietary_vitamin_b12"),
    ("ForcedExpiratoryVolume1", "Forced Expiratory Volume 1", "forced_expiratory_volume_1"),
    ("HeartRateVariabilitySDNN", "Heart Rate Variability SDNN", "heart_rate_variability_sdnn"),
    ("AsleepREM", "Asleep REM", "asleep_rem"),
    ("TimeInDaylight", "Time in Daylight", "time_in_daylight"),
    ("InBed", "In Bed", "in_bed"),
    ("ChestTightnessOrPain", "Chest Tightness or Pain", "chest_tightness_or_pain"),
    ("", "", ""),
  ])
  func `a camel-case name has a title and a snake-case form`(
    name: String,
    title: String,
    snake: String
  ) {
    #expect(Spelling.title(name) == title)
    #expect(Spelling.snakeCase(name) == snake)
    #expect(Spelling.folded(title) == Spelling.folded(name))
    #expect(Spelling.folded(snake) == Spelling.folded(name))
  }

  @Test func `folding leaves other letters alone`() {
    #expect(Spelling.folded("Herz-Frequenz Ø_ä") == "herzfrequenzØä")
  }
}
