extension UnitTable {
  /// Units of length and area.
  static let length: [UnitRow] = [
    UnitRow("m", .length, "1", ucum: "m", from: "SI")
      .prefixable()
      .anyCase("meter", "meters", "metre", "metres", "mtr", "mtrs"),
    UnitRow("km", .length, "1000", ucum: "km", from: "SI")
      .anyCase("kms", "kilometer", "kilometers", "kilometre", "kilometres", "km"),
    UnitRow("cm", .length, "0.01", ucum: "cm", from: "SI")
      .anyCase("cm", "cms", "centimeter", "centimeters", "centimetre", "centimetres"),
    UnitRow("mm", .length, "0.001", ucum: "mm", from: "SI")
      .anyCase("millimeter", "millimeters", "millimetre", "millimetres"),
    UnitRow("in", .length, "0.0254", ucum: "[in_i]", from: "25.4 mm, 1959 agreement")
      .anyCase("in", "inch", "inches"),
    UnitRow("ft", .length, "0.3048", ucum: "[ft_i]", from: "12 in")
      .anyCase("ft", "foot", "feet"),
    UnitRow("yd", .length, "0.9144", ucum: "[yd_i]", from: "3 ft")
      .anyCase("yd", "yds", "yard", "yards"),
    UnitRow("mi", .length, "1609.344", ucum: "[mi_i]", from: "1760 yd")
      .anyCase("mi", "mile", "miles"),
    UnitRow("nmi", .length, "1852", ucum: "[nmi_i]", from: "1852 m, Monaco 1929")
      .also("NM")
      .anyCase("nautical mile", "nautical miles"),
    UnitRow("ft_us_survey", .length, "1200/3937", ucum: "[ft_us]", from: "Mendenhall order, 1893")
      .anyCase("us survey foot", "survey feet"),
    UnitRow("m2", .area, "1", ucum: "m2", from: "SI")
      .also("m^2")
      .anyCase("square meter", "square metre", "sq m"),
  ]
}
