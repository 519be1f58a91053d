extension UnitTable {
  /// Electrical, optical and angular units.
  static let physical: [UnitRow] = [
    UnitRow("S", .conductance, "1", ucum: "S", from: "SI")
      .prefixable()
      .anyCase("siemens", "mho"),
    UnitRow("mcS", .conductance, "0.000001", ucum: "uS", from: "SI")
      .also("uS", "µS")
      .anyCase("microsiemens"),
    UnitRow("V", .voltage, "1", ucum: "V", from: "SI")
      .prefixable()
      .anyCase("volt", "volts"),
    UnitRow("mcV", .voltage, "0.000001", ucum: "uV", from: "SI")
      .also("uV", "µV")
      .anyCase("microvolt", "microvolts"),
    UnitRow("mV", .voltage, "0.001", ucum: "mV", from: "SI")
      .anyCase("millivolt", "millivolts"),
    UnitRow("Hz", .frequency, "1", ucum: "Hz", from: "SI")
      .prefixable()
      .anyCase("hertz", "hz"),
    UnitRow("ampere", .current, "1", ucum: "A", from: "SI")
      .metricInUCUM()
      .anyCase("amperes"),
    UnitRow("candela", .luminousIntensity, "1", ucum: "cd", from: "SI")
      .metricInUCUM(),
    UnitRow("cycle", .cycles, "1", from: "what Hz counts")
      .anyCase("cycles"),
    UnitRow("lx", .illuminance, "1", ucum: "lx", from: "SI")
      .prefixable()
      .anyCase("lux"),
    UnitRow("D", .opticalPower, "1", ucum: "[diop]", from: "derived")
      .anyCase("diopter", "diopters", "dioptre", "dioptres", "dpt"),
    UnitRow("pD", .prism, "1", ucum: "[p'diop]", from: "100·tan(angle)")
      .standingForItself(.isolated)
      .also("Δ")
      .anyCase("prism diopter", "prism diopters"),
    UnitRow("rad", .angle, "1", ucum: "rad", from: "SI")
      .prefixable()
      .anyCase("radian", "radians"),
    UnitRow("deg", .angle, "1", ucum: "deg", from: "π/180 rad is not rational")
      .standingForItself(.isolated)
      .anyCase("degree", "degrees")
      .whenExpected("°"),
  ]
}
