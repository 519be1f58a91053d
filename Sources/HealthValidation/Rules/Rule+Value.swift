import HealthModel

/// Rules about values.
extension Rule {
  static let value: [Rule] = [
    Rule(
      .valueNotANumber,
      .error,
      "The value is not a number",
      why: "Words such as Low, signs such as -- and grouped digits cannot be added or compared.",
      advice:
        "Leave the record out or put the text into metadata, and read decimal commas with "
        + "--decimal-mark comma."
    ),
    Rule(
      .valueRange,
      .error,
      "The value is impossible",
      why: "No living person has such a value, so the unit, the type or the measurement is wrong.",
      advice: "Check the unit first, and leave the record out if the value was never measured."
    ),
    Rule(
      .valuePlausible,
      .warning,
      "The value is not plausible",
      why: "It may be true, but a wrong unit or a failed sensor is more likely.",
      advice:
        "Look at the record and its neighbours, and widen the range in the configuration if "
        + "such values are expected."
    ),
    Rule(
      .valueZero,
      .warning,
      "Zero stands for no data",
      why: "A heart rate or weight of zero was never measured, yet it pulls every mean down.",
      advice: "Leave such records out at the source."
    ),
    Rule(
      .valuePrecision,
      .note,
      "The value has more digits than a number keeps",
      why: "Programs that read it as a double change it, so it does not come back as it was.",
      advice: "Round it to 15 significant digits, which no instrument exceeds."
    ),
    Rule(
      .valueCategory,
      .error,
      "The value is none of the type's categories",
      why: "Readers of the type cannot tell what it means.",
      advice: "List the values of the type with healthconv types NAME, and use one of them."
    ),
    Rule(
      .valueJump,
      .warning,
      "The value changes faster than a body can",
      why: "One of the two neighbours has a wrong unit, belongs to somebody else or was mistyped.",
      advice: "Compare both records, and correct or leave out the wrong one."
    ),
    Rule(
      .valueStuck,
      .note,
      "The same value comes back again and again",
      why: "A sensor that hangs, or an app that fills gaps, repeats one value at changing times.",
      advice: "Check the source of this series before its values are averaged."
    ),
  ]
}
