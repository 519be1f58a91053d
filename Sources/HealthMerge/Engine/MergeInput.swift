import ByteKit
import Foundation
import HealthFormats
import HealthModel
import Synchronization

/// One input of a merge: opened, read into a store or streamed, as often as needed.
final class MergeInput: @unchecked Sendable {
  // Used by the thread of the merge; the streaming thread only touches its own queue and results
  // until `stopStreaming` has waited for it.
  let path: String
  /// Its place among the inputs, which never changes.
  let ordinal: Int
  /// The place of its path on the command line.
  let number: Int
  private let place: Int
  let format: InputFormat
  let companions: Companions
  let facts: ArchiveFacts
  let canBeStreamed: Bool
  private var fresh: (run: InputRun, start: InputRun.Start)?
  private var reading: ReadingOptions

  /// Whether its records are in a store, not streamed.
  var isCollected = false
  private(set) var store: RunStore?
  private var queue: BlockQueue?
  private var thread = DispatchGroup()
  private var spool = RejectSpool()
  /// What reading it found.
  private(set) var report = RunReport()
  /// The digest of its file, once it was asked for.
  private(set) var digest: String?

  init(
    path: String,
    ordinal: Int,
    number: Int,
    place: Int,
    _ opened: StartedInput
  ) {
    self.path = path
    self.ordinal = ordinal
    self.number = number
    self.place = place
    self.reading = opened.run.reading
    format = opened.input.format
    companions = opened.input.companions
    canBeStreamed = format != .xml && opened.input.canBeReopened && path != "-"
    facts = opened.start.facts
    fresh = (opened.run, opened.start)
  }

  private func opened() throws(ConversionError) -> (run: InputRun, start: InputRun.Start) {
    if let first = fresh {
      fresh = nil
      return first
    }
    let again = try InputOpener(format: reading.format).open(path)
    guard again.indices.contains(place) else {
      throw ConversionError("file.changed", path: path, "the file changed while it was read")
    }
    let run = InputRun(again[place], reading)
    return (run, try run.start())
  }

  /// Reads all of it into a store.
  func collect(
    into store: RunStore,
    _ context: BlockContext,
    _ options: MergeOptions,
    _ rejects: any RejectSink
  ) throws(ConversionError) {
    try read(
      context,
      store,
      threads: reading.threads,
      options.progress,
      rejects,
      takesOrphans: true
    )
    try store.finish()
    self.store = store
  }

  /// Starts a thread that reads it into a queue.
  func stream(_ context: BlockContext, _ options: MergeOptions, threads: Int) {
    let queue = BlockQueue(input: ordinal, limit: 2)
    self.queue = queue
    spool = RejectSpool()
    thread = DispatchGroup()
    thread.enter()
    let group = thread
    let worker = Thread { [self] in
      do throws(ConversionError) {
        try read(context, queue, threads: threads, options.progress, spool, takesOrphans: false)
        queue.finish(nil)
      } catch {
        switch error.code {
        case BlockQueue.stopped.code: queue.finish(nil)
        case Self.needsCollecting.code: queue.finish(.unsorted(ordinal))
        case Self.needsSurvey.code: queue.finish(.misread(ordinal))
        default: queue.finish(.unreadable(ordinal, error))
        }
      }
      group.leave()
    }
    worker.stackSize = 4 << 20
    worker.start()
  }

  /// Waits for the thread, which stops at its next block when there is more.
  func stopStreaming() {
    queue?.cancel()
    thread.wait()
  }

  /// Hands on the rejects of the last stream.
  func writeRejects(to sink: any RejectSink) throws(ConversionError) {
    if isCollected { return }
    for reject in spool.rejects { try sink.write(reject) }
  }

  /// The sorted streams of its records.
  var sources: [any BlockSource] { store?.sources ?? queue.map { [$0] } ?? [] }

