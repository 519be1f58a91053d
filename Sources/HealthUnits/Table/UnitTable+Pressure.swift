extension UnitTable {
  /// Units of pressure and sound levels.
  static let pressure: [UnitRow] = [
    UnitRow("Pa", .pressure, "1", ucum: "Pa", from: "SI")
      .prefixable()
      .anyCase("pascal", "pascals"),
    UnitRow("kPa", .pressure, "1000", ucum: "kPa", from: "SI")
      .anyCase("kilopascal", "kilopascals", "kpa"),
    UnitRow("hPa", .pressure, "100", ucum: "hPa", from: "SI")
      .anyCase("hectopascal", "hpa", "mbar", "millibar", "millibars", "mb"),
    UnitRow("mmHg", .pressure, "133.322387415", ucum: "mm[Hg]", from: "13.5951 × 9.80665 Pa")
      .anyCase("mm hg", "mm[hg]", "mmhg", "millimeters of mercury", "millimetres of mercury")
      .anyCase("millimeter of mercury"),
    UnitRow("torr", .pressure, "20265/152", from: "1/760 atm")
      .anyCase("torr"),
    UnitRow("cmAq", .pressure, "98.0665", ucum: "cm[H2O]", from: "10 × 9.80665 Pa")
      .also("cmH2O")
      .anyCase("cm h2o", "cmh2o", "cm[h2o]", "centimeters of water", "centimetres of water"),
    UnitRow("inHg", .pressure, "3386.388640341", ucum: "[in_i'Hg]", from: "25.4 conventional mmHg")
      .anyCase("in hg", "inches of mercury", "inhg"),
    UnitRow("atm", .pressure, "101325", ucum: "atm", from: "10th CGPM, 1954")
      .anyCase("atmosphere", "atmospheres"),
    UnitRow("bar", .pressure, "100000", ucum: "bar", from: "100 kPa")
      .prefixable()
      .anyCase("bars"),
    UnitRow("psi", .pressure, "8896443230521/1290320000", ucum: "[psi]", from: "lbf / in²")
      .anyCase("lbf/in2", "pounds per square inch"),
    UnitRow("dBASPL", .soundPressureLevel, "1", ucum: "dB[SPL]", from: "a level: never add")
      .standingForItself(.level)
      .anyCase("dba", "db(a)", "dba spl", "db a")
      .whenExpected("db"),
    UnitRow(
      "dBHL",
      .hearingLevel,
      "1",
      ucum: "dB{HL}",
      from: "level over a frequency dependent reference"
    )
    .standingForItself(.level)
    .also("dB HL")
    .anyCase("db hl"),
  ]
}
