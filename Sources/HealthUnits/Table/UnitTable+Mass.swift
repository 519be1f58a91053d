extension UnitTable {
  /// Units of mass.
  static let mass: [UnitRow] = [
    UnitRow("g", .mass, "0.001", ucum: "g", from: "SI")
      .prefixable()
      .anyCase("gm", "gms", "gram", "grams", "gramme", "grammes", "gramm"),
    UnitRow("kg", .mass, "1", ucum: "kg", from: "SI")
      .anyCase("kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramme", "kilogrammes")
      .anyCase("kilogramm", "kg"),
    UnitRow("mg", .mass, "0.000001", ucum: "mg", from: "SI")
      .anyCase("mgs", "milligram", "milligrams", "milligramme"),
    UnitRow("mcg", .mass, "1/1000000000", ucum: "ug", from: "SI")
      .also("ug", "µg")
      .anyCase("mcgs", "microgram", "micrograms"),
    UnitRow("ng", .mass, "1/1000000000000", ucum: "ng", from: "SI")
      .anyCase("nanogram", "nanograms"),
    UnitRow("t", .mass, "1000", ucum: "t", from: "1000 kg")
      .metricInUCUM()
      .anyCase("tonne", "tonnes", "metric ton", "metric tons"),
    UnitRow("lb", .mass, "0.45359237", ucum: "[lb_av]", from: "yard and pound agreement, 1959")
      .anyCase("lb", "lbs", "pound", "pounds", "lbm", "pound(s)"),
    UnitRow("oz", .mass, "0.028349523125", ucum: "[oz_av]", from: "1/16 lb")
      .anyCase("oz", "ounce", "ounces", "ozs"),
    UnitRow("st", .mass, "6.35029318", ucum: "[stone_av]", from: "14 lb")
      .anyCase("st", "stone", "stones"),
    UnitRow("grain", .mass, "0.00006479891", ucum: "[gr]", from: "1/7000 lb")
      .anyCase("grain", "grains"),
  ]
}
