import ByteKit
import CSVCodec
import HealthModel
import JSONCodec

/// Cuts an input into its values or rows without asking what they mean.
///
/// Each comes as a row of kind `other` that holds nothing but its place.
package struct RawRun {
  private let input: OpenedInput
  private let options: ReadingOptions

  /// A run of one input.
  package init(_ input: OpenedInput, _ options: ReadingOptions) {
    self.input = input
    self.options = options
  }

  /// The dialect of the table.
  package var dialect: CSVDialect {
    var dialect = CSVDialect.detect(input.prefix.span, isWholeFile: input.isWhole).dialect
    if let delimiter = options.delimiter { dialect.delimiter = delimiter }
    if options.hasBackslashEscapes { dialect.escape = .backslash }
    return dialect
  }

  /// The header of the table.
  package func header() -> CSVHeader? {
    let header = CSVHeader.read(input.prefix.span, isFinal: input.isWhole, dialect: dialect)
    guard case .header(let header) = header else { return nil }
    return header
  }

  /// The first bytes, which hold the header of a table.
  package var prefix: [UInt8] { input.prefix }

  /// The whole text, for a document that is one value.
  package func text() throws(ConversionError) -> [UInt8] {
    var buffer = ByteBuffer(capacity: input.prefix.count * 2)
    buffer.append(contentsOf: input.prefix)
    while true {
      let before = buffer.count
      let source = input.source
      try buffer.append(upTo: 1 << 20) { room throws(ConversionError) in
        try source.read(into: room)
      }
      if buffer.count == before { return buffer.bytes }
    }
  }

  /// Runs lines of JSON, or the rows of a table that begin at `start`, through consumers; returns
  /// the number of bytes read.
  package func run(
    from start: Int = 0,
    progress: (@Sendable (Int) -> Void)?,
    makeConsumer: @escaping @Sendable () -> any BatchConsumer
  ) throws(ConversionError) -> Int {
    let dialect = input.format == .csv ? dialect : nil
    let splitter: any ChunkSplitter =
      if let dialect { CSVSplitter(dialect: dialect) } else { LineSplitter() }
    let reader = ChunkReader(
      PrefixedSource(prefix: Array(input.prefix[start...]), rest: input.source),
      path: input.path,
      splitter: splitter,
      size: options.chunkSize,
      offset: start
    )
    let before = input.prefix.span.extracting(0..<start)
    let ledger = Ledger(
      book: RunBook(),
      path: input.path,
      entry: input.entry,
      isStrict: false,
      rejects: nil,
      progress: progress,
      line: 1 + before.countLineFeeds(0..<start),
      lineStart: before.lastOffset(of: 0x0A, before: start).map { $0 + 1 } ?? 0
    )
    let options = options
    let pipeline = Pipeline(reader: reader, state: .between, ledger: ledger) {
      Worker(
        decoder: dialect.map { RawRowDecoder(dialect: $0) } ?? RawLineDecoder(),
        refiner: Refiner(
          normalizer: UnitNormalizer(policy: UnitPolicy(system: .original)),
          filter: RowFilter(RecordFilter()),
          zone: ZoneChange(.original),
          sharing: nil,
          hasFinalMembers: false
        ),
        consumer: makeConsumer(),
        examplesKept: options.examplesKept
      )
    }
    return try pipeline.run(threads: options.threads).book.report.bytesRead
  }
}

/// Lines that are not blank, each a row.
private struct RawLineDecoder: RecordDecoder {
  mutating func decode(
    _ bytes: Span<UInt8>,
    elements: [Range<Int>],
    base: Int,
    isFinal: Bool,
    state: DecoderState,
    into batch: inout RecordBatch
  ) -> DecodeResult {
    var i = base == 0 ? JSONLines.byteOrderMark(bytes) : 0
    while let line = JSONLines.line(in: bytes, from: i, isFinal: isFinal) {
      if !line.isBlank { batch.rows.append(RecordRow(raw: line.content, base: base)) }
      i = line.next
    }
    return DecodeResult(consumed: i, state: state)
  }
}

/// Rows of a table.
private struct RawRowDecoder: RecordDecoder {
  let dialect: CSVDialect
  var record = CSVRecord()

  init(dialect: CSVDialect) { self.dialect = dialect }

  mutating func decode(
    _ bytes: Span<UInt8>,
    elements: [Range<Int>],
    base: Int,
    isFinal: Bool,
    state: DecoderState,
    into batch: inout RecordBatch
  ) -> DecodeResult {
    var i = 0
    while true {
      switch CSVTokenizer.next(bytes, from: i, isFinal: isFinal, dialect: dialect, into: &record) {
      case .record(let next):
        if !record.isBlank { batch.rows.append(RecordRow(raw: i..<next, base: base)) }
        i = next
      case .failure(let error, let resume):
        batch.rejects.append(
          Rejection(
            .malformed,
            at: base + error.offset,
            record: base + i..<base + resume,
            error.kind.rawValue
          )
        )
        i = resume
      case .needMore, .end: return DecodeResult(consumed: i, state: state)
      }
    }
  }
}

extension RecordRow {
  /// A row that only says where it stands.
  fileprivate init(raw range: Range<Int>, base: Int) {
    self.init(kind: .other)
    offset = base + range.lowerBound
    length = Int32(truncatingIfNeeded: range.count)
  }
}
