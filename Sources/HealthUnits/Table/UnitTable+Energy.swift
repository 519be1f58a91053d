extension UnitTable {
  /// Units of energy, power and power per body mass.
  static let energy: [UnitRow] = [
    UnitRow("J", .energy, "1", ucum: "J", from: "SI")
      .prefixable()
      .anyCase("joule", "joules"),
    UnitRow("kJ", .energy, "1000", ucum: "kJ", from: "SI")
      .also("KJ", "kj")
      .anyCase("kilojoule", "kilojoules"),
    UnitRow("MJ", .energy, "1000000", ucum: "MJ", from: "SI")
      .anyCase("megajoule", "megajoules"),
    UnitRow("cal", .energy, "4.184", ucum: "cal_th", from: "thermochemical calorie")
      .metricInUCUM()
      .anyCase("small calorie", "gram calorie", "cal_th"),
    UnitRow("kcal", .energy, "4184", ucum: "kcal_th", from: "1000 thermochemical calories")
      .anyCase("kcals", "kilocalorie", "kilocalories", "kcal", "kcal_th")
      .whenExpected("calories", "calorie", "cal"),
    UnitRow("Cal", .energy, "4184", ucum: "[Cal]", from: "the kilocalorie as US exports write it")
      .anyCase("large calorie", "food calorie", "food calories", "dietary calorie"),
    UnitRow("cal_IT", .energy, "4.1868", ucum: "cal_IT", from: "International Steam Table, 1956")
      .metricInUCUM()
      .anyCase("international calorie", "cal_it"),
    UnitRow("Wh", .energy, "3600", ucum: "W.h", from: "W·hr")
      .anyCase("watt hour", "watt-hour", "watt hours"),
    UnitRow("kWh", .energy, "3600000", ucum: "kW.h", from: "1000 Wh")
      .anyCase("kilowatt hour", "kilowatt-hour"),
    UnitRow("W", .power, "1", ucum: "W", from: "SI")
      .prefixable()
      .anyCase("watt", "watts"),
    UnitRow("kW", .power, "1000", ucum: "kW", from: "SI")
      .anyCase("kilowatt", "kilowatts"),
    UnitRow("hp", .power, "745.69987158227022", ucum: "[HP]", from: "550 ft·lbf/s")
      .anyCase("horsepower"),
    UnitRow("kcal/hr", .power, "523/450", ucum: "kcal/h", from: "derived")
      .anyCase("kcal/h", "kcal per hour"),
    UnitRow("kcal/min", .power, "1046/15", ucum: "kcal/min", from: "derived")
      .anyCase("kcal per minute"),
    UnitRow("kcal/hr·kg", .powerPerMass, "523/450", ucum: "kcal/h/kg", from: "physical effort")
      .also("kcal/(kg·hr)", "kcal/(kg*hr)")
      .anyCase("kcal/hr-kg", "kcal/kg/hr", "kcal/hr/kg", "kcal/kg/h")
      .whenExpected("mets", "met"),
    UnitRow("W/kg", .powerPerMass, "1", ucum: "W/kg", from: "derived")
      .anyCase("watts/kg", "w/kg"),
  ]
}
