import HealthModel

/// The forms of canonical files.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// One record a line.
  case ndjson
  /// One document.
  case json
  /// One table, RFC 4180.
  case csv

  /// The form that the name of an output asks for, and whether it is to be compressed.
  ///
  /// `a.csv`, `a.json`, `a.ndjson` (also `.jsonl`), each with `.gz`.
  public static func of(name: String) -> (format: OutputFormat?, isCompressed: Bool) {
    var rest = name.lowercased()[...]
    let isCompressed = rest.hasSuffix(".gz")
    if isCompressed { rest = rest.dropLast(3) }
    let end = rest.lastIndex(of: ".").map { rest[rest.index(after: $0)...] } ?? ""
    let format: OutputFormat? =
      switch end {
      case "csv": .csv
      case "json": .json
      case "ndjson", "jsonl": .ndjson
      default: nil
      }
    return (format, isCompressed)
  }
}

/// Where the result goes.
public enum OutputTarget: Sendable, Equatable {
  /// Standard output.
  case standardOutput
  /// One file.
  case file(String)
  /// A folder with one tidy table per kind.
  case folder(String)
}

/// What to write, and how.
public struct OutputPlan: Sendable {
  /// Where to.
  public var target: OutputTarget
  /// In which form.
  public var format: OutputFormat
  /// Whether as BGZF, which every gzip tool reads.
  public var isCompressed: Bool
  /// Whether existing files are replaced.
  public var replacesExisting: Bool
  /// The kinds that are written; empty means all.
  ///
  /// One kind alone in CSV is a table with only its columns.
  public var kinds: Set<RecordKind>

  /// The one kind whose table is written; nil for an archive.
  public var singleTable: RecordKind? {
    format == .csv && kinds.count == 1 ? kinds.first : nil
  }

  /// A plan.
  public init(
    target: OutputTarget,
    format: OutputFormat,
    isCompressed: Bool = false,
    replacesExisting: Bool = false,
    kinds: Set<RecordKind> = []
  ) {
    self.target = target
    self.format = format
    self.isCompressed = isCompressed
    self.replacesExisting = replacesExisting
    self.kinds = kinds
  }
}
