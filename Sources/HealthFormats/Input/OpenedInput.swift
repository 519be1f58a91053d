import ByteKit
import HealthModel

/// An input whose format is known, ready to be cut into chunks.
public struct OpenedInput: Sendable {
  /// The file's path as given, `-` for standard input.
  public let path: String
  /// The entry of an archive, empty when there is none.
  public let entry: String
  /// The form of its text.
  public let format: InputFormat
  /// What the archive holds beside it.
  public let companions: Companions
  /// The bytes that were read to recognise the format.
  let prefix: [UInt8]
  /// The bytes after them.
  let source: any ByteSource
  /// Whether the prefix is all there is.
  let isWhole: Bool
  /// Whether all of the text stands in one line.
  package var hasOneLine: Bool {
    guard isWhole else { return !prefix.contains(0x0A) }
    guard let end = prefix.firstIndex(of: 0x0A) else { return true }
    return prefix[end...].allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
  }
  /// Oddities of the container found while opening.
  let findings: [(code: FindingCode, detail: String)]
  /// Opens the same text once more from the start, where that is possible.
  let reopen: (@Sendable () throws(ConversionError) -> any ByteSource)?

  /// Whether the same text can be read more than once.
  package var canBeReopened: Bool { reopen != nil }
}

/// Files that stand beside an export and are not converted (yet).
public struct Companions: Sendable, Equatable {
  /// GPX files of workout routes.
  public var routes = 0
  /// The paths of those GPX files, as the archive or folder has them.
  package private(set) var routePaths: [String] = []
  /// CSV files of electrocardiograms.
  public var electrocardiograms = 0
  /// Other files: clinical records, attachments.
  public var others = 0

  /// Nothing beside it.
  public init() {}

  /// Adds what stands beside another input.
  package mutating func add(_ other: Companions) {
    routes += other.routes
    routePaths += other.routePaths
    electrocardiograms += other.electrocardiograms
    others += other.others
  }

  /// Counts a file by its path.
  mutating func count(_ path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".gpx") {
      routes += 1
      routePaths.append(path)
    } else if name.hasSuffix(".csv"), name.contains("electrocardiograms/") {
      electrocardiograms += 1
    } else if !name.hasSuffix("export_cda.xml") {
      others += 1
    }
  }

  /// What is not converted, in words; empty when there is nothing.
  public var summary: String {
    var parts: [String] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    add(routes, "route", "routes")
    add(electrocardiograms, "ECG recording", "ECG recordings")
    add(others, "other file", "other files")
    return parts.joined(separator: ", ")
  }
}
