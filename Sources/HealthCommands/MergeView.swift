import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthMerge
import HealthModel
import JSONCodec

/// What a merge did, as text for people and as JSON for programs.
struct MergeView {
  let command: String
  let merge: Merge
  let result: MergeSummary
  let failOn: MessageFlags.FailOn

  private var report: MergeReport { result.report }

  /// 1 when records were rejected, inputs left out or findings are grave enough.
  var exitStatus: ExitStatus {
    let findings = result.reading.findingCounts
    let isGrave = findings.contains { $0.value > 0 && failOn.includes($0.key.severity) }
    return result.reading.rejected > 0 || !result.leftOut.isEmpty || isGrave
      ? .doneWithFindings : .done
  }

  // MARK: - Text

  /// Lines for standard error.
  var text: String {
    var lines = [headline]
    if merge.resolve.policy != .keepAll { lines.append("  " + resolution) }
    lines += table
    lines += lookAtFirst
    lines += FindingLines.rejects(result.reading)
    if let path = result.rejectsPath { lines.append("  rejected records are in \(path)") }
    if result.unsavedRejects > 0 {
      lines.append("  rejected records are not saved; give --rejects FILE")
    }
    let companions = result.companions.summary
    if !companions.isEmpty { lines.append("  not merged: \(companions)") }
    lines += FindingLines.findings(result.reading)
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let total = report.total
    let inputs = Readable.plural(merge.inputs.count - result.leftOut.count, "input")
    let target =
      merge.isDryRun ? "would be written" : "written to \(merge.output.target.displayName)"
    return "\(Readable.plural(total.read, "record")) of \(inputs) read, "
      + "\(Readable.count(total.written)) \(target)" + outcomes(of: total)
  }

  /// What became of records that were not written, as in `, 3 identical, 1 conflict`.
  private func outcomes(of counts: MergeCounts) -> String {
    Self.columns.dropFirst(2).compactMap { column in
      let count = column.value(counts)
      return count == 0 ? nil : ", \(Readable.count(count)) \(column.name)"
    }.joined()
  }

  private var resolution: String {
    "overlaps: \(merge.resolve.policy.rawValue)"
      + (report.total.trimmed.records > 0
        ? ", \(Readable.plural(report.total.trimmed.records, "record")) cut" : "")
  }

  /// A column of the table, which is also a key of the JSON report.
  struct Column: Sendable {
    var name: String
    var value: @Sendable (MergeCounts) -> Int

    init(_ name: String, _ value: @escaping @Sendable (MergeCounts) -> Int) {
      self.name = name
      self.value = value
    }
  }

  static let columns: [Column] =
    [Column("read") { $0.read }, Column("written") { $0.written }]
    + MergeOutcome.allCases.map { outcome in Column(outcome.name) { $0.replaced[outcome] ?? 0 } }
    + [
      Column("collapsed") { $0.collapsed }, Column("alias") { $0.alias },
      Column("overlapped") { $0.overlapped }, Column("coarse-overlap") { $0.coarseOverlap },
      Column("duplicate-workout") { $0.duplicateWorkout }, Column("republished") { $0.republished },
    ]

  /// One row per type and source, the largest first, at most twenty.
  private var table: [String] {
    let shown = report.series.sorted { $0.counts.read > $1.counts.read }.prefix(20)
    let used = Self.columns.filter { column in column.value(report.total) > 0 }
    var rows = [["type", "source"] + used.map(\.name)]
    for series in shown {
      let type = series.type.isEmpty ? series.kind.name : series.type
      rows.append([type, series.source] + used.map { Readable.count($0.value(series.counts)) })
    }
    guard rows.count > 1 else { return [] }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = row.enumerated().map { column, text in
        let blanks = String(repeating: " ", count: widths[column] - text.count)
        return column < 2 ? text + blanks : blanks + text
      }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    let rest = report.series.count - shown.count
    if rest > 0 { lines.append("  … and \(Readable.plural(rest, "more row")); see --summary") }
    return lines
  }

  /// What deserves a look, the gravest first.
  private var lookAtFirst: [String] {
    var lines: [String] = []
    let conflicts = report.total.replaced[.conflict] ?? 0
    if conflicts + report.total.keptConflicts > 0 {
      let count = Readable.plural(conflicts + report.total.keptConflicts, "record")
      lines.append("  look first: \(count) contradict others (--on-conflict)")
      for conflict in report.conflicts.prefix(3) {
        lines.append(
          "    \(conflict.type): \(place(conflict.loser)) gave way to \(place(conflict.winner))"
        )
      }
    }
    for (path, policy) in result.terminal {
      lines.append(
        "  warning: \(path) was written with --resolve \(policy): what it left out stays lost"
      )
    }
    for input in result.leftOut { lines.append("  left out: \(input.path)") }
    if !report.lostMetadataKeys.isEmpty {
      let keys = report.lostMetadataKeys.keys.sorted().prefix(5).joined(separator: ", ")
      lines.append("  metadata only in records that went: \(keys)")
    }
    for (name, names) in report.unitedSources.sorted(by: { $0.key < $1.key }).prefix(5) {
      lines.append("  one source, written in \(names.count) ways: \(name)")
    }
    for (type, copy, original) in report.republished.prefix(5) {
      lines.append("  \(type): \(copy) repeats \(original)")
    }
    if report.unclearWorkouts > 0 {
      let count = Readable.plural(report.unclearWorkouts, "cluster")
      lines.append("  \(count) of workouts could not be told apart; all are kept")
    }
    if report.coarsePairs > 0 {
      let count = Readable.plural(report.coarsePairs, "pair")
      lines.append("  \(count) of long records overlap; both count")
    }
    if report.offsetChanges > 0 {
      lines.append(
        "  \(Readable.plural(report.offsetChanges, "record")) had another UTC offset elsewhere"
      )
    }
    return lines
  }

