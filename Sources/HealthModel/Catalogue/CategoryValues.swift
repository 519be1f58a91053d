// The values of each category type. A raw number means nothing without its enumeration: 0 is
// `Unspecified` for a severity, `Present` for a presence, `Stood` for a stand hour.
extension ValueEnum {
  static let appetiteChanges = ValueEnum(
    "HKCategoryValueAppetiteChanges",
    [("Unspecified", 0), ("NoChange", 1), ("Decreased", 2), ("Increased", 3)]
  )

  /// Whether somebody stood in an hour; stood is 0.
  static let appleStandHour = ValueEnum(
    "HKCategoryValueAppleStandHour",
    [("Stood", 0), ("Idle", 1)]
  )

  static let appleWalkingSteadinessEvent = ValueEnum(
    "HKCategoryValueAppleWalkingSteadinessEvent",
    [("InitialLow", 1), ("InitialVeryLow", 2), ("RepeatLow", 3), ("RepeatVeryLow", 4)]
  )

  static let cervicalMucusQuality = ValueEnum(
    "HKCategoryValueCervicalMucusQuality",
    [("Dry", 1), ("Sticky", 2), ("Creamy", 3), ("Watery", 4), ("EggWhite", 5)]
  )

  static let contraceptive = ValueEnum(
    "HKCategoryValueContraceptive",
    [
      ("Unspecified", 1),
      ("Implant", 2),
      ("Injection", 3),
      ("IntrauterineDevice", 4),
      ("IntravaginalRing", 5),
      ("Oral", 6),
      ("Patch", 7),
    ]
  )

  /// Loud surroundings; before iOS 14 the same event was called `LoudEnvironment`.
  static let environmentalAudioExposureEvent = ValueEnum(
    "HKCategoryValueEnvironmentalAudioExposureEvent",
    [("MomentaryLimit", 1)],
    adding: ValueEnum("HKCategoryValueAudioExposureEvent", [("LoudEnvironment", 1)])
  )

  static let headphoneAudioExposureEvent = ValueEnum(
    "HKCategoryValueHeadphoneAudioExposureEvent",
    [("SevenDayLimit", 1)]
  )

  static let lowCardioFitnessEvent = ValueEnum(
    "HKCategoryValueLowCardioFitnessEvent",
    [("LowFitness", 1)]
  )

  /// Since iOS 18 also written with the constants of `vaginalBleeding`.
  static let menstrualFlow = ValueEnum(
    "HKCategoryValueMenstrualFlow",
    [("Unspecified", 1), ("Light", 2), ("Medium", 3), ("Heavy", 4), ("None", 5)],
    alsoWritten: "HKCategoryValueVaginalBleeding"
  )

  /// Events that carry no value: new exports write this word, old ones leave `value` out.
  static let notApplicable = ValueEnum("HKCategoryValue", [("NotApplicable", 0)])

  /// `Positive` is what `LuteinizingHormoneSurge` was called before iOS 13.
  static let ovulationTestResult = ValueEnum(
    "HKCategoryValueOvulationTestResult",
    [
      ("Negative", 1),
      ("LuteinizingHormoneSurge", 2),
      ("Positive", 2),
      ("Indeterminate", 3),
      ("EstrogenSurge", 4),
    ]
  )

  static let pregnancyTestResult = ValueEnum(
    "HKCategoryValuePregnancyTestResult",
    [("Negative", 1), ("Positive", 2), ("Indeterminate", 3)]
  )

  /// Whether a symptom was there; 0 is present, unlike in `severity`.
  static let presence = ValueEnum("HKCategoryValuePresence", [("Present", 0), ("NotPresent", 1)])

  static let progesteroneTestResult = ValueEnum(
    "HKCategoryValueProgesteroneTestResult",
    [("Negative", 1), ("Positive", 2), ("Indeterminate", 3)]
  )

  /// How strong a symptom was.
  static let severity = ValueEnum(
    "HKCategoryValueSeverity",
    [("Unspecified", 0), ("NotPresent", 1), ("Mild", 2), ("Moderate", 3), ("Severe", 4)]
  )

  /// Stages of sleep; `Asleep` is what `AsleepUnspecified` was called before iOS 16.
  static let sleepAnalysis = ValueEnum(
    "HKCategoryValueSleepAnalysis",
    [
      ("InBed", 0),
      ("AsleepUnspecified", 1),
      ("Asleep", 1),
      ("Awake", 2),
      ("AsleepCore", 3),
      ("AsleepDeep", 4),
      ("AsleepREM", 5),
    ]
  )

  /// Takes the place of `menstrualFlow` since iOS 18, with the same numbers.
  static let vaginalBleeding = ValueEnum(
    "HKCategoryValueVaginalBleeding",
    [("Unspecified", 1), ("Light", 2), ("Medium", 3), ("Heavy", 4), ("None", 5)],
    alsoWritten: "HKCategoryValueMenstrualFlow"
  )
}
