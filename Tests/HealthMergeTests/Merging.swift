import ByteKit
import Foundation
import HealthConvert
import HealthFormats
import HealthMerge
import HealthModel
import JSONCodec
import TestSupport
import Testing

/// A folder of archives that are merged, removed with it.
final class Merging {
  let folder: String
  private var count = 0

  init() throws {
    let root =
      FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    folder = root + "/healthconv-merge-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Writes an archive of canonical lines.
  func put(_ lines: [String], exportDate: String? = nil) throws -> String {
    let date = exportDate.map { ",\"exportDate\":\"\($0)\"" } ?? ""
    let head = "{\"record\":\"archive\",\"format\":\"healthconv\",\"version\":1\(date)}"
    return try put(([head] + lines).joined(separator: "\n") + "\n", as: "ndjson")
  }

  func put(_ text: String, as ending: String) throws -> String {
    count += 1
    let path = "\(folder)/\(count).\(ending)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Merges files into a new one.
  func merge(
    _ inputs: [String],
    to ending: String = "ndjson",
    _ configure: (inout Merge) -> Void = { _ in }
  ) throws -> (path: String, summary: MergeSummary) {
    count += 1
    let path = "\(folder)/\(count).\(ending)"
    let (format, isCompressed) = OutputFormat.of(
      name: ending.contains(".") ? ending : "x.\(ending)"
    )
    var merge = Merge(
      inputs: inputs,
      output: OutputPlan(
        target: .file(path),
        format: format ?? .ndjson,
        isCompressed: isCompressed
      )
    )
    merge.writesProvenance = false
    merge.reading.threads = 2
    configure(&merge)
    return (path, try merge.run())
  }

  /// The bytes of a merge.
  func merged(
    _ inputs: [String],
    to ending: String = "ndjson",
    _ configure: (inout Merge) -> Void = { _ in }
  ) throws -> String {
    String(decoding: try readBytes(try merge(inputs, to: ending, configure).path), as: UTF8.self)
  }

  /// What the readable reference makes of the same files.
  func reference(_ inputs: [String], onConflict policy: ConflictPolicy = .newest) throws -> [String]
  {
    let snapshots = try inputs.map { path -> Snapshot in
      let (converted, facts) = try canonical(path)
      return Snapshot(
        converted.compactMap { MergeRecord(line: Array($0.utf8).span) },
        exportDate: facts.exportDate
      )
    }
    return ArchiveJoin(snapshots, onConflict: policy).records.map {
      String(decoding: $0.record.bytes, as: UTF8.self)
    }
  }

  /// The records of a file as conversion writes them.
  func canonical(_ path: String) throws -> (lines: [String], facts: ArchiveFacts) {
    count += 1
    let output = "\(folder)/\(count).ndjson"
    var conversion = Conversion(
      inputs: [path],
      output: OutputPlan(target: .file(output), format: .ndjson)
    )
    conversion.reading.threads = 1
    let result = try conversion.run()
    let text = String(decoding: try readBytes(output), as: UTF8.self)
    return (Array(text.split(separator: "\n").dropFirst().map(String.init)), result.facts)
  }
}

/// The lines of a text after the first.
func records(_ text: String) -> [String] {
  text.split(separator: "\n").dropFirst().map(String.init)
}

/// How many random cases a law is tried on; HEALTHCONV_CASES asks for more.
let lawCases =
  ProcessInfo.processInfo.environment["HEALTHCONV_CASES"].flatMap { Int($0) }.map { $0 / 20 } ?? 40

/// The lines that only one of two texts has.
func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
  let first = String(decoding: a, as: UTF8.self).split(separator: "\n")
  let second = String(decoding: b, as: UTF8.self).split(separator: "\n")
  let own = first.filter { !second.contains($0) }.map { "- \($0)" }
  let other = second.filter { !first.contains($0) }.map { "+ \($0)" }
  return (own + other).joined(separator: "\n")
}
