extension UnitTable {
  /// Points on a temperature scale, and differences between two points.
  static let temperature: [UnitRow] = [
    UnitRow("K", .temperature, "1", ucum: "K", from: "SI")
      .metricInUCUM()
      .anyCase("kelvin", "kelvins"),
    UnitRow("degC", .temperature, "1", ucum: "Cel", from: "zero at 273.15 K")
      .zero(at: "273.15")
      .also("°C")
      .anyCase("celsius", "deg c", "degrees c", "degree celsius", "degrees celsius")
      .anyCase("centigrade", "° c", "°c")
      .whenExpected("c"),
    UnitRow("degF", .temperature, "5/9", ucum: "[degF]", from: "5/9 K, zero at 459.67 below")
      .zero(at: "459.67")
      .also("°F")
      .anyCase("fahrenheit", "deg f", "degrees f", "degree fahrenheit", "degrees fahrenheit")
      .anyCase("° f", "°f")
      .whenExpected("f"),
    UnitRow("delta_degC", .temperatureDifference, "1", from: "derived")
      .anyCase("delta degc", "delta_degc"),
    UnitRow("delta_degF", .temperatureDifference, "5/9", from: "5/9 K")
      .anyCase("delta degf", "delta_degf"),
  ]
}
