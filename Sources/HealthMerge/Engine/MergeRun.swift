import ByteKit
import Foundation
import HealthFormats
import HealthModel

/// Everything that decides what a merge gives.
package struct MergeOptions: Sendable {
  /// How inputs are read.
  package var reading = ReadingOptions()
  /// What to do about conflicts.
  package var conflicts = ConflictPolicy.newest
  /// Whether equal members of a group become one.
  package var collapsesTwins = false
  /// Whether the inputs of each record are written.
  package var writesProvenance = false
  /// Whether only the report is wanted.
  package var isDryRun = false
  /// Whether unreadable inputs are left out.
  package var keepsGoing = false
  /// Whether all inputs are shards of one archive.
  package var isConcatenation = false
  /// About how many bytes of records are kept in memory.
  package var memory = 256 << 20
  /// What is done about overlaps.
  package var resolve = ResolveOptions()
  /// Called with the decoded bytes so far.
  package var progress: (@Sendable (Int) -> Void)?

  /// The defaults.
  package init() {}
}

/// An input that could not be read and was left out.
public struct LeftOutInput: Sendable {
  /// Its path.
  public var path: String
  /// Why.
  public var error: ConversionError
}

/// What a merge found.
package struct MergeResult: Sendable {
  package var report = MergeReport()
  package var reading = RunReport()
  package var facts = ArchiveFacts()
  package var formats: [InputFormat] = []
  package var companions = Companions()
  package var leftOut: [LeftOutInput] = []
  /// Inputs that a terminal policy has resolved before.
  package var terminal: [(path: String, policy: String)] = []
}

