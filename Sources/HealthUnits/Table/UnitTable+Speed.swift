extension UnitTable {
  /// Units of speed and pace.
  static let speed: [UnitRow] = [
    UnitRow("m/s", .speed, "1", ucum: "m/s", from: "SI")
      .also("mps")
      .anyCase("meters per second", "metres per second", "m/sec"),
    UnitRow("km/hr", .speed, "5/18", ucum: "km/h", from: "derived")
      .also("km/h")
      .anyCase("kmh", "kph", "kmph", "km/hour", "kilometers per hour", "kilometres per hour"),
    UnitRow("mi/hr", .speed, "0.44704", ucum: "[mi_i]/h", from: "derived")
      .also("mi/h")
      .anyCase("mph", "miles/hour", "miles per hour"),
    UnitRow("ft/s", .speed, "0.3048", ucum: "[ft_i]/s", from: "derived")
      .anyCase("fps", "feet per second", "ft/sec"),
    UnitRow("kn", .speed, "463/900", ucum: "[kn_i]", from: "nmi/hr")
      .also("kt")
      .anyCase("kts", "knot", "knots"),
    UnitRow("min/km", .pace, "0.06", ucum: "min/km", from: "derived")
      .anyCase("/km", "mins/km", "minutes per km", "pace (min/km)"),
    UnitRow("min/mi", .pace, "625/16764", ucum: "min/[mi_i]", from: "derived")
      .anyCase("/mi", "min/mile", "mins/mile", "minutes per mile", "pace (min/mi)"),
    UnitRow("s/100m", .pace, "0.01", ucum: "s/(100.m)", from: "derived")
      .anyCase("sec/100m", "/100m"),
    UnitRow("s/500m", .pace, "0.002", ucum: "s/(500.m)", from: "derived")
      .anyCase("/500m", "split (500m)"),
  ]
}
