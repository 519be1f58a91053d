import ByteKit
import HealthModel

/// A finding with its place in the file.
public struct LocatedFinding: Sendable {
  /// What it is.
  public var code: FindingCode
  /// The file.
  public var path: String
  /// The entry of an archive, empty when there is none.
  public var entry: String
  /// Line and column (in bytes, both from 1) and byte offset (from 0) in the decoded text.
  public var position: Position
  /// The values at hand.
  public var detail: String
}

/// A rejected record with its place and its bytes.
public struct LocatedReject: Sendable {
  /// Why, and where.
  public var finding: LocatedFinding
  /// Where the record itself begins, in the decoded text.
  public var recordOffset: Int
  /// The record as it was read.
  public var record: [UInt8]
}

/// The book of a run: what was read, written, rejected and found, in the order of the input.
public struct RunReport: Sendable {
  /// How many examples of each code are kept.
  public static let examplesKept = 5

  /// Counts by kind, in the order of `RecordKind.allCases`.
  public internal(set) var byKind = [RecordCounts](
    repeating: RecordCounts(),
    count: RecordKind.allCases.count
  )
  /// Samples written and filtered out, by canonical type name.
  public internal(set) var samples: [String: RecordCounts] = [:]
  /// What was taken out before records were shared.
  public internal(set) var sharing = SharingCounts()
  /// Rejects by code.
  public internal(set) var rejectCounts: [FindingCode: Int] = [:]
  /// Findings by code.
  public internal(set) var findingCounts: [FindingCode: Int] = [:]
  /// The first findings of each code.
  public internal(set) var examples: [LocatedFinding] = []
  /// The first rejects of each code.
  public internal(set) var rejectExamples: [LocatedFinding] = []
  /// Decoded bytes read.
  public internal(set) var bytesRead = 0

  /// An empty report.
  public init() {}

  /// Records that were rejected before their kind was certain.
  public internal(set) var undecoded = 0

  /// All records.
  public var total: RecordCounts {
    var total = RecordCounts()
    for counts in byKind { total += counts }
    total.read += undecoded
    total.rejected += undecoded
    return total
  }

  /// How many records were rejected.
  public var rejected: Int { rejectCounts.values.reduce(0, +) }

  /// Notes a finding outside the records: about the whole input, or before its first record.
  package mutating func note(
    _ code: FindingCode,
    path: String,
    entry: String = "",
    at position: Position = .start,
    _ detail: String
  ) {
    findingCounts[code, default: 0] += 1
    if examples.lazy.filter({ $0.code == code }).count < Self.examplesKept {
      examples.append(
        LocatedFinding(
          code: code,
          path: path,
          entry: entry,
          position: position,
          detail: detail
        )
      )
    }
  }
}

/// What goes on from input to input of one run.
package struct RunBook: Sendable {
  /// The report so far.
  package var report = RunReport()
  var twins = TwinBook()

  /// A run that has read nothing.
  package init() {}

  /// Where the correlations begin whose members have no sample of their own, one by one.
  package var orphanPlaces: [Int] { twins.orphanPlaces }

  /// Members of correlations without a sample of their own, as canonical lines, and how many.
  mutating func orphans() -> (lines: [UInt8], count: Int) { twins.orphans() }
}

/// Takes the rejects of a run, in order.
package protocol RejectSink: AnyObject {
  func write(_ reject: LocatedReject) throws(ConversionError)
}

/// Enters chunks into the report, in order, and knows at which line each begins.
struct Ledger {
  var book: RunBook
  let path: String
  let entry: String
  let isStrict: Bool
  let rejects: (any RejectSink)?
  /// Called with the decoded bytes so far, for a progress line.
  let progress: (@Sendable (Int) -> Void)?
  private var bytesDone = 0
  private var line: Int
  private var lineStart: Int
  /// Bytes of the line so far that go on a character.
  private var continuations = 0

  init(
    book: RunBook,
    path: String,
    entry: String,
    isStrict: Bool,
    rejects: (any RejectSink)?,
    progress: (@Sendable (Int) -> Void)? = nil,
    line: Int = 1,
    lineStart: Int = 0
  ) {
    self.book = book
    self.path = path
    self.entry = entry
    self.isStrict = isStrict
    self.rejects = rejects
    self.progress = progress
    self.line = line
    self.lineStart = lineStart
  }

  /// Where the next chunk begins.
  var place: LinePlace {
    LinePlace(line: line, lineStart: lineStart, continuations: continuations)
  }

