extension SharedCase {
  /// Exports of the Health app.
  static let apple = [
    SharedCase(
      "apple-01",
      "input.xml",
      1,
      has: [#""value":120,"#, #""exportVersion":12"#],
      says: ["dtd-malformed"]
    ),
    SharedCase(
      "apple-03",
      "input.xml",
      2,
      has: [#""sourceName":"Meal Log""#],
      says: ["warning: control character"]
    ),
    SharedCase("apple-05", "input-fi.zip", 1, has: ["StepCount"]),
    SharedCase("apple-05", "input-ja.zip", 1, has: ["StepCount"]),
    SharedCase("apple-05", "input-capital-e.zip", 1, has: ["StepCount"]),
    SharedCase("apple-07", "input.zip", 1, has: ["StepCount"]),
    SharedCase(
      "apple-09",
      "input.xml",
      2,
      has: [
        #""duration":1830,"totalDistance":5020,"totalEnergyBurned":1305408"#,
        #""average":151,"minimum":110,"maximum":176"#,
        #""totalDistance":4988.9664,"totalEnergyBurned":1171520"#,
      ]
    ),
    SharedCase(
      "apple-10",
      "input.xml",
      1,
      has: [
        #""totalDistance":5020,"#, #""metadata":{"HKIndoorWorkout":"0"}"#, #""sum":5000,"#,
      ],
      lacks: ["10020", "metadata-key-repeated"]
    ),
    SharedCase("apple-11", "input.xml", 2, says: ["note: ", "duplicate-workout"]),
    SharedCase(
      "apple-13",
      "input.xml",
      2,
      has: [
        #"{"name":"iPhone","manufacturer":"Apple Inc.","model":"iPhone","#
          + #""hardware":"iPhone16,1","software":"18.2"}"#
      ],
      lacks: ["0xb0f577"]
    ),
    SharedCase(
      "apple-16",
      "input.xml",
      2,
      has: [#""value":109.895"#, #""value":110,"unit":"mg/dL""#]
    ),
    SharedCase(
      "apple-16",
      "input.xml",
      2,
      with: ["--unit", "BloodGlucose=mmol/L"],
      has: [#""value":6.1,"unit":"mmol/L""#, #""value":6.1058"#]
    ),
    SharedCase(
      "apple-17",
      "input.xml",
      4,
      has: [#""value":0.97,"#, #""value":0.215,"#, #""value":0,"#, #""value":96,"unit":"1""#],
      says: ["percent-out-of-range"],
      lacks: [#""value":0.96,"#]
    ),
    SharedCase(
      "apple-19",
      "input.xml",
      2,
      has: [
        #""startDate":"2025-07-14T23:30:00+01:00""#, #""startDate":"2026-01-10T23:30:00+01:00""#,
      ],
      says: ["keep the UTC offset"]
    ),
    SharedCase(
      "apple-19",
      "input.xml",
      2,
      with: ["--time-zone", "recorded"],
      has: [
        #""startDate":"2025-07-15T00:30:00+02:00""#, #""startDate":"2026-01-10T23:30:00+01:00""#,
      ]
    ),
    SharedCase(
      "apple-19",
      "input.xml",
      2,
      with: ["--time-zone", "Europe/Paris"],
      has: [
        #""startDate":"2025-07-15T00:30:00+02:00""#, #""startDate":"2026-01-10T23:30:00+01:00""#,
      ]
    ),
    SharedCase("apple-25", "input.xml", 0, exit: 2, says: ["not an Apple Health export"]),
    SharedCase("apple-26", "input-empty.zip", 0, exit: 2, says: ["the file is empty"]),
    SharedCase("apple-26", "input-truncated.zip", 0, exit: 2, says: ["cut off"]),
    SharedCase(
      "apple-29",
      "input.xml",
      4,
      has: [#""value":"Stood""#, #""type":"MindfulSession""#, #""value":8,"unit":"hr""#],
      lacks: ["rejected"]
    ),
    SharedCase(
      "apple-32",
      "input.xml",
      10,
      has: [
        #""value":80.013694068,"unit":"kg""#, #""value":4988.9664,"#, #""value":1.810512,"#,
        #""value":1903720,"#, #""value":1000000,"#, #""value":37,"unit":"degC""#,
        #""value":63.2,"unit":"dBASPL""#, #""value":46.8,"unit":"mL/min·kg""#,
        #""value":2,"unit":"furlong""#,
      ],
      says: ["unknown-unit"]
    ),
    SharedCase("apple-38", "input.zip", 1, says: ["unsafe-entry-path"]),
    SharedCase("apple-38", "input-entity.xml", 0, exit: 2, says: ["entity declaration"]),
    SharedCase(
      "apple-39",
      "input.xml",
      3,
      has: [#""Bob \"Fast\" Watch, 2""#, #""line\nbreak""#, #""=1+1""#]
    ),
    SharedCase(
      "apple-41",
      "input.xml",
      2,
      has: [
        #""startDate":"2021-06-01","#, #""startDate":"2026-01-09","#,
        #""activeEnergyBurned":2142208,"#, #""activeEnergyBurned":2142000,"#,
        #""appleMoveTime":1980,"#,
      ]
    ),
  ]
}
