import CommandLineKit

/// `healthconv log`: adds a record to an archive.
enum LogCommand {
  static let command = Command(
    "log",
    summary: "Add a sample or a workout to an archive",
    discussion: """
      The archive is NDJSON or the canonical CSV table, plain or .gz, and is made when there is \
      none. It is replaced as a whole once the new one is on the disk, so nothing that happens can \
      damage it; several writers wait for each other.
      """,
    subcommands: [LogSampleCommand.command, LogWorkoutCommand.command]
  )
}
