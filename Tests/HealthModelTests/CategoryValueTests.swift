import HealthModel
import Testing

@Suite struct CategoryValueTests {
  let catalogue = Catalogue.standard

  @Test(arguments: Catalogue.standard.categories.map(\.name))
  func `every value is found by constant, short name and number`(name: String) throws {
    let type = try #require(catalogue.category(name))
    #expect(!type.values.isEmpty)
    for value in type.values {
      #expect(type.value(value.constant) == value)
      #expect(type.value(value.name) == value)
      #expect(type.value(value.name.lowercased()) == value)
      #expect(type.value(Spelling.snakeCase(value.name)) == value)
      #expect(type.value(String(value.raw))?.raw == value.raw)
      #expect(value.constant.hasSuffix(value.name))
      #expect(!value.name.isEmpty)
    }
    #expect(Set(type.values.map(\.name)).count == type.values.count)
  }

  @Test func `numbers mean what their own enumeration says`() {
    #expect(catalogue.category("Headache")?.value("0")?.name == "Unspecified")
    #expect(catalogue.category("MoodChanges")?.value("0")?.name == "Present")
    #expect(catalogue.category("AppleStandHour")?.value("0")?.name == "Stood")
    #expect(catalogue.category("AppleStandHour")?.value("1")?.name == "Idle")
    #expect(catalogue.category("Headache")?.value("5") == nil)
    #expect(catalogue.category("Headache")?.value("-1") == nil)
  }

  @Test func `sleep keeps the old and the new word for the same number`() {
    let sleep = catalogue.category("SleepAnalysis")
    #expect(sleep?.value("HKCategoryValueSleepAnalysisAsleep")?.name == "Asleep")
    #expect(
      sleep?.value("HKCategoryValueSleepAnalysisAsleepUnspecified")?.name == "AsleepUnspecified"
    )
    #expect(sleep?.value("1")?.name == "AsleepUnspecified")
    #expect(sleep?.value("asleep_rem")?.raw == 5)
  }

  @Test func `menstrual flow understands both spellings`() {
    let flow = catalogue.category("MenstrualFlow")
    let heavy = flow?.value("HKCategoryValueMenstrualFlowHeavy")
    #expect(heavy?.name == "Heavy")
    #expect(flow?.value("HKCategoryValueVaginalBleedingHeavy") == heavy)
    let bleeding = catalogue.category("BleedingDuringPregnancy")
    #expect(
      bleeding?.value("HKCategoryValueMenstrualFlowNone")?.constant
        == "HKCategoryValueVaginalBleedingNone"
    )
  }

  @Test func `audio exposure events carry the environmental constant`() {
    for name in ["AudioExposureEvent", "EnvironmentalAudioExposureEvent"] {
      let type = catalogue.category(name)
      let limit = type?.value("HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit")
      #expect(limit?.name == "MomentaryLimit")
      #expect(type?.value("1") == limit)
      #expect(
        type?.value("HKCategoryValueAudioExposureEventLoudEnvironment")?.name == "LoudEnvironment"
      )
    }
  }

  @Test func `events without a value have one case`() {
    let session = catalogue.category("MindfulSession")
    #expect(session?.value("HKCategoryValueNotApplicable")?.name == "NotApplicable")
    #expect(session?.value("0")?.name == "NotApplicable")
    #expect(session?.valueEnum.constant == "HKCategoryValue")
  }

  @Test func `text of no case stays as it is`() {
    #expect(
      catalogue.canonicalCategoryValue(
        "HKCategoryValueSleepAnalysisInBed",
        ofType: "sleep_analysis"
      )
        == "InBed"
    )
    #expect(catalogue.canonicalCategoryValue("Schlaf", ofType: "SleepAnalysis") == "Schlaf")
    #expect(catalogue.canonicalCategoryValue("7", ofType: "NoSuchType") == "7")
  }

  @Test func `characteristics have short values`() {
    #expect(
      catalogue.characteristics.prefix(5).map(\.name) == [
        "dateOfBirth", "biologicalSex", "bloodType", "fitzpatrickSkinType",
        "cardioFitnessMedicationsUse",
      ]
    )
    let sex = catalogue.characteristic("HKCharacteristicTypeIdentifierBiologicalSex")
    #expect(sex?.name == "biologicalSex")
    #expect(sex?.valueEnum?.value("HKBiologicalSexFemale")?.name == "Female")
    let blood = catalogue.characteristic("blood_type")?.valueEnum
    #expect(blood?.value("HKBloodTypeAPositive")?.name == "APositive")
    #expect(blood?.value("HKBloodTypeNotSet")?.raw == 0)
    let skin = catalogue.characteristic("fitzpatrickSkinType")?.valueEnum
    #expect(skin?.value("HKFitzpatrickSkinTypeII")?.name == "TypeII")
    #expect(skin?.value("II")?.name == "TypeII")
    #expect(catalogue.characteristic("dateOfBirth")?.valueEnum == nil)
  }
}
