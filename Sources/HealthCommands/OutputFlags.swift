import CommandLineKit
import HealthFormats

/// Where the output of a command goes, and in which form.
struct OutputFlags: Sendable {
  var output: String?
  var format: OutputFormat?
  var isCompressed = false
  var replaces = false

  static let flags: [Flag<OutputFlags>] = [
    Flag(
      "output",
      short: "o",
      .value("FILE"),
      in: "Output",
      help: "write to FILE; one that ends in / is a folder with one table per kind",
      default: "standard output",
      completion: .files,
      update: .set(\.output)
    ),
    Flag(
      "to",
      .value("FORMAT"),
      in: "Output",
      help: "the output's format",
      default: "by the output's name, else csv",
      update: .set(\.format)
    ),
    Flag(
      "gzip",
      short: "z",
      in: "Output",
      help: "compress; outputs named .gz are compressed anyway",
      update: .set(\.isCompressed)
    ),
    Flag(
      "force",
      short: "f",
      in: "Output",
      help: "replace existing files",
      update: .set(\.replaces)
    ),
  ]

  /// What the flags ask for.
  func plan() throws(UsageError) -> OutputPlan {
    guard let output, output != "-" else {
      return OutputPlan(
        target: .standardOutput,
        format: format ?? .csv,
        isCompressed: isCompressed
      )
    }
    if output.hasSuffix("/") || Folder.exists(output) {
      return OutputPlan(
        target: .folder(output.hasSuffix("/") ? String(output.dropLast()) : output),
        format: format ?? .csv,
        isCompressed: isCompressed,
        replacesExisting: replaces
      )
    }
    let named = OutputFormat.of(name: output)
    guard let format = format ?? named.format else {
      throw UsageError(
        .invalidValue,
        "--output: the name \"\(output)\" tells no format; end it in .csv, or give --to",
        token: output
      )
    }
    return OutputPlan(
      target: .file(output),
      format: format,
      isCompressed: isCompressed || named.isCompressed,
      replacesExisting: replaces
    )
  }
}

extension OutputTarget {
  /// Rejects go beside the output; for standard output there is no such place.
  var rejectsPath: String? {
    switch self {
    case .standardOutput: nil
    case .file(let path): path + ".rejects.ndjson"
    case .folder(let path): path + "/rejects.ndjson"
    }
  }

  /// The output as people name it.
  var displayName: String {
    switch self {
    case .standardOutput: "standard output"
    case .file(let path): path
    case .folder(let path): path + "/"
    }
  }
}
