extension UnitTable {
  /// Units of volume.
  ///
  /// Bare kitchen words are among the `refusals`.
  static let volume: [UnitRow] = [
    UnitRow("L", .volume, "0.001", ucum: "L", from: "SI")
      .prefixable()
      .also("l")
      .anyCase("liter", "liters", "litre", "litres", "ltr", "ltrs"),
    UnitRow("mL", .volume, "0.000001", ucum: "mL", from: "SI")
      .also("ml")
      .anyCase("mls", "milliliter", "milliliters", "millilitre", "millilitres", "cc", "ccm")
      .anyCase("cm3", "cm^3"),
    UnitRow("dL", .volume, "0.0001", ucum: "dL", from: "SI")
      .also("dl")
      .anyCase("deciliter", "deciliters", "decilitre"),
    UnitRow("cL", .volume, "0.00001", ucum: "cL", from: "SI")
      .also("cl")
      .anyCase("centiliter", "centilitre"),
    UnitRow("mcL", .volume, "1/1000000000", ucum: "uL", from: "SI")
      .also("uL", "µL", "ul", "µl")
      .anyCase("microliter", "microlitre"),
    UnitRow("m3", .volume, "1", ucum: "m3", from: "SI")
      .also("m^3")
      .anyCase("cubic meter", "cubic metre"),
    UnitRow("fl_oz_us", .volume, "0.0000295735295625", ucum: "[foz_us]", from: "1/128 gal_us")
      .anyCase("us fl oz", "fl oz (us)", "us fluid ounce", "us fluid ounces", "fl oz us")
      .anyCase("floz_us"),
    UnitRow("fl_oz_imp", .volume, "0.0000284130625", ucum: "[foz_br]", from: "1/160 gal_imp")
      .anyCase("imp fl oz", "imperial fl oz", "fl oz (imp)", "fl oz (uk)", "uk fl oz")
      .anyCase("imperial fluid ounce", "imperial fluid ounces"),
    UnitRow("pt_us", .volume, "0.000473176473", ucum: "[pt_us]", from: "1/8 gal_us")
      .anyCase("us pint", "us pints", "pint (us)"),
    UnitRow("pt_imp", .volume, "0.00056826125", ucum: "[pt_br]", from: "1/8 gal_imp")
      .anyCase("imperial pint", "imperial pints", "uk pint", "pint (uk)", "imp pint"),
    UnitRow("cup_us", .volume, "0.0002365882365", ucum: "[cup_us]", from: "1/16 gal_us")
      .anyCase("us cup", "us cups", "cup (us)"),
    UnitRow("cup_imp", .volume, "0.000284130625", from: "10 fl_oz_imp")
      .anyCase("imperial cup", "uk cup", "cup (uk)"),
    UnitRow("cup_metric", .volume, "0.00025", from: "250 mL by custom")
      .anyCase("metric cup", "cup (metric)"),
    UnitRow("cup_label_us", .volume, "0.00024", ucum: "[cup_m]", from: "21 CFR 101.9: 240 mL")
      .anyCase("us legal cup", "label cup"),
    UnitRow("gal_us", .volume, "0.003785411784", ucum: "[gal_us]", from: "231 cubic inches")
      .anyCase("us gallon", "us gallons", "gallon (us)", "gal_us"),
    UnitRow("gal_imp", .volume, "0.00454609", ucum: "[gal_br]", from: "4.54609 L, 1985 Act")
      .anyCase("imperial gallon", "imperial gallons", "uk gallon", "gal_imp"),
    UnitRow("qt_us", .volume, "0.000946352946", ucum: "[qt_us]", from: "1/4 gal_us")
      .anyCase("us quart", "us quarts", "qt_us"),
    UnitRow("tbsp_us", .volume, "0.00001478676478125", ucum: "[tbs_us]", from: "1/256 gal_us")
      .anyCase("us tablespoon", "tbsp_us"),
    UnitRow("tsp_us", .volume, "0.00000492892159375", ucum: "[tsp_us]", from: "1/768 gal_us")
      .anyCase("us teaspoon", "tsp_us"),
  ]
}
