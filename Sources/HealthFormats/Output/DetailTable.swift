import HealthModel

/// A tidy table made from what lies nested in the details of records, for folders of CSV files.
///
/// Each row names its parent by the parent's own columns and then holds one item of a list, or the members of
/// the details themselves.
struct DetailTable: Sendable {
  /// The file's name without its ending.
  let name: String
  /// The kind of record it is made from.
  let kind: RecordKind
  /// The list in the details; nil for the details object itself.
  let list: StaticString?
  /// Columns of the parent, with their names in this table.
  let parents: [(column: Column, name: StaticString)]
  /// Keys of an item, which are the names of their columns.
  let keys: [StaticString]

  /// The tables.
  static let all: [DetailTable] = [
    DetailTable(
      name: "activity_summaries",
      kind: .activitySummary,
      list: nil,
      parents: [(.startDate, "date"), (.metadata, "metadata")],
      keys: [
        "activeEnergyBurned", "activeEnergyBurnedGoal", "appleMoveTime", "appleMoveTimeGoal",
        "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours", "appleStandHoursGoal",
        "attributes",
      ]
    ),
    DetailTable(
      name: "workout_statistics",
      kind: .workout,
      list: "statistics",
      parents: workout,
      keys: [
        "type", "startDate", "endDate", "sum", "average", "minimum", "maximum", "unit",
        "attributes",
      ]
    ),
    DetailTable(
      name: "workout_events",
      kind: .workout,
      list: "events",
      parents: workout,
      keys: ["type", "date", "duration", "metadata", "attributes"]
    ),
    DetailTable(
      name: "workout_activities",
      kind: .workout,
      list: "activities",
      parents: workout,
      keys: ["uuid", "type", "startDate", "endDate", "duration", "metadata", "details"]
    ),
    DetailTable(
      name: "workout_routes",
      kind: .workout,
      list: "routes",
      parents: workout,
      keys: [
        "file", "startDate", "endDate", "creationDate", "sourceName", "sourceVersion", "device",
        "locations", "metadata",
      ]
    ),
    DetailTable(
      name: "correlation_members",
      kind: .correlation,
      list: "members",
      parents: [(.type, "correlation"), (.startDate, "correlationStart")],
      keys: [
        "type", "startDate", "endDate", "value", "unit", "sourceName", "sourceVersion", "device",
        "creationDate", "metadata",
      ]
    ),
  ]

  private static let workout: [(column: Column, name: StaticString)] = [
    (.type, "activity"), (.startDate, "workoutStart"), (.endDate, "workoutEnd"),
    (.sourceName, "workoutSource"),
  ]
}
