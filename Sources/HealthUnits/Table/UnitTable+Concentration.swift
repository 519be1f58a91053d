extension UnitTable {
  /// Amounts, concentrations, flows and what is measured per body mass.
  static let concentration: [UnitRow] = [
    UnitRow("mol", .amount, "1", ucum: "mol", from: "SI; a mass only with a molar mass, mol<M>")
      .prefixable()
      .anyCase("mole", "moles"),
    UnitRow("Eq", .equivalents, "1", ucum: "eq", from: "SI")
      .prefixable()
      .also("eq")
      .anyCase("equivalent", "equivalents"),
    UnitRow("osm", .osmoles, "1", ucum: "osm", from: "SI")
      .prefixable()
      .also("Osm")
      .anyCase("osmole", "osmoles"),
    UnitRow("mEq", .equivalents, "0.001", ucum: "meq", from: "derived")
      .also("meq")
      .anyCase("milliequivalent", "milliequivalents"),
    UnitRow("mg/dL", .massConcentration, "0.01", ucum: "mg/dL", from: "derived")
      .also("mg/dl")
      .anyCase("mg/100ml", "mg per dl", "mgdl", "mg_dl"),
    UnitRow("g/L", .massConcentration, "1", ucum: "g/L", from: "SI")
      .also("g/l"),
    UnitRow("g/dL", .massConcentration, "10", ucum: "g/dL", from: "derived")
      .also("g/dl"),
    UnitRow("ng/mL", .massConcentration, "0.000001", ucum: "ng/mL", from: "derived")
      .also("ng/ml"),
    UnitRow("mmol/L", .amountConcentration, "1", ucum: "mmol/L", from: "derived")
      .also("mmol/l", "mM")
      .anyCase("millimol/l", "mmoll", "mmol_l")
      .whenExpected("mmol"),
    UnitRow("umol/L", .amountConcentration, "0.001", ucum: "umol/L", from: "derived")
      .also("µmol/L", "mcmol/L")
      .anyCase("umol/l"),
    UnitRow("IU/mL", .internationalUnitConcentration, "1000000", ucum: "[IU]/mL", from: "derived")
      .anyCase("iu/ml"),
    UnitRow("L/min", .volumeFlow, "1/60000", ucum: "L/min", from: "derived")
      .also("l/min")
      .anyCase("lpm", "liters per minute", "litres per minute"),
    UnitRow("mL/min·kg", .oxygenUptake, "1/60000000", ucum: "mL/min/kg", from: "derived")
      .also("mL/(kg·min)", "mL/kg/min", "mL/min/kg", "ml/(kg*min)", "mL/kg·min", "mL/(kg*min)")
      .also("mL/(min·kg)")
      .anyCase("ml/kg/min", "ml/min/kg", "ml/(kg min)", "ml/kg*min", "ml/kg-min")
      .anyCase("vo2 ml/kg/min"),
    UnitRow("kg/m2", .massPerArea, "1", ucum: "kg/m2", from: "derived")
      .also("kg/m^2")
      .anyCase("bmi"),
  ]
}
