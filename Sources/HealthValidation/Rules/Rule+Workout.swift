import HealthModel

/// Rules about workouts.
extension Rule {
  static let workout: [Rule] = [
    Rule(
      .workoutDuration,
      .warning,
      "The duration does not fit start and end",
      why: "A workout cannot last longer than from its start to its end, less its pauses.",
      advice: "Correct the duration, its unit, or the end."
    ),
    Rule(
      .workoutTotalMismatch,
      .warning,
      "A total differs from the sum of its samples",
      why: "Readers get one of two answers, depending on where they look.",
      advice: "Find out whether samples are missing or the total has another unit, and correct it."
    ),
    Rule(
      .workoutSeriesOutside,
      .error,
      "Samples of a workout lie outside it",
      why: "Curves and events that belong to another time were joined to it.",
      advice: "Check the zone of the series, and correct which workout it belongs to."
    ),
    Rule(
      .workoutOverlap,
      .note,
      "Two workouts of one kind cover the same time",
      why: "The same training was probably recorded by two devices and counts twice.",
      advice: "Keep the richer one when adding up."
    ),
    Rule(
      .workoutActivityDistance,
      .warning,
      "The speed of the workout is impossible",
      why: "Its distance, duration or activity is wrong, often by a unit.",
      advice: "Check the unit of the distance and of the duration first."
    ),
  ]
}
