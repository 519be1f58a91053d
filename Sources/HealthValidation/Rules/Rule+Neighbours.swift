import HealthModel

/// Rules about records beside each other.
extension Rule {
  static let neighbours: [Rule] = [
    Rule(
      .duplicateExact,
      .warning,
      "The same record is there twice",
      why: "It counts twice in every sum.",
      advice: "Remove one of the two, which are equal to the last byte of their meaning."
    ),
    Rule(
      .duplicateID,
      .error,
      "One id stands for two different records",
      why: "Whoever updates by id keeps one of them at random.",
      advice: "Give each record an id of its own, or keep only the newer version."
    ),
    Rule(
      .duplicateNear,
      .note,
      "Two records are almost the same",
      why:
        "Same type and source, starts at most two seconds apart and values equal but for "
        + "rounding: probably one measurement, exported twice.",
      advice: "Keep the one with more digits."
    ),
    Rule(
      .duplicateCopy,
      .warning,
      "One source repeats the records of another",
      why: "An app that passes on what a device measured doubles its values.",
      advice: "Leave one of them out, for instance with healthconv convert --source NAME."
    ),
    Rule(
      .overlapSameSource,
      .warning,
      "Records of one source overlap",
      why:
        "The time they share counts twice, as when a growing session or a total is exported "
        + "again and again.",
      advice: "Keep the last and longest of them, or take the totals out."
    ),
    Rule(
      .overlapCrossSource,
      .note,
      "Records of two sources overlap",
      why:
        "That is normal for a phone and a watch, but their plain sum counts the shared time "
        + "twice.",
      advice:
        "Choose one source for each moment before adding up, for instance with healthconv "
        + "convert --source NAME."
    ),
    Rule(
      .sleepStageOverlap,
      .warning,
      "Two stages of sleep overlap",
      why: "Nobody is in deep and in REM sleep at once, so the hours of sleep come out too long.",
      advice: "Keep one stage for each moment, where InBed beside a stage is as it should be."
    ),
  ]
}
