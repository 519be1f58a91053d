import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel
import JSONCodec

/// What a run did, as text for people and as JSON for programs.
struct RunSummary {
  let command: String
  let inputs: [String]
  let output: OutputPlan
  let result: ConversionResult
  let sharing: SharingOptions
  let failOn: MessageFlags.FailOn

  private var report: RunReport { result.report }

  /// 1 when records were rejected or findings are grave enough.
  var exitStatus: ExitStatus {
    let isGrave = report.findingCounts.contains { $0.value > 0 && failOn.includes($0.key.severity) }
    return report.rejected > 0 || isGrave ? .doneWithFindings : .done
  }

  // MARK: - Text

  /// Lines for standard error.
  var text: String {
    var lines = [headline, "  " + kinds]
    lines += FindingLines.rejects(report)
    if let path = result.rejectsPath {
      lines.append("  rejected records are in \(path)")
    } else if result.unsavedRejects > 0 {
      lines.append("  rejected records are not saved; give --rejects FILE")
    }
    if sharing.isActive { lines += SharingManifest(sharing, report).lines }
    let companions = result.companions.summary
    if !companions.isEmpty { lines.append("  not converted: \(companions)") }
    if result.formats.contains(.xml) { lines.append("  " + zoneLine) }
    lines += FindingLines.findings(report)
    return lines.filter { !$0.trimmingPrefix("  ").isEmpty }.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let total = report.total
    let target =
      switch output.target {
      case .standardOutput: "standard output"
      case .file(let path): path
      case .folder(let path): path + "/"
      }
    var parts = [
      "\(Readable.plural(total.read, "record")) read",
      "\(Readable.count(total.written)) written to \(target)",
    ]
    if total.rejected > 0 { parts.append("\(Readable.count(total.rejected)) rejected") }
    if total.filtered > 0 { parts.append("\(Readable.count(total.filtered)) filtered out") }
    if total.merged > 0 { parts.append("\(Readable.count(total.merged)) merged") }
    return parts.joined(separator: ", ")
  }

  private var kinds: String {
    RecordKind.data.compactMap { kind in
      let written = report.byKind[Int(kind.rawValue)].written
      guard written > 0 else { return nil }
      return kind.counted(Readable.count(written), isOne: written == 1)
    }.joined(separator: ", ")
  }

  private var zoneLine: String {
    "times keep the UTC offset that the export wrote; --time-zone ZONE writes local times"
  }

  // MARK: - JSON

  /// The summary as a JSON document (schema `summary`).
  var json: [UInt8] {
    var members: [(key: String, value: JSONValue)] = [
      ("summary", .string(command)), ("version", .integer(1)),
      ("inputs", .array(inputs.map { .string($0) })),
      ("output", .string(outputName)), ("format", .string(output.format.rawValue)),
      ("records", Self.counts(report.total)),
      (
        "kinds",
        .object(
          RecordKind.data.compactMap { kind in
            let counts = report.byKind[Int(kind.rawValue)]
            return counts == RecordCounts() ? nil : (kind.name, Self.counts(counts))
          }
        )
      ),
      (
        "types",
        .object(
          report.samples.sorted { $0.key < $1.key }.map { ($0.key, Self.counts($0.value)) }
        )
      ),
      ("findings", FindingLines.json(report.findingCounts, report.examples)),
      ("rejects", FindingLines.json(report.rejectCounts, report.rejectExamples)),
      (
        "notConverted",
        .object([
          ("routes", .integer(result.companions.routes)),
          ("electrocardiograms", .integer(result.companions.electrocardiograms)),
          ("others", .integer(result.companions.others)),
        ])
      ),
    ]
    if let path = result.rejectsPath { members.append(("rejectsFile", .string(path))) }
    members.append(("exitStatus", .integer(Int(exitStatus.rawValue))))
    return JSONValue.object(members).document()
  }

  private var outputName: String {
    switch output.target {
    case .standardOutput: "-"
    case .file(let path), .folder(let path): path
    }
  }

  static func counts(_ counts: RecordCounts) -> JSONValue {
    .object([
      ("read", .integer(counts.read)), ("written", .integer(counts.written)),
      ("rejected", .integer(counts.rejected)), ("filtered", .integer(counts.filtered)),
      ("merged", .integer(counts.merged)),
    ])
  }
}

/// Findings and rejects as lines and as JSON.
enum FindingLines {
  /// One line per code of rejects, with its first example.
  static func rejects(_ report: RunReport) -> [String] {
    lines(report.rejectCounts, report.rejectExamples, word: "rejected")
  }

  /// One line per code of findings, the gravest first, with its first example.
  static func findings(_ report: RunReport) -> [String] {
    lines(report.findingCounts, report.examples, word: nil)
  }

  private static func lines(
    _ counts: [FindingCode: Int],
    _ examples: [LocatedFinding],
    word: String?
  ) -> [String] {
    ranked(counts).map { code, count in
      let times = count == 1 ? "" : "\(Readable.count(count)) × "
      var line = "  \(word ?? code.severity.name): \(times)\(code.title) [\(code.rawValue)]"
      if let example = examples.first(where: { $0.code == code }) {
        line += "\n    \(count == 1 ? "at" : "first at") \(place(example))"
        if !example.detail.isEmpty { line += ": \(example.detail)" }
      }
      return line
    }
  }

  static func ranked(_ counts: [FindingCode: Int]) -> [(FindingCode, Int)] {
    counts.filter { $0.value > 0 }.sorted {
      ($1.key.severity, $0.key.rawValue) < ($0.key.severity, $1.key.rawValue)
    }.map { ($0.key, $0.value) }
  }

  private static func place(_ finding: LocatedFinding) -> String {
    let name = finding.path == "-" ? "standard input" : finding.path
    let file = finding.entry.isEmpty ? name : "\(name): \(finding.entry)"
    return "\(file):\(finding.position.line):\(finding.position.column)"
  }

  static func json(_ counts: [FindingCode: Int], _ examples: [LocatedFinding]) -> JSONValue {
    .array(
      ranked(counts).map { code, count in
        .object([
          ("code", .string(code.rawValue)), ("severity", .string(code.severity.name)),
          ("title", .string(code.title)), ("count", .integer(count)),
          ("examples", .array(examples.filter { $0.code == code }.map(json))),
        ])
      }
    )
  }

  private static func json(_ finding: LocatedFinding) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("file", .string(finding.path))]
    if !finding.entry.isEmpty { members.append(("entry", .string(finding.entry))) }
    members += [
      ("line", .integer(finding.position.line)), ("column", .integer(finding.position.column)),
      ("byteOffset", .integer(finding.position.byteOffset)),
      ("detail", .string(finding.detail)),
    ]
    return .object(members)
  }
}
