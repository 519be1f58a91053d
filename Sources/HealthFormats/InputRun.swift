import ByteKit
import Foundation
import HealthModel
import JSONCodec

/// Reads one opened input through the pipeline into consumers.
package struct InputRun {
  let input: OpenedInput
  var options: ReadingOptions
  /// How it reads.
  package var reading: ReadingOptions { options }
  /// How many threads work.
  package var threads: Int {
    get { options.threads }
    set { options.threads = newValue }
  }

  /// A run of one input.
  package init(_ input: OpenedInput, _ options: ReadingOptions) {
    self.input = input
    self.options = options
  }

  /// What is known before the first record.
  package struct Start {
    package var facts: ArchiveFacts
    var reader: any ChunkReading
    var decoder: @Sendable () -> any RecordDecoder
    var state: DecoderState
    var findings: [Finding]
    /// Columns that nobody knows, with the offsets of their names.
    package var unknownColumns: [UnknownField] = []
    /// How many records the input says it holds.
    package var declaredRecords: Int?
    /// Finds the fields of records.
    package var locator: FieldLocator
    /// Where the reader begins, for positions.
    var line = 1
    var lineStart = 0
  }

  /// Reads what stands before the records.
  package func start() throws(ConversionError) -> Start {
    switch input.format {
    case .xml: try startXML()
    case .ndjson: startLines()
    case .json: try startDocument()
    case .csv: try startTable()
    }
  }

  private var fields: FieldReader {
    FieldReader(assumedZone: options.assumedZone, dayMonthOrder: options.dayMonthOrder)
  }

  private func startXML() throws(ConversionError) -> Start {
    var text = input.prefix
    var isWhole = input.isWhole
    while true {
      if let prologue = try ApplePrologue.read(text.span, isWhole: isWhole, path: input.path) {
        let reader = ChunkReader(
          PrefixedSource(prefix: Array(text[prologue.contentStart...]), rest: input.source),
          path: input.path,
          splitter: AppleSplitter(indent: prologue.indent),
          size: options.chunkSize,
          offset: prologue.contentStart
        )
        let fields = fields
        let normalizer = UnitNormalizer(policy: options.units, registry: options.unitRegistry)
        let before = text.span.extracting(0..<prologue.contentStart)
        return Start(
          facts: prologue.facts,
          reader: reader,
          decoder: { AppleDecoder(fields: fields, normalizer: normalizer) },
          state: prologue.isFragment ? .fragment : prologue.isEmptyRoot ? .afterRoot : .between,
          findings: prologue.findings,
          locator: FieldLocator(format: .xml),
          line: 1 + before.countLineFeeds(0..<before.count),
          lineStart: before.lastOffset(of: 0x0A, before: before.count).map { $0 + 1 } ?? 0
        )
      }
      // Twice as much each time, so that starting again costs no more than reading.
      let wanted = text.count * 2
      while text.count < wanted, !isWhole {
        let more = try InputOpener.readPrefix(input.source)
        if more.isEmpty { isWhole = true }
        text.append(contentsOf: more)
      }
      guard text.count < ChunkReader.recordLimit else {
        throw ConversionError(
          "xml.not-an-export",
          path: input.path,
          entry: input.entry,
          "there is no <HealthData> in the first \(ChunkReader.recordLimit >> 20) MiB"
        )
      }
    }
  }

  private func startLines() -> Start {
    let reader = ChunkReader(
      PrefixedSource(prefix: input.prefix, rest: input.source),
      path: input.path,
      splitter: LineSplitter(),
      size: options.chunkSize
    )
    let fields = fields
    let text = input.prefix
    let bytes = text.span
    var facts = ArchiveFacts()
    var declaredRecords: Int?
    let end = bytes.firstOffset(of: 0x0A, from: 0) ?? bytes.count
    if let first = try? JSONValue.parse(bytes, JSONLines.byteOrderMark(bytes)..<end),
      first["record"]?.stringValue == "archive"
    {
      facts = ArchiveFacts(first)
      declaredRecords = first["recordCount"]?.intValue
    }
    return Start(
      facts: facts,
      reader: reader,
      decoder: { JSONRecordDecoder(framing: .lines, fields: fields) },
      state: .between,
      findings: facts.versionFinding,
      declaredRecords: declaredRecords,
      locator: FieldLocator(format: .ndjson)
    )
  }

  private func startDocument() throws(ConversionError) -> Start {
    let reader = JSONDocumentReader(
      input.source,
      path: input.path,
      entry: input.entry,
      size: options.chunkSize,
      prefix: input.prefix
    )
    try reader.readHeader()
    let header = JSONValue.object(reader.header)
    let facts = ArchiveFacts(header)
    let fields = fields
    return Start(
      facts: facts,
      reader: reader,
      decoder: { JSONRecordDecoder(framing: .elements, fields: fields) },
      state: .between,
      findings: facts.versionFinding,
      declaredRecords: header["recordCount"]?.intValue,
      locator: FieldLocator(format: .json)
    )
  }

  /// What was found in the container and before the first record.
  package func findings(before start: Start) -> [LocatedFinding] {
    let ofContainer = input.findings.map { code, detail in
      LocatedFinding(code: code, path: input.path, entry: "", position: .start, detail: detail)
    }
    return ofContainer
      + start.findings.map { finding in
        LocatedFinding(
          code: finding.code,
          path: input.path,
          entry: input.entry,
          position: place(of: finding.offset),
          detail: finding.detail
        )
      }
  }

  /// The line and column of an offset in what was read to recognise the format.
  package func place(of offset: Int) -> Position {
    lineAndColumn(of: min(offset, input.prefix.count), in: input.prefix.span)
  }

  /// The first bytes of the text.
  package var prefix: [UInt8] { input.prefix }

  /// Runs the input through workers into the consumers that `makeConsumer` makes.
  package func run(
    _ start: Start,
    book: inout RunBook,
    rejects: (any RejectSink)?,
    progress: (@Sendable (Int) -> Void)? = nil,
    makeConsumer: @escaping @Sendable () -> any BatchConsumer
  ) throws(ConversionError) {
    let options = options
    for finding in findings(before: start) {
      book.report.note(
        finding.code,
        path: input.path,
        entry: finding.entry,
        at: finding.position,
        finding.detail
      )
    }
    let ledger = Ledger(
      book: book,
      path: input.path,
      entry: input.entry,
      isStrict: options.isStrict,
      rejects: rejects,
      progress: progress,
      line: start.line,
      lineStart: start.lineStart
    )
    let decoder = start.decoder
    let hasFinalMembers = input.format == .xml
    let pipeline = Pipeline(reader: start.reader, state: start.state, ledger: ledger) {
      Worker(
        decoder: decoder(),
        refiner: Refiner(
          normalizer: UnitNormalizer(policy: options.units, registry: options.unitRegistry),
          filter: RowFilter(options.filter),
          zone: ZoneChange(options.zone),
          sharing: RowSharing(options.sharing),
          hasFinalMembers: hasFinalMembers
        ),
        consumer: makeConsumer(),
        examplesKept: options.examplesKept,
        keepsPlaces: options.keepsPlaces
      )
    }
    book = try pipeline.run(threads: options.threads).book
    for note in input.source.containerNotes {
      book.report.note(note.code, path: input.path, entry: input.entry, note.detail)
    }
  }

  /// Reads members of correlations that have no sample of their own, as samples; nil when there are
  /// none.
  package static func orphans(
    of book: inout RunBook,
    options: ReadingOptions
  ) -> (run: InputRun, count: Int)? {
    let (lines, count) = book.orphans()
    if count == 0 { return nil }
    var options = options
    options.isStrict = false
    let source = MemorySource(lines)
    return (.lines(source, path: "members of correlations", options: options), count)
  }

  /// Reads canonical lines that this program made itself: sorted records, members without a twin.
  package static func lines(
    _ source: any ByteSource,
    path: String,
    options: ReadingOptions
  ) -> InputRun {
    InputRun(
      OpenedInput(
        path: path,
        entry: "",
        format: .ndjson,
        companions: Companions(),
        prefix: [],
        source: source,
        isWhole: false,
        findings: [],
        reopen: nil
      ),
      options
    )
  }
}
