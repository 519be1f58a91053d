import HealthModel

/// Rules about units.
extension Rule {
  static let unit: [Rule] = [
    Rule(
      .unitMissing,
      .error,
      "A quantity has no unit",
      why: "A number without a unit is not a measurement, since 70 may be kilograms or pounds.",
      advice: "Write the unit that was measured in, as healthconv types NAME shows it."
    ),
    Rule(
      .unitUnknown,
      .error,
      "The unit is not known",
      why: "What cannot be read cannot be converted or compared.",
      advice: "Correct the spelling, and try it with healthconv units convert 1 FROM TO."
    ),
    Rule(
      .unitDimension,
      .error,
      "The unit measures something else than the type",
      why: "A distance in kilograms means that the unit, the type or the column is wrong.",
      advice:
        "See which unit belongs to the type with healthconv types NAME, and correct what is "
        + "wrong."
    ),
    Rule(
      .unitUnusual,
      .note,
      "The unit is right but unusual for the type",
      why: "It often means that a column was labelled by mistake.",
      advice:
        "Check one value by hand, and bring all to the usual unit with healthconv convert "
        + "--units canonical."
    ),
    Rule(
      .unitPercentScale,
      .warning,
      "Percentages and fractions are mixed",
      why:
        "Apple writes a fraction with the sign % and others write 0 to 100, so values may be "
        + "off by a factor of 100.",
      advice: "Find out which scale the source uses, and give it one unit, 1 for fractions."
    ),
    Rule(
      .unitMixed,
      .note,
      "One series comes in more than one unit",
      why: "Whoever reads the numbers without their units mixes them up.",
      advice: "Bring them to one unit with healthconv convert --units canonical."
    ),
  ]
}
