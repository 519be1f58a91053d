import CommandLineKit
import HealthFormats
import HealthModel
import JSONCodec

/// What was taken out of the records before they were given away: counts, never a value.
struct SharingManifest {
  private let options: SharingOptions
  private let report: RunReport

  init(_ options: SharingOptions, _ report: RunReport) {
    self.options = options
    self.report = report
  }

  private typealias Field = SharingCounts.Field

  private var counts: SharingCounts { report.sharing }

  /// Sample types that stayed, by name; those that are in no catalogue may be anything and are only
  /// counted.
  private var types: (known: [(name: String, count: Int)], unknown: Int) {
    var known: [(name: String, count: Int)] = []
    var unknown = 0
    for (name, counts) in report.samples.sorted(by: { $0.key < $1.key }) where counts.filtered > 0 {
      if Catalogue.standard.entry(name)?.name == name {
        known.append((name, counts.filtered))
      } else {
        unknown += counts.filtered
      }
    }
    return (known, unknown)
  }

  private func stayed(_ kind: RecordKind) -> Int { report.byKind[Int(kind.rawValue)].filtered }

  private func parts(_ list: [Int]) -> [(name: String, count: Int)] {
    Field.allCases.map { ($0.name, list[Int($0.rawValue)]) }.filter { $0.1 > 0 }
  }

  // MARK: - Text

  /// Lines for standard error.
  var lines: [String] {
    var stayed = types.known.map { "\(Readable.count($0.count)) \($0.name)" }
    if types.unknown > 0 { stayed.append("\(Readable.count(types.unknown)) of unknown types") }
    for kind in RecordKind.data where kind != .sample && self.stayed(kind) > 0 {
      stayed.append(kind.counted(Readable.count(self.stayed(kind)), isOne: self.stayed(kind) == 1))
    }
    func list(_ parts: [(name: String, count: Int)]) -> String {
      parts.map { "\($0.name) (\(Readable.count($0.count)))" }.joined(separator: ", ")
    }
    let texts = [
      ("stayed behind", stayed.joined(separator: ", ")),
      ("taken out", list(parts(counts.removed))),
      ("replaced by pseudonyms", list(parts(counts.replaced))),
      (datesChange, counts.dates > 0 ? Readable.count(counts.dates) : ""),
    ]
    return texts.filter { !$0.1.isEmpty }.map { "  \($0.0): \($0.1)" }
  }

  private var datesChange: String {
    options.coarsensToDays
      ? "dates cut to their day\(options.dayShift == nil ? "" : " and moved")" : "dates moved"
  }

  // MARK: - JSON

  /// The manifest as a JSON document (schema `manifest`).
  var json: [UInt8] {
    func object(_ parts: [(name: String, count: Int)]) -> JSONValue {
      .object(parts.map { ($0.name, .integer($0.count)) })
    }
    var members: [(key: String, value: JSONValue)] = [
      ("manifest", .string("healthconv")), ("version", .integer(1)),
    ]
    if let share = options.share {
      let names = share.samples.union(share.correlations).union(share.activities)
        .filter { Catalogue.standard.entry($0) != nil }.sorted()
      let kinds = RecordKind.data.filter(share.kinds.contains).map(\.tableName)
      members.append(("share", .array((names + kinds).map { .string($0) })))
    }
    let redacted = SharingOptions.Redaction.allCases.filter(options.redactions.contains)
    members += [
      ("redact", .array(redacted.map { .string($0.rawValue) })),
      ("pseudonyms", .bool(options.pseudonyms != nil)),
      ("datesShifted", .bool(options.dayShift != nil)),
      ("datesCoarsened", .bool(options.coarsensToDays)),
      ("written", .integer(report.total.written)),
      (
        "leftOut",
        .object([
          ("records", .integer(report.total.filtered)),
          (
            "kinds",
            object(RecordKind.data.map { ($0.name, stayed($0)) }.filter { $0.1 > 0 })
          ),
          ("types", object(types.known)), ("unknownTypes", .integer(types.unknown)),
        ])
      ),
      ("rejected", .integer(report.total.rejected)), ("removed", object(parts(counts.removed))),
      ("replaced", object(parts(counts.replaced))), ("dates", .integer(counts.dates)),
    ]
    return JSONValue.object(members).document()
  }
}