  private func place(_ place: MergeConflict.Place) -> String {
    "\(place.path): byte \(place.byteOffset)"
  }

  // MARK: - JSON

  /// The loss report (schema `merge`).
  var json: [UInt8] {
    var members: [(key: String, value: JSONValue)] = [
      ("summary", .string(command)), ("version", .integer(1)),
      ("inputs", .array(merge.inputs.map { .string($0) })),
      ("output", merge.isDryRun ? .null : .string(merge.output.target.displayName)),
      ("resolve", .string(merge.resolve.policy.rawValue)),
      ("onConflict", .string(merge.conflicts.rawValue)),
      ("rejected", .integer(result.reading.rejected)),
      ("filtered", .integer(result.reading.total.filtered)),
      ("total", Self.counts(report.total)),
      ("series", .array(report.series.map(Self.series))),
      ("conflicts", .array(report.conflicts.map(Self.conflict))),
    ]
    members += [
      (
        "lostMetadataKeys",
        .object(
          report.lostMetadataKeys.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }
        )
      ),
      (
        "unitedSources",
        .object(
          report.unitedSources.sorted { $0.key < $1.key }
            .map { ($0.key, .array($0.value.map { .string($0) })) }
        )
      ),
      ("offsetChanges", .integer(report.offsetChanges)),
      (
        "republished",
        .array(
          report.republished.map { type, copy, original in
            .object([
              ("type", .string(type)), ("copy", .string(copy)), ("original", .string(original)),
            ])
          }
        )
      ),
      ("unclearWorkouts", .integer(report.unclearWorkouts)),
      ("coarsePairs", .integer(report.coarsePairs)),
      (
        "leftOut",
        .array(
          result.leftOut.map { input in
            .object([
              ("path", .string(input.path)), ("code", .string(input.error.code)),
              ("message", .string(input.error.message)),
            ])
          }
        )
      ),
      (
        "terminalInputs",
        .array(
          result.terminal.map { path, policy in
            .object([("path", .string(path)), ("resolve", .string(policy))])
          }
        )
      ),
      ("findings", FindingLines.json(result.reading.findingCounts, result.reading.examples)),
      ("rejects", FindingLines.json(result.reading.rejectCounts, result.reading.rejectExamples)),
    ]
    if let path = result.rejectsPath { members.append(("rejectsFile", .string(path))) }
    members.append(("exitStatus", .integer(Int(exitStatus.rawValue))))
    return JSONValue.object(members).document()
  }

  private static func counts(_ counts: MergeCounts) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = columns.map { column in
      (column.name, .integer(column.value(counts)))
    }
    members.append(("keptConflicts", .integer(counts.keptConflicts)))
    members.append(("leftOut", .integer(counts.leftOut)))
    members.append(("pieces", .integer(counts.pieces)))
    members.append(
      (
        "trimmed",
        .object([
          ("records", .integer(counts.trimmed.records)),
          ("seconds", number(counts.trimmed.seconds)),
          ("amount", number(counts.trimmed.amount)),
        ])
      )
    )
    return .object(members)
  }

  private static func number(_ value: Double) -> JSONValue {
    .number((ExactDecimal(shortest: value) ?? ExactDecimal(0)).text)
  }

  private static func series(_ series: MergeReport.Series) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("record", .string(series.kind.name))]
    if !series.type.isEmpty { members.append(("type", .string(series.type))) }
    if !series.source.isEmpty { members.append(("source", .string(series.source))) }
    members += counts(series.counts).members ?? []
    return .object(members)
  }

  private static func conflict(_ conflict: MergeConflict) -> JSONValue {
    func side(_ place: MergeConflict.Place, _ record: String) -> JSONValue {
      .object([
        ("path", .string(place.path)), ("byteOffset", .integer(place.byteOffset)),
        ("record", (try? JSONValue.parse(Array(record.utf8))) ?? .null),
      ])
    }
    return .object([
      ("type", .string(conflict.type)), ("winner", side(conflict.winner, conflict.records.winner)),
      ("loser", side(conflict.loser, conflict.records.loser)),
    ])
  }
}