/// Merges opened inputs into an output.
package final class MergeRun {
  /// No more inputs than this are read at the same time.
  private static let directLimit = 16

  private let paths: [String]
  private let plan: OutputPlan
  private let options: MergeOptions
  private let rejects: any RejectSink
  private let form: RowLines.Form
  private var inputs: [MergeInput] = []
  private let series = SeriesTable()
  private let origins = OriginTable()
  private var result = MergeResult()
  private var ordinals = 0
  private let budget: MemoryBudget

  /// A run over paths of any readable format.
  package init(
    _ paths: [String],
    plan: OutputPlan,
    options: MergeOptions,
    rejects: any RejectSink
  ) {
    self.paths = paths
    self.plan = plan
    self.options = options
    self.rejects = rejects
    budget = MemoryBudget(limit: max(1 << 20, options.memory))
    let isFile = if case .folder = plan.target { false } else { true }
    form = isFile && plan.format == .csv && plan.singleTable == nil ? .csv : .json
  }

  private var spillPath: String? {
    switch plan.target {
    case .standardOutput: nil
    case .file(let path): path
    case .folder(let path): path + "/spill"
    }
  }

  /// Runs the merge; `makeWriter` is asked for a fresh writer each time the output begins anew.
  ///
  /// - Returns: what was found, and the writer that holds the output, which is not finished yet.
  package func run(
    makeWriter: () throws(ConversionError) -> ArchiveWriter
  ) throws(ConversionError) -> (result: MergeResult, writer: ArchiveWriter?) {
    try open()
    while true {
      let header = try MergeHeader(inputs, series: series, origins: origins, options: options)
      do throws(MergeInterruption) {
        try collect(header)
        let writer = try attempt(header, makeWriter)
        return (result, writer)
      } catch {
        switch error {
        case .unsorted(let ordinal):
          // Inputs of one form mostly come from one program: a wrong guess costs time, not records.
          let form = inputs.first { $0.ordinal == ordinal }?.format
          for input in inputs where input.format == form { input.isCollected = true }
        case .misread(let ordinal):
          for input in inputs where input.ordinal == ordinal { input.surveyAll() }
        case .unreadable(let ordinal, let failure): try leaveOut(ordinal, failure)
        case .failed(let failure): throw failure
        }
      }
    }
  }

  // MARK: - Inputs

  private func open() throws(ConversionError) {
    // Opening may read a whole table to understand it, so the inputs are opened in parallel.
    let opened = OpenedInputs(paths, options.reading)
    for (number, path) in paths.enumerated() {
      do throws(ConversionError) {
        for (place, input) in try opened[number].enumerated() {
          inputs.append(
            MergeInput(
              path: path,
              ordinal: ordinals,
              number: number,
              place: place,
              input
            )
          )
          ordinals += 1
        }
      } catch {
        guard options.keepsGoing else { throw error }
        result.leftOut.append(LeftOutInput(path: path, error: error))
      }
    }
    guard !inputs.isEmpty else {
      throw result.leftOut.first?.error
        ?? ConversionError("merge.no-input", "there is nothing to merge")
    }
    // What can't be opened twice, is never sorted, or is one of too many, is collected first.
    for input in inputs where !input.canBeStreamed || inputs.count > Self.directLimit {
      input.isCollected = true
    }
  }

  /// Reads the inputs that are not sorted, one after the other on all threads.
  private func collect(_ header: MergeHeader) throws(MergeInterruption) {
    for input in inputs where input.isCollected && input.store == nil {
      do throws(ConversionError) {
        try input.collect(
          into: RunStore(budget: budget, beside: spillPath),
          header.context(of: input, form: form),
          options,
          rejects
        )
      } catch {
        if error.code.hasPrefix(RunStore.failure) { throw .failed(error) }
        if error.code == MergeInput.needsSurvey.code { throw .misread(input.ordinal) }
        throw .unreadable(input.ordinal, error)
      }
    }
  }

  private func leaveOut(_ ordinal: Int, _ error: ConversionError) throws(ConversionError) {
    guard options.keepsGoing,
      let number = inputs.first(where: { $0.ordinal == ordinal })?.number
    else { throw error }
    inputs.removeAll { $0.number == number }
    result.leftOut.append(LeftOutInput(path: paths[number], error: error))
    if inputs.isEmpty { throw error }
  }

  // MARK: - Passes

  private func attempt(
    _ header: MergeHeader,
    _ makeWriter: () throws(ConversionError) -> ArchiveWriter
  ) throws(MergeInterruption) -> ArchiveWriter? {
    var copies: RepublishedSources?
    if options.resolve.isNeeded {
      let counter = RepublishedCounter(options.resolve.priority, series: series, form: form)
      _ = try pass(header, taker: counter, moved: nil)
      copies = counter.sources()
    }
    var moved: MovedRecords?
    while true {
      let writer = try failing { () throws(ConversionError) in
        options.isDryRun ? nil : try makeWriter()
      }
      do throws(MergeInterruption) {
        let output = try makeOutput(writer, header)
        let resolver = Resolver(
          options.resolve,
          copies: copies,
          reading: LineReading(form: form),
          series: series,
          next: output
        )
        do throws(MergeInterruption) {
          let taker: any MergedTaker = options.resolve.isNeeded ? resolver : output
          let pass = try self.pass(header, taker: taker, moved: moved)
          let found = try failing { () throws(ConversionError) in
            moved == nil ? try pass.identifiers.moved() : []
          }
          if found.isEmpty {
            try failing { () throws(ConversionError) in
              try finish(header, pass, resolver, copies, output)
            }
            return writer
          }
          // Some identifiers stand under several times: gather those records, then write again.
          let records = MovedRecords(found, policy: options.conflicts)
          _ = try self.pass(header, taker: Nowhere(), moved: records)
          records.settle()
          moved = records
        } catch {
          output.cancel()
          throw error
        }
        writer?.discard()
      } catch {
        writer?.discard()
        throw error
      }
    }
  }

  private func failing<T>(
    _ body: () throws(ConversionError) -> T
  ) throws(MergeInterruption) -> T {
    do { return try body() } catch { throw .failed(error) }
  }

  /// Runs over all inputs once.
  private func pass(
    _ header: MergeHeader,
    taker: any MergedTaker,
    moved: MovedRecords?
  ) throws(MergeInterruption) -> MergePass {
    var passOptions = MergePass.Options()
    passOptions.conflicts = options.conflicts
    passOptions.collapsesTwins = options.collapsesTwins
    passOptions.form = form
    var pass = MergePass(
      passOptions,
      series: series,
      origins: origins,
      inputDates: header.dates,
      paths: inputs.map(\.path),
      identifiers: IdentityLog(memory: options.memory / 4, beside: spillPath),
      moved: moved,
      taker: taker
    )
    let streamed = inputs.filter { !$0.isCollected }
    let threads = max(1, (options.reading.threads + streamed.count - 1) / max(1, streamed.count))
    for input in streamed {
      input.stream(header.context(of: input, form: form), options, threads: threads)
    }
    defer { for input in streamed { input.stopStreaming() } }
    for (index, input) in inputs.enumerated() {
      for source in input.sources {
        try pass.add(source, input: index, snapshot: header.snapshot(of: input))
      }
    }
    try pass.run()
    return pass
  }

  private func makeOutput(
    _ writer: ArchiveWriter?,
    _ header: MergeHeader
  ) throws(MergeInterruption) -> LineOutput {
    var target = LineOutput.Target.nothing
    if let writer {
      try failing { () throws(ConversionError) in try writer.begin(header.facts) }
      let isFile = if case .folder = plan.target { false } else { true }
      if isFile && plan.singleTable == nil {
        target = .lines(LineWriter(writer, threads: options.reading.threads), plan.format)
      } else {
        target = .pipe(LinePipe(writer, options: options.reading))
      }
    }
    return LineOutput(
      target,
      form: form,
      origins: options.writesProvenance ? origins : nil,
      places: header.places
    )
  }

  // MARK: - The end

  private func finish(
    _ header: MergeHeader,
    _ pass: borrowing MergePass,
    _ resolver: Resolver,
    _ copies: RepublishedSources?,
    _ output: LineOutput
  ) throws(ConversionError) {
    var reading = RunReport()
    for input in inputs {
      try input.writeRejects(to: rejects)
      reading.add(input.report)
      result.companions.add(input.companions)
      if let policy = input.facts.resolved { result.terminal.append((input.path, policy)) }
    }
    result.formats = inputs.map(\.format)
    result.facts = header.facts
    result.reading = reading
    var report = pass.report
    for (number, place) in series.all.enumerated() {
      var counts = number < pass.counts.count ? pass.counts[number] : MergeCounts()
      if let resolved = resolver.counts[UInt32(number)] { counts += resolved }
      if counts == MergeCounts() { continue }
      let gone = counts.replaced.values.reduce(0, +) + counts.collapsed + counts.leftOut
      counts.written = counts.read + counts.pieces - gone
      report.series.append(
        MergeReport.Series(kind: place.kind, type: place.type, source: place.source, counts: counts)
      )
      report.total += counts
    }
    report.series.sort {
      ($0.kind.rawValue, $0.type, $0.source) < ($1.kind.rawValue, $1.type, $1.source)
    }
    report.unitedSources = series.united
    report.unclearWorkouts = resolver.unclearWorkouts
    report.coarsePairs = resolver.coarsePairs
    report.republished = (copies?.originals ?? [:]).flatMap { type, pairs in
      pairs.map { (type, $0.key, $0.value) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    result.report = report
    // Nothing may be lost: what the inputs gave is written or in exactly one counter.
    guard reading.total.isConserved, report.total.read == reading.total.written,
      report.total.written == output.written
    else {
      throw ConversionError(
        "internal.conservation",
        "records were lost: \(reading.total) read, \(report.total), \(output.written) written",
        advice: "this is a defect of healthconv: please report it; nothing was written"
      )
    }
  }
}

/// Takes records that are not wanted.
private final class Nowhere: MergedTaker {
  func take(_ item: MergedItem) throws(MergeInterruption) {}
  func finish() throws(MergeInterruption) {}
}