  private func read(
    _ context: BlockContext,
    _ taker: any BlockTaker,
    threads: Int,
    _ progress: (@Sendable (Int) -> Void)?,
    _ rejects: any RejectSink,
    takesOrphans: Bool
  ) throws(ConversionError) {
    var (run, start) = try opened()
    run.threads = threads
    var book = RunBook()
    let sharedTaker = SharedTaker(taker)
    try run.run(start, book: &book, rejects: rejects, progress: progress) {
      BlockBuilder(context, sharedTaker.taker)
    }
    var options = reading
    options.threads = threads
    // An archive of this program has a sample for each member that needs one: after a merge two
    // correlations may share it, and the shards of an archive share it among each other.
    if let (extra, count) = InputRun.orphans(of: &book, options: options), facts.version == nil {
      guard takesOrphans else { throw Self.needsCollecting }
      try extra.run(try extra.start(), book: &book, rejects: rejects) {
        BlockBuilder(context, sharedTaker.taker)
      }
      book.report.note(.memberPromoted, path: path, "\(count)")
    }
    report = book.report
  }

  /// Has the whole table surveyed the next time it is read.
  func surveyAll() { reading.mayReadAgain = false }

  /// Ends the reading of a table whose first rows gave a wrong idea of it.
  static let needsSurvey = ConversionError("merge.survey", "the whole table must be surveyed")

  /// Ends a stream whose records must be sorted after all.
  static let needsCollecting = ConversionError("merge.collect", "the input must be collected")

  /// The SHA-256 of the file's bytes, or of its path's text when it can be read only once.
  func findDigest() throws(ConversionError) -> String {
    if let digest { return digest }
    let found = try FileDigest.sha256(path)
    digest = found
    return found
  }
}

/// An input of which everything before the first record was read.
struct StartedInput: Sendable {
  let input: OpenedInput
  let run: InputRun
  let start: InputRun.Start
}

/// The inputs behind some paths, opened on as many threads as are wanted.
struct OpenedInputs {
  private let results: [Result<[StartedInput], ConversionError>]

  init(_ paths: [String], _ reading: ReadingOptions) {
    let shared = Mutex(
      [Result<[StartedInput], ConversionError>?](repeating: nil, count: paths.count)
    )
    let next = Mutex(0)
    // Standard input is read once, in the order of the command line, by the one that takes it.
    let threads = max(1, min(paths.count, reading.threads))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < paths.count else { return }
        let result = Self.open(paths[number], reading)
        shared.withLock { $0[number] = result }
      }
    }
    results = shared.withLock { $0 }.map { result in
      result ?? .failure(ConversionError("merge.no-input", "there is nothing to merge"))
    }
  }

  /// The inputs behind a path.
  subscript(number: Int) -> [StartedInput] {
    get throws(ConversionError) { try results[number].get() }
  }

  private static func open(
    _ path: String,
    _ reading: ReadingOptions
  ) -> Result<[StartedInput], ConversionError> {
    do throws(ConversionError) {
      return .success(
        try InputOpener(format: reading.format).open(path).map { input throws(ConversionError) in
          var options = reading
          options.mayReadAgain = input.canBeReopened && path != "-"
          let run = InputRun(input, options)
          return StartedInput(input: input, run: run, start: try run.start())
        }
      )
    } catch {
      return .failure(error)
    }
  }
}

/// Lets workers of several threads share what takes blocks in turn.
private struct SharedTaker: @unchecked Sendable {
  // Each taker is only called by the thread whose turn it is.
  let taker: any BlockTaker

  init(_ taker: any BlockTaker) { self.taker = taker }
}

/// Keeps the rejects of a stream until it is known that the stream counts.
final class RejectSpool: RejectSink, @unchecked Sendable {
  // Used by the thread whose turn it is, read when all are done.
  /// An input with more rejects is collected, so that they need not be kept.
  private static let limit = 10_000
  private(set) var rejects: [LocatedReject] = []

  func write(_ reject: LocatedReject) throws(ConversionError) {
    if rejects.count >= Self.limit { throw MergeInput.needsCollecting }
    rejects.append(reject)
  }
}
