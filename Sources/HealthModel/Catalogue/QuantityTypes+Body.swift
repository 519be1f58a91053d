extension QuantityType {
  /// Measures of the body.
  static let body: [QuantityType] = [
    arithmetic("AppleSleepingWristTemperature", .temperature, "degC", ios: "16.0"),
    arithmetic("BodyFatPercentage", .fraction, "1", ios: "8.0", loinc: "41982-0"),
    arithmetic("BodyMass", .mass, "kg", ios: "8.0", loinc: "29463-7"),
    arithmetic("BodyMassIndex", .bodyMassIndex, "kg/m2", ios: "8.0", loinc: "39156-5"),
    arithmetic("Height", .length, "m", ios: "8.0", loinc: "8302-2"),
    arithmetic("LeanBodyMass", .mass, "kg", ios: "8.0", loinc: "91557-9"),
    arithmetic("WaistCircumference", .length, "m", ios: "11.0", loinc: "8280-0"),
  ].on(.body)

  /// The heart and its rhythm.
  static let heart: [QuantityType] = [
    weighted("AtrialFibrillationBurden", .fraction, "1", ios: "16.0"),
    weighted("HeartRate", .rate, "count/min", ios: "8.0", loinc: "8867-4"),
    arithmetic("HeartRateRecoveryOneMinute", .rate, "count/min", ios: "16.0"),
    arithmetic("HeartRateVariabilitySDNN", .time, "ms", ios: "11.0", loinc: "80404-7"),
    arithmetic("PeripheralPerfusionIndex", .fraction, "1", ios: "8.0", loinc: "61006-3"),
    weighted("RestingHeartRate", .rate, "count/min", ios: "11.0", loinc: "40443-4"),
    weighted("WalkingHeartRateAverage", .rate, "count/min", ios: "11.0"),
  ].on(.heart)

  /// Vital signs and blood glucose.
  static let vitals: [QuantityType] = [
    arithmetic("BasalBodyTemperature", .temperature, "degC", ios: "9.0"),
    arithmetic("BloodGlucose", .massConcentration, "mg/dL", ios: "8.0", loinc: "41653-7"),
    arithmetic("BloodPressureDiastolic", .pressure, "mmHg", ios: "8.0", loinc: "8462-4"),
    arithmetic("BloodPressureSystolic", .pressure, "mmHg", ios: "8.0", loinc: "8480-6"),
    arithmetic("BodyTemperature", .temperature, "degC", ios: "8.0", loinc: "8310-5"),
    arithmetic("OxygenSaturation", .fraction, "1", ios: "8.0", loinc: "59408-5"),
    arithmetic("RespiratoryRate", .rate, "count/min", ios: "8.0", loinc: "9279-1"),
  ].on(.vitals)

  /// Lungs and breathing.
  static let respiratory: [QuantityType] = [
    arithmetic("AppleSleepingBreathingDisturbances", .count, "count", ios: "18.0"),
    arithmetic("ForcedExpiratoryVolume1", .volume, "L", ios: "8.0", loinc: "20150-9"),
    arithmetic("ForcedVitalCapacity", .volume, "L", ios: "8.0", loinc: "19870-5"),
    cumulative("InhalerUsage", .count, "count", ios: "8.0"),
    arithmetic("PeakExpiratoryFlowRate", .volumeFlow, "L/min", ios: "8.0", loinc: "19935-6"),
  ].on(.respiratory)

  /// Sound levels and their reduction.
  static let hearing: [QuantityType] = [
    level("EnvironmentalAudioExposure", .soundPressureLevel, "dBASPL", ios: "13.0"),
    level("EnvironmentalSoundReduction", .soundPressureLevel, "dBASPL", ios: "16.0"),
    level("HeadphoneAudioExposure", .soundPressureLevel, "dBASPL", ios: "13.0"),
  ].on(.hearing)

  /// Everything that belongs to no other group.
  static let other: [QuantityType] = [
    arithmetic("BloodAlcoholContent", .fraction, "1", ios: "8.0", loinc: "74859-0"),
    arithmetic("ElectrodermalActivity", .conductance, "S", ios: "8.0"),
    cumulative("InsulinDelivery", .arbitrary, "IU", ios: "11.0"),
    cumulative("NumberOfAlcoholicBeverages", .count, "count", ios: "15.0"),
    cumulative("NumberOfTimesFallen", .count, "count", ios: "8.0"),
    cumulative("TimeInDaylight", .time, "s", ios: "17.0"),
    arithmetic("UVExposure", .count, "count", ios: "9.0"),
  ].on(.other)
}
