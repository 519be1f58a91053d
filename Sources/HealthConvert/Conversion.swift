import ByteKit
import HealthFormats
import HealthModel

/// Converts inputs of any readable format into one output.
///
///     var conversion = Conversion(
///       inputs: ["export.zip"], output: OutputPlan(target: .file("all.csv"), format: .csv))
///     conversion.reading.filter.types = ["BodyMass"]
///     let result = try conversion.run()
///     print(result.report.total.written)
///
/// Output appears under its name only when all of it is complete; when `run` throws, existing files
/// are as they were.
public struct Conversion: Sendable {
  /// Paths of the inputs, `-` for standard input, read one after the other.
  public var inputs: [String]
  /// Where the result goes, and how.
  public var output: OutputPlan
  /// How the inputs are read.
  public var reading = ReadingOptions()
  /// By which date the records are sorted; nil keeps the order of the inputs.
  public var sort: SortOrder?
  /// About how many bytes sorting keeps in memory before it spills.
  public var sortMemory = 32 << 20
  /// How the result is cut into shards, one file each; nil for one output.
  public var shards: ShardPlan?
  /// Where rejected records go, as they were read and so with all that `reading.sharing` takes out;
  /// nil to count them only.
  public var rejectsPath: String?
  /// Called now and then with the number of decoded bytes.
  public var progress: (@Sendable (Int) -> Void)?

  /// A conversion with the default options.
  public init(inputs: [String], output: OutputPlan) {
    self.inputs = inputs
    self.output = output
  }

  /// Runs the conversion.
  public func run() throws(ConversionError) -> ConversionResult {
    let opener = InputOpener(format: reading.format)
    var opened: [OpenedInput] = []
    for path in inputs { opened += try opener.open(path) }
    if let shards { return try ShardedConversion(self, shards).run() }
    try OutputPaths(output, rejectsPath).check(against: opened.map(\.path) + inputs)
    let rejects = RejectFile(path: rejectsPath, replacing: output.replacesExisting)
    let writer = try ArchiveWriter(output)
    var result = ConversionResult()
    for input in opened { result.companions.add(input.companions) }
    do throws(ConversionError) {
      var book = RunBook()
      if let sort {
        try runSorted(opened, sort, writer, rejects, &book, &result)
      } else {
        try runInOrder(opened, writer, rejects, &book, &result)
      }
      let total = book.report.total
      guard total.isConserved, total.written == writer.recordCount else {
        throw ConversionError(
          "internal.conservation",
          "records were lost: \(total), \(writer.recordCount) encoded",
          advice: "this is a defect of healthconv: please report it; nothing was written"
        )
      }
      try rejects.flush()
      try writer.finish()
      try rejects.commit()
      result.report = book.report
    } catch {
      rejects.discard()
      writer.discard()
      throw error
    }
    result.rejectsPath = rejects.savedPath
    result.unsavedRejects = rejects.unsaved
    return result
  }

  /// How the inputs are read: kinds that the output does not take are filtered out.
  private var wanted: ReadingOptions {
    var options = reading
    if options.filter.kinds.isEmpty {
      options.filter.kinds = output.kinds
    } else if !output.kinds.isEmpty {
      options.filter.kinds.formIntersection(output.kinds)
      // No kind at all would mean every kind; the archive's own facts are no record of an input.
      if options.filter.kinds.isEmpty { options.filter.kinds = [.archive] }
    }
    return options
  }

  private func runInOrder(
    _ inputs: [OpenedInput],
    _ writer: ArchiveWriter,
    _ rejects: RejectFile,
    _ book: inout RunBook,
    _ result: inout ConversionResult
  ) throws(ConversionError) {
    try read(inputs, rejects, &book, &result, begin: writer.begin) { writer.makeConsumer() }
    try promote(rejects, &book) { writer.makeConsumer() }
  }

  private func runSorted(
    _ inputs: [OpenedInput],
    _ order: SortOrder,
    _ writer: ArchiveWriter,
    _ rejects: RejectFile,
    _ book: inout RunBook,
    _ result: inout ConversionResult
  ) throws(ConversionError) {
    let sorter = Sorter(order, memory: sortMemory, beside: output.spillPath)
    try read(inputs, rejects, &book, &result, begin: writer.begin) { sorter.makeConsumer() }
    try promote(rejects, &book) { sorter.makeConsumer() }
    var plain = ReadingOptions()
    plain.units.system = .original
    plain.threads = reading.threads
    plain.chunkSize = reading.chunkSize
    let run = InputRun.lines(try sorter.sorted(), path: "sorted records", options: plain)
    // What is read here was counted already.
    var second = RunBook()
    try run.run(try run.start(), book: &second, rejects: nil) { writer.makeConsumer() }
    guard second.report.total.written == book.report.total.written else {
      throw ConversionError(
        "internal.conservation",
        "sorting changed the number of records from \(book.report.total.written)",
        advice: "this is a defect of healthconv: please report it; nothing was written"
      )
    }
  }

  /// Reads all inputs; the archive's facts are those of the first that has some.
  func read(
    _ inputs: [OpenedInput],
    _ rejects: RejectFile,
    _ book: inout RunBook,
    _ result: inout ConversionResult,
    begin: (ArchiveFacts) throws(ConversionError) -> Void,
    makeConsumer: @escaping @Sendable () -> any BatchConsumer
  ) throws(ConversionError) {
    var hasBegun = false
    for (index, input) in inputs.enumerated() {
      let run = InputRun(input, wanted)
      let start = try run.start()
      if index == 0 { result.facts = start.facts }
      if index > 0, start.facts != ArchiveFacts(), start.facts != result.facts {
        book.report.note(
          .differentFacts,
          path: input.path,
          entry: input.entry,
          "the export date and locale of \(inputs[0].path) are written"
        )
      }
      if !hasBegun {
        try begin(reading.sharing.facts(start.facts))
        hasBegun = true
      }
      result.formats.append(input.format)
      try run.run(
        start,
        book: &book,
        rejects: rejects,
        progress: progress,
        makeConsumer: makeConsumer
      )
    }
    if !hasBegun { try begin(ArchiveFacts()) }
  }

  /// Writes members of correlations that have no sample of their own as samples.
  func promote(
    _ rejects: RejectFile,
    _ book: inout RunBook,
    makeConsumer: @escaping @Sendable () -> any BatchConsumer
  ) throws(ConversionError) {
    guard let (run, count) = InputRun.orphans(of: &book, options: wanted) else { return }
    try run.run(try run.start(), book: &book, rejects: rejects, makeConsumer: makeConsumer)
    book.report.note(.memberPromoted, path: inputs.first ?? "", "\(count)")
  }
}

extension OutputPlan {
  /// A path beside which temporary files may be made; nil for standard output.
  var spillPath: String? {
    switch target {
    case .standardOutput: nil
    case .file(let path): path
    case .folder(let path): path + "/spill"
    }
  }
}

/// What a conversion did.
public struct ConversionResult: Sendable {
  /// Counts, findings and rejects.
  public internal(set) var report = RunReport()
  /// The archive's own facts, of the first input.
  public internal(set) var facts = ArchiveFacts()
  /// The formats of the inputs.
  public internal(set) var formats: [InputFormat] = []
  /// What stands beside the exports and was not converted.
  public internal(set) var companions = Companions()
  /// Where the rejects went, when there are any.
  public internal(set) var rejectsPath: String?
  /// Rejects that were counted but not saved.
  public internal(set) var unsavedRejects = 0
}
