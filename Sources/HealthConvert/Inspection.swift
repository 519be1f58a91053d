import ByteKit
import HealthFormats
import HealthModel

/// Looks through inputs and tells what is in them, without writing anything.
///
///     let report = try Inspection(inputs: ["export.zip"]).run()
///     for type in report.types { print(type.name, type.count, type.units) }
public struct Inspection: Sendable {
  /// Paths of the inputs, `-` for standard input.
  public var inputs: [String]
  /// How the inputs are read; units are reported as written.
  public var reading = ReadingOptions()
  /// Called now and then with the number of decoded bytes.
  public var progress: (@Sendable (Int) -> Void)?

  /// An inspection with the default options.
  public init(inputs: [String]) { self.inputs = inputs }

  /// Reads everything and reports.
  public func run() throws(ConversionError) -> InspectionReport {
    let opener = InputOpener(format: reading.format)
    var options = reading
    options.units = UnitPolicy(system: .original)
    var report = InspectionReport()
    var book = RunBook()
    let census = Census()
    for path in inputs {
      for input in try opener.open(path) {
        let run = InputRun(input, options)
        let start = try run.start()
        report.inputs.append(
          InspectedInput(
            path: input.path,
            entry: input.entry,
            format: input.format,
            facts: start.facts
          )
        )
        report.companions.add(input.companions)
        try run.run(start, book: &book, rejects: nil, progress: progress) {
          CensusConsumer(census)
        }
      }
    }
    report.run = book.report
    census.fill(&report)
    return report
  }
}

/// One input of an inspection.
public struct InspectedInput: Sendable {
  /// The file.
  public var path: String
  /// The entry of an archive, empty when there is none.
  public var entry: String
  /// The form of its text.
  public var format: InputFormat
  /// What the archive says of itself.
  public var facts: ArchiveFacts
}

/// What is in a file.
public struct InspectionReport: Sendable {
  /// The inputs in order.
  public internal(set) var inputs: [InspectedInput] = []
  /// Counts, findings and rejects.
  public internal(set) var run = RunReport()
  /// Files beside the exports.
  public internal(set) var companions = Companions()
  /// Sample types, most frequent first.
  public internal(set) var types: [TypeCensus] = []
  /// Workout activities, most frequent first.
  public internal(set) var activities: [TypeCensus] = []
  /// Other types: correlations and what is not modelled.
  public internal(set) var otherTypes: [TypeCensus] = []
  /// How many records each source wrote, most first.
  public internal(set) var sources: [(name: String, count: Int)] = []
  /// How many records each device wrote, as compact JSON objects, most first.
  public internal(set) var devices: [(json: String, count: Int)] = []
  /// How often each metadata key occurs, most first.
  public internal(set) var metadataKeys: [(name: String, count: Int)] = []
  /// The UTC offsets written, in minutes, with how many starts have them, most first.
  public internal(set) var offsets: [(minutes: Int, count: Int)] = []
  /// The characteristics as compact JSON objects.
  public internal(set) var characteristics: [String] = []
  /// The earliest start and the latest end.
  public internal(set) var range: (first: Timestamp, last: Timestamp)?
}

/// What is known of one type.
public struct TypeCensus: Sendable {
  /// Its canonical name.
  public internal(set) var name: String
  /// How many records.
  public internal(set) var count = 0
  /// How many in each unit as written; records without a unit are not among them.
  public internal(set) var units: [String: Int] = [:]
  /// The earliest start.
  public internal(set) var first: Timestamp?
  /// The latest end, or start where there is none.
  public internal(set) var last: Timestamp?
}
