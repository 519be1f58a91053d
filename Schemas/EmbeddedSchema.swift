/// A schema of a file or report this program writes, as it lies in the folder `Schemas`.
public struct EmbeddedSchema: Sendable {
  /// The name by which it is asked for.
  public let name: String
  /// What it describes.
  public let summary: String
  /// The file's bytes.
  public let bytes: [UInt8]

  /// All schemas.
  public static let all: [EmbeddedSchema] = [
    EmbeddedSchema(
      name: "archive",
      summary: "a JSON archive, and by its definitions every record",
      bytes: PackageResources.archive_schema_json
    )
  ]
}
