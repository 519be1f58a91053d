import HealthModel

/// Rules about references, sources, metadata and the configuration itself.
extension Rule {
  static let reference: [Rule] = [
    Rule(
      .refMissing,
      .error,
      "Something that is referred to is missing",
      why: "The record is incomplete, since a part of it is in no file that was given.",
      advice: "Add the missing file or record, and give all files of an archive in one command."
    ),
    Rule(
      .refUnused,
      .note,
      "A file belongs to no record",
      why: "A route or attachment without an owner cannot be shown or used.",
      advice: "Add the record that owns it, or remove the file."
    ),
    Rule(
      .sourceInconsistent,
      .warning,
      "One source goes by several names or devices",
      why: "Ranking and filtering by source treat it as several, or mix what are several.",
      advice: "Give the source one name and id, and leave memory addresses out of devices."
    ),
    Rule(
      .sourceBlank,
      .note,
      "The record names no source",
      why: "Without one it cannot be ranked when sources overlap.",
      advice: "Fill in sourceName at the source, even if by the name of the file."
    ),
    Rule(
      .metaValue,
      .warning,
      "A known metadata key has a wrong value",
      why:
        "Readers that use the key misread it, such as a zone that no clock knows or a humidity "
        + "above 100 %.",
      advice: "Correct the value, its type or its unit."
    ),
    Rule(
      .metaSyncPair,
      .warning,
      "A sync identifier comes without its version",
      why: "HealthKit demands both and refuses to save the record.",
      advice: "Write HKMetadataKeySyncVersion beside HKMetadataKeySyncIdentifier."
    ),
    Rule(
      .configUnusedSuppression,
      .warning,
      "A suppression matches nothing or has expired",
      why: "It hides nothing today and may hide a new defect tomorrow.",
      advice: "Remove it from the configuration, or renew its date with a reason."
    ),
  ]
}
