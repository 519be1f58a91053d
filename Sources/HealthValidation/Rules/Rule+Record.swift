import HealthModel

/// Rules about schemas and the form of a record.
extension Rule {
  static let record: [Rule] = [
    Rule(
      .schemaViolation,
      .error,
      "A value does not fit the schema",
      why: "Whoever relies on the schema will refuse the file or misread the value.",
      advice:
        "Change the value as the message says, or correct the schema if that is what is wrong."
    ),
    Rule(
      .schemaVersion,
      .error,
      "The file declares an unknown format or version",
      why: "A newer version may give the same field another meaning.",
      advice:
        "Update healthconv, or write the file in the version that healthconv schema archive "
        + "describes."
    ),
    Rule(
      .schemaUnknownField,
      .note,
      "A field is not known",
      why: "It is kept as it is, but nothing checks, converts or uses it.",
      advice:
        "Correct its name if it is a slip, as healthconv schema record lists the known ones, "
        + "or move it into metadata."
    ),
    Rule(
      .recordMissingField,
      .error,
      "A field that the record needs is missing",
      why: "Without its type, start or value a record says nothing that could be used.",
      advice: "Fill in the field at the source, or leave the record out."
    ),
    Rule(
      .recordUnknownType,
      .note,
      "The type is not in the catalogue",
      why: "It passes through untouched, so its units and values are not checked.",
      advice: "Look for the usual name with healthconv types PATTERN."
    ),
    Rule(
      .recordKindMismatch,
      .error,
      "The value is not of the kind that the type has",
      why:
        "A category with a number, or a quantity with text, is read as nothing or as something "
        + "else.",
      advice: "Look at the type with healthconv types NAME, and correct the type or the value."
    ),
    Rule(
      .recordCount,
      .error,
      "The number of records is not the declared one",
      why: "Records were lost or added after the count was written.",
      advice:
        "Compare with the origin, and write the file anew with healthconv convert so that both "
        + "agree."
    ),
  ]
}
