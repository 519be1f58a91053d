/// The one table of units that parsing, conversion, suggestions and listings read.
package enum UnitTable {
  /// The rows of all dimensions that mean the same in every kind of file.
  package static let rows: [UnitRow] =
    counting + mass + length + volume + pressure + time + energy + temperature + physical + speed
    + concentration + arbitrary

  /// HealthKit's percent sign: the number beside it is a fraction already (0.97 %).
  package static let healthKitPercent = UnitRow(
    "%",
    .count,
    "1",
    ucum: "1",
    from: "HKUnit: % (0.0 - 1.0)"
  )

  /// Everybody else's percent sign: one hundredth (97 %).
  package static let ordinaryPercent = UnitRow(
    "%",
    .count,
    "0.01",
    ucum: "%",
    from: "one hundredth"
  )
}
