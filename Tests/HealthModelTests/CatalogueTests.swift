import HealthModel
import TestSupport
import Testing

@Suite struct CatalogueTests {
  let catalogue = Catalogue.standard

  @Test func `the tables are complete`() {
    #expect(catalogue.quantities.count == 120)
    #expect(catalogue.categories.count == 70)
    #expect(catalogue.activities.count == 84)
    #expect(catalogue.correlations.count == 2)
    #expect(catalogue.workoutEvents.count == 8)
    #expect(catalogue.characteristics.count == 7)
    #expect(catalogue.metadataKeys.count == 76)
  }

  @Test(arguments: [
    "HKQuantityTypeIdentifierBodyMass", "BodyMass", "bodymass", "BODYMASS", "body_mass",
    "body-mass", "Body Mass", "Body_Mass", "hkquantitytypeidentifierbodymass",
  ])
  func `any spelling finds a quantity`(text: String) {
    #expect(catalogue.quantity(text)?.name == "BodyMass")
    #expect(catalogue.canonicalTypeName(text) == "BodyMass")
    #expect(catalogue.identifier(text) == "HKQuantityTypeIdentifierBodyMass")
  }

  @Test(arguments: Catalogue.standard.entries.map(\.name))
  func `every type is found by each of its names`(name: String) throws {
    let entry = try #require(catalogue.entries.first { $0.name == name })
    for text in [
      entry.identifier, entry.name, entry.title, entry.snakeName, entry.name.uppercased(),
      entry.snakeName.split(separator: "_").joined(separator: "-"),
    ] {
      #expect(catalogue.entry(text) == entry, "\(text)")
    }
    #expect(catalogue.canonicalTypeName(entry.identifier) == entry.name)
    #expect(catalogue.identifier(entry.name) == entry.identifier)
  }

  @Test func `no two types share a spelling`() {
    let folded = catalogue.entries.flatMap {
      [Spelling.folded($0.name), Spelling.folded($0.identifier)]
    }
    #expect(Set(folded).count == folded.count)
    #expect(Set(catalogue.entries.map(\.snakeName)).count == catalogue.entries.count)
    #expect(Set(catalogue.metadataKeys.map(\.key)).count == catalogue.metadataKeys.count)
  }

  @Test func `a look-up finds only its own kind`() {
    #expect(catalogue.quantity("SleepAnalysis") == nil)
    #expect(catalogue.category("BodyMass") == nil)
    #expect(catalogue.activity("BloodPressure") == nil)
    #expect(catalogue.correlation("Running") == nil)
    #expect(catalogue.category("sleep_analysis")?.name == "SleepAnalysis")
    #expect(catalogue.correlation("blood pressure")?.name == "BloodPressure")
  }

  @Test(arguments: [
    "HKDataTypeSleepDurationGoal", "HKQuantityTypeIdentifierNotInventedYet", "Mood", "", " ", "_-",
    "Körpergewicht",
  ])
  func `an unknown type comes back untouched`(text: String) {
    #expect(catalogue.canonicalTypeName(text) == text)
    #expect(catalogue.identifier(text) == text)
    #expect(catalogue.entry(text) == nil)
  }

  @Test func `activities are found by number`() {
    #expect(catalogue.activity(raw: 37)?.name == "Running")
    #expect(catalogue.activity(raw: 3000)?.identifier == "HKWorkoutActivityTypeOther")
    #expect(catalogue.activity(raw: 81) == nil)
    #expect(Set(catalogue.activities.map(\.raw)).count == 84)
  }

  @Test func `members of correlations are quantities`() {
    for correlation in catalogue.correlations {
      for member in correlation.members {
        #expect(catalogue.quantity(member)?.name == member)
      }
    }
    #expect(catalogue.correlation("Food")?.members.count == 39)
    #expect(catalogue.correlation("BloodPressure")?.needsAllMembers == true)
  }

  @Test func `workout events are found by both names`() {
    for event in catalogue.workoutEvents {
      #expect(catalogue.workoutEvent(event.identifier) == event)
      #expect(catalogue.workoutEvent(event.name) == event)
    }
    #expect(catalogue.workoutEvent("motion_paused")?.raw == 5)
  }

  @Test func `metadata keys are found as exported and as the SDK names them`() {
    #expect(catalogue.metadataKey("HKTimeZone")?.constant == "HKMetadataKeyTimeZone")
    #expect(catalogue.metadataKey("HKMetadataKeyTimeZone")?.key == "HKTimeZone")
    #expect(catalogue.metadataKey("HKSyncVersion")?.key == "HKMetadataKeySyncVersion")
    #expect(catalogue.metadataKey("HKMetadataKeySyncVersion")?.kind == .number)
    #expect(catalogue.metadataKey("was_user_entered")?.kind == .boolean)
    let doubled = catalogue.metadataKey("CyclingFunctionalThresholdPowerTestType")
    #expect(doubled?.key == "HKCyclingCyclingFunctionalThresholdPowerTestType")
    #expect(catalogue.metadataKey("Withings Link") == nil)
  }
}
