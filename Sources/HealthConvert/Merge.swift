import ByteKit
import HealthFormats
import HealthMerge
import HealthModel

/// Merges several archives of one person into one: nothing doubled, nothing lost.
///
///     var merge = Merge(
///       inputs: ["2024.zip", "2025.zip"],
///       output: OutputPlan(target: .file("all.ndjson.gz"), format: .ndjson, isCompressed: true))
///     let result = try merge.run()
///     print(result.report.total.written)
///
/// Merging a new export into an archive that was merged before gives the same as merging all
/// exports at once. Output appears under its name only when all of it is complete.
public struct Merge: Sendable {
  /// Paths of the inputs, `-` for standard input, of any readable format.
  public var inputs: [String]
  /// Where the result goes, and how.
  public var output: OutputPlan
  /// How the inputs are read.
  public var reading = ReadingOptions()
  /// What to do about records that contradict each other.
  public var conflicts = ConflictPolicy.newest
  /// Whether equal records of one input become one.
  public var collapsesTwins = false
  /// Whether each record says which inputs hold it; nil for what the format usually does: JSON and
  /// NDJSON say so, tables don't.
  public var writesProvenance: Bool?
  /// What is done about records that overlap.
  public var resolve = ResolveOptions()
  /// Whether nothing is written and only the report is made.
  public var isDryRun = false
  /// Whether inputs that can't be read are left out.
  public var keepsGoing = false
  /// About how many bytes of records are kept in memory before temporary files are used.
  public var memory = 256 << 20
  /// Where rejected records go; nil to count them only.
  public var rejectsPath: String?
  /// Called now and then with the number of decoded bytes of an input.
  public var progress: (@Sendable (Int) -> Void)?
  /// Whether the inputs are the shards of one archive, which are put together, twins and all.
  public var isConcatenation = false

  /// A merge with the default options.
  public init(inputs: [String], output: OutputPlan) {
    self.inputs = inputs
    self.output = output
  }

  /// Runs the merge.
  public func run() throws(ConversionError) -> MergeSummary {
    try OutputPaths(output, rejectsPath).check(against: inputs)
    if isConcatenation { try ShardSet(inputs, reading).check() }
    let rejects = RejectFile(path: isDryRun ? nil : rejectsPath, replacing: output.replacesExisting)
    let run = MergeRun(inputs, plan: output, options: options, rejects: rejects)
    var summary = MergeSummary()
    do throws(ConversionError) {
      let output = output
      let (result, writer) = try run.run { () throws(ConversionError) in
        try ArchiveWriter(output)
      }
      do throws(ConversionError) {
        try rejects.flush()
        try writer?.finish()
        try rejects.commit()
      } catch {
        writer?.discard()
        throw error
      }
      summary.report = result.report
      summary.reading = result.reading
      summary.facts = result.facts
      summary.formats = result.formats
      summary.companions = result.companions
      summary.leftOut = result.leftOut
      summary.terminal = result.terminal
    } catch {
      rejects.discard()
      throw error
    }
    summary.rejectsPath = rejects.savedPath
    summary.unsavedRejects = isDryRun ? 0 : rejects.unsaved
    return summary
  }

  private var options: MergeOptions {
    var options = MergeOptions()
    options.reading = reading
    if options.reading.filter.kinds.isEmpty { options.reading.filter.kinds = output.kinds }
    options.conflicts = conflicts
    options.collapsesTwins = collapsesTwins
    options.writesProvenance =
      writesProvenance ?? (output.format != .csv && !isConcatenation)
    options.resolve = resolve
    options.isDryRun = isDryRun
    options.keepsGoing = keepsGoing
    options.isConcatenation = isConcatenation
    options.memory = memory
    options.progress = progress
    return options
  }
}

/// What a merge did.
public struct MergeSummary: Sendable {
  /// What became of every record, by type and source.
  public internal(set) var report = MergeReport()
  /// Counts, findings and rejects of reading.
  public internal(set) var reading = RunReport()
  /// What the new archive says of itself.
  public internal(set) var facts = ArchiveFacts()
  /// The formats of the inputs.
  public internal(set) var formats: [InputFormat] = []
  /// What stands beside the exports and was not merged.
  public internal(set) var companions = Companions()
  /// Inputs that could not be read and were left out.
  public internal(set) var leftOut: [LeftOutInput] = []
  /// Inputs from which overlapping records were removed for good.
  public internal(set) var terminal: [(path: String, policy: String)] = []
  /// Where the rejects went, when there are any.
  public internal(set) var rejectsPath: String?
  /// Rejects that were counted but not saved.
  public internal(set) var unsavedRejects = 0
}
