import HealthFormats
import HealthModel

/// What a report leaves out, for logs that others can read.
///
/// With either, messages give way to the rule's title and lines of the input are not shown, since
/// both hold values and names alike; of types and fields only names that are published are told.
public struct Redaction: OptionSet, Sendable {
  /// The bits of the options.
  public let rawValue: UInt8

  /// The options of some bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No value of a record.
  public static let values = Redaction(rawValue: 1)
  /// No value, no name of a source, no name of a file; both are numbered instead.
  public static let sources = Redaction(rawValue: 3)

  /// The words of the command line.
  public static let names: [(name: String, redaction: Redaction)] = [
    ("values", .values), ("sources", .sources),
  ]
}

extension ValidationReport {
  /// The same report without what the redaction names.
  func redacted(_ redaction: Redaction) -> ValidationReport {
    var names = Redactor(self, hidesNames: redaction == .sources)
    var report = self
    report.inputs = inputs.map { input in
      var input = input
      names.rename(&input.path, &input.entry)
      return input
    }
    report.rules = rules.map { outcome in
      var outcome = outcome
      outcome.examples = outcome.examples.map { names.redacted($0) }
      outcome.byType = Dictionary(
        outcome.byType.map { (Redactor.known(type: $0.key), $0.value) },
        uniquingKeysWith: +
      )
      outcome.bySource = Dictionary(
        outcome.bySource.map { (names.renamed(source: $0.key), $0.value) },
        uniquingKeysWith: +
      )
      return outcome
    }
    return report
  }
}

/// Gives what must not be named a number.
private struct Redactor {
  let hidesNames: Bool
  private var files: [String: Int] = [:]
  private var entries: [String: [String: Int]] = [:]
  private var sources: [String: Int] = [:]

  init(_ report: ValidationReport, hidesNames: Bool) {
    self.hidesNames = hidesNames
    // In the order of the names, which is the same in every run.
    let examples = report.rules.flatMap(\.examples)
    let named = examples.map(\.source) + report.rules.flatMap { $0.bySource.keys }
    for name in Set(named).sorted() where !name.isEmpty { sources[name] = sources.count + 1 }
  }

  func renamed(source: String) -> String {
    guard hidesNames, !source.isEmpty else { return source }
    return "source-\(sources[source] ?? 0)"
  }

  mutating func rename(_ path: inout String, _ entry: inout String) {
    guard hidesNames else { return }
    let file = files[path] ?? files.count + 1
    files[path] = file
    if !entry.isEmpty {
      let number = entries[path]?[entry] ?? (entries[path]?.count ?? 0) + 1
      entries[path, default: [:]][entry] = number
      entry = "entry-\(number)"
    }
    path = "input-\(file)"
  }

  mutating func redacted(_ finding: ValidationFinding) -> ValidationFinding {
    var finding = finding
    finding.givenFingerprint = finding.fingerprint
    finding.message = Rule.of(finding.rule).title
    finding.excerpt = nil
    finding.type = finding.type.isEmpty ? "" : Self.known(type: finding.type)
    finding.source = renamed(source: finding.source)
    finding.place.field = finding.place.field.flatMap(Self.known)
    rename(&finding.place.path, &finding.place.entry)
    return finding
  }

  /// A type by its name in the catalogue; what the catalogue does not know may be anything.
  static func known(type: String) -> String {
    Catalogue.standard.entry(type)?.name ?? "unknown"
  }

  /// A field whose every step is a published name or a number.
  static func known(_ field: FieldPath) -> FieldPath? {
    let steps = field.text.split(whereSeparator: { $0 == "/" || $0 == "@" })
    let isKnown = steps.allSatisfy { step in
      step.allSatisfy(\.isWholeNumber) || words.contains(String(step))
        || Catalogue.standard.metadataKeys.contains { $0.key == step }
    }
    return isKnown ? field : nil
  }

  /// The names in canonical files and in Apple's exports.
  private static let words: Set<String> =
    Set(Column.allCases.map { "\($0.name)" }).union([
      "key", "sum", "average", "minimum", "maximum", "duration", "durationUnit", "dateComponents",
      "Record", "Workout", "WorkoutEvent", "WorkoutStatistics", "WorkoutActivity", "WorkoutRoute",
      "MetadataEntry", "Correlation", "ActivitySummary", "Me", "ExportDate", "HealthData",
      "members", "events", "statistics", "activities", "routes", "totals", "format", "version",
      "records", "exportDate", "locale",
    ])
}
