/// A schema of a file or report this program writes, as it lies in the folder `Schemas`.
public struct EmbeddedSchema: Sendable {
  /// The name by which it is asked for, which is the file's name up to the first point.
  public let name: String
  /// What it describes.
  public let summary: String
  /// The file's bytes.
  public let bytes: [UInt8]

  /// All schemas: records and archives, tables, reports.
  public static let all: [EmbeddedSchema] = [
    EmbeddedSchema(
      name: "record",
      summary: "one line of NDJSON, which is one record",
      bytes: PackageResources.record_schema_json
    ),
    EmbeddedSchema(
      name: "archive",
      summary: "a JSON archive: its own facts and its records",
      bytes: PackageResources.archive_schema_json
    ),
    EmbeddedSchema(
      name: "csv",
      summary: "the canonical CSV table, as a Table Schema",
      bytes: PackageResources.csv_schema_json
    ),
    EmbeddedSchema(
      name: "csv-archive",
      summary: "archive.csv of a folder of tables",
      bytes: PackageResources.csv_archive_schema_json
    ),
    EmbeddedSchema(
      name: "csv-samples",
      summary: "samples.csv, or CSV with --records samples",
      bytes: PackageResources.csv_samples_schema_json
    ),
    EmbeddedSchema(
      name: "csv-correlations",
      summary: "correlations.csv, or CSV with --records correlations",
      bytes: PackageResources.csv_correlations_schema_json
    ),
    EmbeddedSchema(
      name: "csv-correlation_members",
      summary: "correlation_members.csv of a folder of tables",
      bytes: PackageResources.csv_correlation_members_schema_json
    ),
    EmbeddedSchema(
      name: "csv-workouts",
      summary: "workouts.csv, or CSV with --records workouts",
      bytes: PackageResources.csv_workouts_schema_json
    ),
    EmbeddedSchema(
      name: "csv-workout_statistics",
      summary: "workout_statistics.csv of a folder of tables",
      bytes: PackageResources.csv_workout_statistics_schema_json
    ),
    EmbeddedSchema(
      name: "csv-workout_events",
      summary: "workout_events.csv of a folder of tables",
      bytes: PackageResources.csv_workout_events_schema_json
    ),
    EmbeddedSchema(
      name: "csv-workout_activities",
      summary: "workout_activities.csv of a folder of tables",
      bytes: PackageResources.csv_workout_activities_schema_json
    ),
    EmbeddedSchema(
      name: "csv-workout_routes",
      summary: "workout_routes.csv of a folder of tables",
      bytes: PackageResources.csv_workout_routes_schema_json
    ),
    EmbeddedSchema(
      name: "csv-activity_summaries",
      summary: "activity_summaries.csv, or with --records activity_summaries",
      bytes: PackageResources.csv_activity_summaries_schema_json
    ),
    EmbeddedSchema(
      name: "csv-characteristics",
      summary: "characteristics.csv, or CSV with --records characteristics",
      bytes: PackageResources.csv_characteristics_schema_json
    ),
    EmbeddedSchema(
      name: "csv-other",
      summary: "other.csv, or CSV with --records other",
      bytes: PackageResources.csv_other_schema_json
    ),
    EmbeddedSchema(
      name: "summary",
      summary: "the summary of convert --summary FILE",
      bytes: PackageResources.summary_schema_json
    ),
    EmbeddedSchema(
      name: "manifest",
      summary: "what convert --manifest FILE says was taken out",
      bytes: PackageResources.manifest_schema_json
    ),
    EmbeddedSchema(
      name: "rejects",
      summary: "one line of a rejects file",
      bytes: PackageResources.rejects_schema_json
    ),
    EmbeddedSchema(
      name: "inspect",
      summary: "the report of inspect --json",
      bytes: PackageResources.inspect_schema_json
    ),
    EmbeddedSchema(
      name: "stats",
      summary: "the report of stats --format json",
      bytes: PackageResources.stats_schema_json
    ),
    EmbeddedSchema(
      name: "latest",
      summary: "the report of latest --format json",
      bytes: PackageResources.latest_schema_json
    ),
    EmbeddedSchema(
      name: "workouts",
      summary: "the report of workouts --format json",
      bytes: PackageResources.workouts_schema_json
    ),
    EmbeddedSchema(
      name: "types",
      summary: "the catalogue of types --json",
      bytes: PackageResources.types_schema_json
    ),
    EmbeddedSchema(
      name: "validation",
      summary: "the report of validate --format json",
      bytes: PackageResources.validation_schema_json
    ),
    EmbeddedSchema(
      name: "validation-line",
      summary: "one line of validate --format ndjson",
      bytes: PackageResources.validation_line_schema_json
    ),
    EmbeddedSchema(
      name: "config",
      summary: "the configuration of validate, .healthconv.json",
      bytes: PackageResources.config_schema_json
    ),
    EmbeddedSchema(
      name: "baseline",
      summary: "the known findings of validate --baseline",
      bytes: PackageResources.baseline_schema_json
    ),
    EmbeddedSchema(
      name: "rules",
      summary: "the table of rules list --json",
      bytes: PackageResources.rules_schema_json
    ),
    EmbeddedSchema(
      name: "merge",
      summary: "the report of merge --summary FILE",
      bytes: PackageResources.merge_schema_json
    ),
    EmbeddedSchema(
      name: "priority",
      summary: "the file of merge --priority FILE",
      bytes: PackageResources.priority_schema_json
    ),
    EmbeddedSchema(
      name: "units",
      summary: "the table of units list --json",
      bytes: PackageResources.units_schema_json
    ),
    EmbeddedSchema(
      name: "unit",
      summary: "the explanation of units explain --json",
      bytes: PackageResources.unit_schema_json
    ),
    EmbeddedSchema(
      name: "units-file",
      summary: "units of one's own, for --units-file",
      bytes: PackageResources.units_file_schema_json
    ),
  ]
}
