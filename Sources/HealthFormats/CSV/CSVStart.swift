import ByteKit
import CSVCodec
import HealthModel
import JSONCodec

extension InputRun {
  /// Reads the header of a table, works out its columns, and looks through all of it where that is
  /// needed.
  func startTable() throws(ConversionError) -> Start {
    let text = input.prefix
    let detected = CSVDialect.detect(text.span, isWholeFile: input.isWhole)
    var dialect = detected.dialect
    if let delimiter = options.delimiter { dialect.delimiter = delimiter }
    if options.hasBackslashEscapes { dialect.escape = .backslash }
    let header = try header(text, dialect)
    dialect = header.dialect
    let layout = try CSVLayout(
      header.names,
      catalogue: .standard,
      path: input.path,
      entry: input.entry
    )
    var mark = options.decimalMark
    var order = options.dayMonthOrder
    let (survey, source, isWhole) = try survey(layout, dialect, header)
    mark = mark ?? (layout.isCanonical ? nil : survey.mark)
    order = order ?? survey.order
    let reader = ChunkReader(
      source ?? PrefixedSource(prefix: Array(text[header.end...]), rest: input.source),
      path: input.path,
      splitter: CSVSplitter(dialect: dialect),
      size: options.chunkSize,
      offset: header.end
    )
    let fields = FieldReader(
      assumedZone: options.assumedZone ?? layout.zone,
      dayMonthOrder: order
    )
    let before = text.span.extracting(0..<header.end)
    let (facts, declaredRecords, findings) = facts(layout, dialect, header)
    return Start(
      facts: facts,
      reader: reader,
      decoder: { [dialect, mark] in
        CSVRecordDecoder(
          layout: layout,
          dialect: dialect,
          mark: mark,
          isMarkCertain: isWhole,
          fields: fields
        )
      },
      state: .between,
      findings: findings,
      unknownColumns: layout.others.map { other in
        UnknownField(name: other.name, offset: header.offsets[other.column])
      },
      declaredRecords: declaredRecords,
      locator: FieldLocator(format: .csv, layout: layout, dialect: dialect),
      line: 1 + before.countLineFeeds(0..<before.count),
      lineStart: before.lastOffset(of: 0x0A, before: before.count).map { $0 + 1 } ?? 0
    )
  }

  private func header(
    _ text: [UInt8],
    _ dialect: CSVDialect
  ) throws(ConversionError) -> CSVHeader {
    switch CSVHeader.read(text.span, isFinal: input.isWhole, dialect: dialect) {
    case .header(let header): return header
    case .needMore:
      throw ConversionError(
        "csv.no-header",
        path: input.path,
        entry: input.entry,
        byteOffset: 0,
        "the header row does not end within \(text.count) bytes"
      )
    case .failure(let error, _):
      var failure = ConversionError(
        "csv.\(error.kind.rawValue)",
        path: input.path,
        entry: input.entry,
        byteOffset: error.offset,
        "CSV: \(error.kind.rawValue.replacing("-", with: " ")) in the header row"
      )
      let place = lineAndColumn(of: error.offset, in: text.span)
      failure.line = place.line
      failure.column = place.column
      throw failure
    }
  }

  /// Looks at the first rows, and at all rows when those leave something open; then the second
  /// result reads the rows again from the first.
  private func survey(
    _ layout: CSVLayout,
    _ dialect: CSVDialect,
    _ header: CSVHeader
  ) throws(ConversionError) -> (CSVSurvey, (any ByteSource)?, isWhole: Bool) {
    var survey = CSVSurvey(layout: layout, dialect: dialect)
    let text = input.prefix
    var carry = text
    let first = text.span.extracting(header.end..<text.count)
    let used = survey.look(at: first, isFinal: input.isWhole)
    if input.isWhole || layout.isCanonical || !survey.isUndecided { return (survey, nil, true) }
    if options.decimalMark != nil, options.dayMonthOrder != nil { return (survey, nil, true) }
    if options.mayReadAgain, survey.isProbablyPoint { return (survey, nil, false) }
    carry.removeFirst(header.end + used)
    let again = try Rereading(input)
    while true {
      let more = try InputOpener.readPrefix(again.first)
      carry.append(contentsOf: more)
      let done = survey.look(at: carry.span, isFinal: more.isEmpty)
      carry.removeFirst(done)
      if more.isEmpty { break }
    }
    return (survey, try again.second(skipping: header.end), true)
  }

  /// The archive's own facts, in the first row of one of our tables.
  private func facts(
    _ layout: CSVLayout,
    _ dialect: CSVDialect,
    _ header: CSVHeader
  ) -> (ArchiveFacts, declaredRecords: Int?, [Finding]) {
    var findings = header.notes.filter { $0.code != .sepLine }.map {
      Finding(.headerOddity, at: $0.offset, $0.code.rawValue)
    }
    var record = CSVRecord()
    let text = input.prefix
    guard let kind = layout.place(.record), let details = layout.place(.details),
      case .record = CSVTokenizer.next(
        text.span,
        from: header.end,
        isFinal: input.isWhole,
        dialect: dialect,
        into: &record
      ),
      kind < record.fields.count, details < record.fields.count,
      record.text(kind, text.span) == "archive",
      let value = try? JSONValue.parse(Array(record.text(details, text.span).utf8))
    else { return (ArchiveFacts(), nil, findings) }
    let facts = ArchiveFacts(value)
    findings += facts.versionFinding
    return (facts, value["recordCount"]?.intValue, findings)
  }
}

/// Reads an input twice: from its file again, or from a temporary copy of a pipe.
private struct Rereading {
  let first: any ByteSource
  private let open: @Sendable () throws(ConversionError) -> any ByteSource

  init(_ input: OpenedInput) throws(ConversionError) {
    if let reopen = input.reopen {
      let source = try reopen()
      var skipped = 0
      // The prefix was looked at already.
      while skipped < input.prefix.count {
        var room = ByteBuffer(capacity: 1 << 16)
        let want = min(1 << 16, input.prefix.count - skipped)
        try room.append(upTo: want) { buffer throws(ConversionError) in
          try source.read(into: buffer)
        }
        if room.count == 0 { break }
        skipped += room.count
      }
      first = source
      open = reopen
      return
    }
    let file = try InputOpener.spool(
      PrefixedSource(prefix: input.prefix, rest: input.source),
      input.path
    )
    let copy = FileSource(file)
    _ = try InputOpener.readPrefix(copy)
    first = copy
    open = { () throws(ConversionError) -> any ByteSource in PositionedSource(file) }
  }

  /// The input from an offset on.
  func second(skipping count: Int) throws(ConversionError) -> any ByteSource {
    let source = try open()
    var skipped = 0
    while skipped < count {
      var room = ByteBuffer(capacity: 1 << 16)
      let want = min(1 << 16, count - skipped)
      try room.append(upTo: want) { buffer throws(ConversionError) in
        try source.read(into: buffer)
      }
      if room.count == 0 { break }
      skipped += room.count
    }
    return source
  }
}
