/// A spelling that names more than one unit, so that reading it would be guessing.
package struct Refusal: Sendable {
  package let spelling: String
  package let reason: String
  /// Spellings that are not ambiguous.
  package let instead: [String]

  init(_ spelling: String, _ reason: String, _ instead: String...) {
    self.spelling = spelling
    self.reason = reason
    self.instead = instead
  }
}

extension UnitTable {
  /// Spellings refused wherever the expected dimension does not decide.
  ///
  /// One in lower case is a word and refused in any case; others are symbols.
  package static let refusals: [Refusal] = [
    Refusal("calories", "calories are 4.184 J or 4184 J", "kcal", "cal"),
    Refusal("calorie", "a calorie is 4.184 J or 4184 J", "kcal", "cal"),
    Refusal("CAL", "a calorie is 4.184 J or 4184 J", "kcal", "cal"),
    Refusal("pt", "a pint is US or imperial, and pt is a point as well", "pt_us", "pt_imp"),
    Refusal("pint", "a pint is US or imperial", "pt_us", "pt_imp"),
    Refusal("pints", "a pint is US or imperial", "pt_us", "pt_imp"),
    Refusal("cup", "a cup is US, imperial or metric", "cup_us", "cup_imp", "cup_metric"),
    Refusal("cups", "a cup is US, imperial or metric", "cup_us", "cup_imp", "cup_metric"),
    Refusal("gal", "a gallon is US or imperial", "gal_us", "gal_imp"),
    Refusal("gallon", "a gallon is US or imperial", "gal_us", "gal_imp"),
    Refusal("gallons", "a gallon is US or imperial", "gal_us", "gal_imp"),
    Refusal("qt", "a quart is US or imperial", "qt_us"),
    Refusal("quart", "a quart is US or imperial", "qt_us"),
    Refusal("tbsp", "a tablespoon is US, imperial or metric", "tbsp_us", "mL"),
    Refusal("tsp", "a teaspoon is US, imperial or metric", "tsp_us", "mL"),
    Refusal("fl oz", "a fluid ounce is US or imperial", "fl_oz_us", "fl_oz_imp"),
    Refusal("fl_oz", "a fluid ounce is US or imperial", "fl_oz_us", "fl_oz_imp"),
    Refusal("floz", "a fluid ounce is US or imperial", "fl_oz_us", "fl_oz_imp"),
    Refusal("ton", "a ton is short, long or metric", "t"),
    Refusal("tons", "a ton is short, long or metric", "t"),
    Refusal("gr", "gr is a gram or a grain", "g", "grain"),
    Refusal("M", "M is mega, a mile, a month or molar", "mi", "m", "mmol/L"),
    Refusal("H", "H is an hour or a henry", "hr"),
    Refusal("C", "C is a degree Celsius or a coulomb", "degC"),
    Refusal("F", "F is a degree Fahrenheit or a farad", "degF"),
    Refusal(
      "°",
      "a degree is an angle, or a temperature that lost its letter",
      "deg",
      "degC",
      "degF"
    ),
    Refusal("dB", "a decibel needs its reference", "dBASPL", "dBHL"),
    Refusal("month", "the length of a month depends on the calendar", "d"),
    Refusal("months", "the length of a month depends on the calendar", "d"),
    Refusal("mo", "the length of a month depends on the calendar", "d"),
    Refusal("year", "the length of a year depends on the calendar", "d"),
    Refusal("years", "the length of a year depends on the calendar", "d"),
    Refusal("yr", "the length of a year depends on the calendar", "d"),
    Refusal("y", "the length of a year depends on the calendar", "d"),
    Refusal("U", "U is an international unit or an enzyme unit", "IU"),
    Refusal("unit", "a unit is an international unit or a count", "IU", "count"),
    Refusal("units", "units are international units or a count", "IU", "count"),
    Refusal("mets", "a MET is 1 kcal/hr·kg or 3.5 mL/min·kg", "kcal/hr·kg", "mL/min·kg"),
    Refusal("met", "a MET is 1 kcal/hr·kg or 3.5 mL/min·kg", "kcal/hr·kg", "mL/min·kg"),
    Refusal("ML", "ML is a megalitre, a thousand million times a millilitre", "mL"),
  ]
}
