extension UnitTable {
  private static let pi = "3.1415926535897932384626433832795028841971693993751058209749445923"

  /// Counts, fractions, rates and units that stand only for themselves.
  static let counting: [UnitRow] = [
    UnitRow("count", .count, "1", ucum: "{count}", from: "HealthKit")
      .anyCase("counts", "times", "steps", "step", "flights", "floors", "pushes", "strokes")
      .anyCase("reps", "beats", "breaths", "items", "events", "#count"),
    UnitRow("1", .count, "1", ucum: "1", from: "the null unit; canonical for fractions 0 to 1")
      .also("()"),
    UnitRow("percent", .count, "0.01", ucum: "%", from: "1/100; HealthKit's own % is a fraction")
      .anyCase("percent", "pct", "per cent", "percentage"),
    UnitRow("permille", .count, "0.001", ucum: "[ppth]", from: "derived")
      .also("‰")
      .anyCase("permille", "per mille", "per mil"),
    UnitRow("ppm", .count, "0.000001", ucum: "[ppm]", from: "derived")
      .anyCase("parts per million"),
    UnitRow("count/min", .rate, "1/60", ucum: "/min", from: "derived")
      .also("1/min", "/min", "min-1", "min^-1")
      .anyCase("bpm", "beats/min", "beats per minute", "beat/min", "counts/min", "breaths/min")
      .anyCase("breaths per minute", "brpm", "br/min", "rpm", "rev/min", "spm", "steps/min")
      .anyCase("strokes/min", "per minute", "cpm"),
    UnitRow("count/s", .rate, "1", ucum: "/s", from: "derived")
      .also("1/s", "/s")
      .anyCase("per second"),
    UnitRow("count/hr", .rate, "1/3600", ucum: "/h", from: "derived")
      .also("/h")
      .anyCase("per hour", "events/hr", "events/hour")
      .whenExpected("ahi"),
    UnitRow("count/d", .rate, "1/86400", ucum: "/d", from: "derived")
      .also("/d")
      .anyCase("per day", "steps/day"),
    UnitRow("IU", .internationalUnits, "1", ucum: "[IU]", from: "depends on the substance")
      .prefixable()
      .anyCase("iu", "international unit", "international units", "i.u.")
      .whenExpected("units", "unit", "u"),
    UnitRow("[pi]", .count, pi, ucum: "[pi]", from: "64 decimals, as UCUM has them"),
    UnitRow("appleEffortScore", .effortScore, "1", ucum: "{score}", from: "HealthKit")
      .anyCase("effort", "effort score"),
  ]
}