  /// Enters what a worker found out about its chunk, of which `consumed` bytes are done with.
  mutating func enter(_ worker: Worker, consumed: Int) throws(ConversionError) {
    enterTally(worker)
    for offset in book.twins.enter(worker.notes) {
      worker.batch.findings.note(.duplicateWorkout, at: offset)
    }
    try enter(
      worker.chunk,
      findings: worker.batch.findings,
      rejects: worker.batch.rejects,
      lineEnds: worker.lineEnds,
      consumed: consumed
    )
  }

  private mutating func enter(
    _ chunk: borrowing Chunk,
    findings: FindingLog,
    rejects: [Rejection],
    lineEnds: Int,
    consumed: Int
  ) throws(ConversionError) {
    let bytes = chunk.bytes.span
    let base = chunk.base
    var lines = LineCounter(from: line)
    for (code, count) in findings.counts {
      book.report.findingCounts[code, default: 0] += count
    }
    for finding in findings.examples
    where book.report.examples.lazy.filter({ $0.code == finding.code }).count
      < RunReport.examplesKept
    {
      book.report.examples.append(
        locate(finding.code, finding.offset, finding.detail, bytes, base: base, lines: &lines)
      )
    }
    // Decoding and refining both reject; the file has them in the order of the input.
    for reject in rejects.sorted(by: { $0.record.lowerBound < $1.record.lowerBound }) {
      try enter(reject, bytes, base: base, lines: &lines)
    }
    var unfinished = 0
    if lineEnds > 0 {
      line += lineEnds
      continuations = 0
      if let last = bytes.lastOffset(of: 0x0A, before: consumed) {
        lineStart = base + last + 1
        unfinished = last + 1
      }
    }
    continuations += bytes.countContinuations(unfinished..<consumed)
    let done = base + consumed - bytesDone
    bytesDone = base + consumed
    book.report.bytesRead += done
    progress?(book.report.bytesRead)
  }

  private mutating func enter(
    _ reject: Rejection,
    _ bytes: Span<UInt8>,
    base: Int,
    lines: inout LineCounter
  ) throws(ConversionError) {
    let finding = locate(
      reject.code,
      reject.offset,
      reject.detail,
      bytes,
      base: base,
      lines: &lines
    )
    book.report.rejectCounts[reject.code, default: 0] += 1
    if book.report.rejectExamples.lazy.filter({ $0.code == reject.code }).count
      < RunReport.examplesKept
    {
      book.report.rejectExamples.append(finding)
    }
    if isStrict {
      var error = ConversionError(
        "strict.\(reject.code.rawValue)",
        path: path,
        entry: entry,
        "\(reject.code.title)\(reject.detail.isEmpty ? "" : ": \(reject.detail)")",
        advice: "leave out --strict to set such records aside and go on"
      )
      error.line = finding.position.line
      error.column = finding.position.column
      error.byteOffset = finding.position.byteOffset
      throw error
    }
    let start = max(0, reject.record.lowerBound - base)
    let end = min(bytes.count, reject.record.upperBound - base)
    let record = bytes.extracting(start..<max(start, end))
      .withUnsafeBufferPointer { [UInt8]($0) }
    try rejects?.write(
      LocatedReject(finding: finding, recordOffset: reject.record.lowerBound, record: record)
    )
  }

  private func locate(
    _ code: FindingCode,
    _ offset: Int,
    _ detail: String,
    _ bytes: Span<UInt8>,
    base: Int,
    lines: inout LineCounter
  ) -> LocatedFinding {
    let local = min(max(0, offset - base), bytes.count)
    let start = bytes.lastOffset(of: 0x0A, before: local).map { base + $0 + 1 } ?? lineStart
    return LocatedFinding(
      code: code,
      path: path,
      entry: entry,
      position: Position(
        byteOffset: offset,
        line: lines.line(of: local, in: bytes),
        column: offset - start + 1
      ),
      detail: detail
    )
  }

  private mutating func enterTally(_ worker: Worker) {
    if let counts = worker.tally.sharing { book.report.sharing += counts }
    var refused = 0
    for (index, counts) in worker.tally.byKind.enumerated() {
      book.report.byKind[index] += counts
      refused += counts.rejected
    }
    book.report.undecoded += worker.batch.rejects.count - refused
    for (index, counts) in worker.tally.samples.enumerated()
    where counts.written > 0 || counts.filtered > 0 {
      let name = worker.batch.symbols.type.text(Symbol(index: Int32(index)))
      var total = book.report.samples[name] ?? RecordCounts()
      total.written += counts.written
      total.filtered += counts.filtered
      total.read += counts.written + counts.filtered
      book.report.samples[name] = total
    }
  }
}
