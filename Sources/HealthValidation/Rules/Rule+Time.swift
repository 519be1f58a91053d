import HealthModel

/// Rules about times.
extension Rule {
  static let time: [Rule] = [
    Rule(
      .timeSyntax,
      .error,
      "The time cannot be read",
      why: "A record without a time has no place in any series.",
      advice:
        "Write RFC 3339 such as 2026-01-31T08:00:00+01:00, and settle 03/04/2026 with "
        + "--day-month."
    ),
    Rule(
      .timeUnusualForm,
      .note,
      "A time is written in an unusual form",
      why: "It could be read here, and other programs may refuse it or read it otherwise.",
      advice: "Write times as RFC 3339 does, such as 2026-01-31T08:00:00+01:00."
    ),
    Rule(
      .timeMissingOffset,
      .error,
      "The time has no UTC offset",
      why: "Without it the instant is unknown, by up to 26 hours.",
      advice:
        "Name the zone in which it was written with --assume-zone Europe/Berlin, or write the "
        + "offset at the source."
    ),
    Rule(
      .timeOffsetRange,
      .warning,
      "The UTC offset does not exist",
      why:
        "Zones lie between -12:00 and +14:00 in steps of a quarter of an hour, so the time was "
        + "put together wrongly.",
      advice: "Correct how the source writes its offset."
    ),
    Rule(
      .timeOffsetZero,
      .note,
      "All times say UTC although their place says otherwise",
      why: "Local times were probably written with the offset +00:00, which moves them by hours.",
      advice:
        "Compare one record with the clock it was made by, and correct the offset at the "
        + "source."
    ),
    Rule(
      .timeFixedOffset,
      .note,
      "One offset is used across a change of the clocks",
      why:
        "Apple writes every time with the offset of the day of export, so instants are right "
        + "and wall clocks are not.",
      advice:
        "Name the zone with --time-zone, or use the recorded one with --time-zone recorded, "
        + "before days are counted."
    ),
    Rule(
      .timeGapOrFold,
      .warning,
      "The local time does not exist or exists twice",
      why: "When the clocks change, such a time stands for no instant or for two.",
      advice: "Write the UTC offset at the source."
    ),
    Rule(
      .timeEndBeforeStart,
      .error,
      "The record ends before it starts",
      why: "HealthKit and Health Connect both refuse it, and durations become negative.",
      advice:
        "Exchange start and end if they were mixed up, otherwise correct the offset or the "
        + "date."
    ),
    Rule(
      .timeUndeterminedEnd,
      .note,
      "The record has no end yet",
      why:
        "An end in the year 4001 is how HealthKit says that it is still open, and it covers "
        + "two thousand years for others.",
      advice: "Export again once it has ended, or leave it out of sums."
    ),
    Rule(
      .timeZeroDuration,
      .warning,
      "An amount was gathered in no time",
      why:
        "A cumulative value whose start is its end has an infinite rate and no place in any "
        + "hour.",
      advice: "Write the interval over which it was gathered."
    ),
    Rule(
      .timeTooLong,
      .warning,
      "The record lasts longer than its type allows",
      why:
        "It is probably a total of days, or its end is wrong, and splitting it by the hour "
        + "invents data.",
      advice: "Check its end, and export finer records if the source has them."
    ),
    Rule(
      .timeFuture,
      .error,
      "The record lies in the future",
      why: "One such record becomes the latest value everywhere and hides the true ones.",
      advice:
        "Correct the clock or the conversion at the source, or give the day of the data with "
        + "--now."
    ),
    Rule(
      .timeAncient,
      .warning,
      "The record is older than it can be",
      why: "It lies before 1970, the birth or the device, as happens when a clock was never set.",
      advice: "Correct the date, or leave the record out."
    ),
    Rule(
      .timeCreatedBeforeEnd,
      .warning,
      "The record was created long before it ended",
      why: "Nothing can be written down a day before it happens, so one of its times is wrong.",
      advice: "Compare creationDate with endDate and correct the wrong one."
    ),
    Rule(
      .timeOrder,
      .note,
      "The records are not in order of time",
      why: "Readers that trust the order miss or misplace what comes late.",
      advice: "Sort them with healthconv convert INPUT --sort start -o OUTPUT."
    ),
    Rule(
      .timeClockShift,
      .warning,
      "Two sources agree after a shift by whole hours",
      why: "One of them writes its times in the wrong zone.",
      advice: "Find out which, and write its times anew with healthconv convert --assume-zone ZONE."
    ),
  ]
}
