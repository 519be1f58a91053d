import ByteKit
import CSVCodec

/// One answer of the tokenizer, with everything that two tokenizers must agree on.
enum Event: Equatable, CustomStringConvertible {
  case record([CSVField], end: Int)
  case failure(CSVError, resume: Int)

  var description: String {
    switch self {
    case .record(let fields, let end):
      let texts = fields.map {
        "\($0.start)..<\($0.end)\($0.isQuoted ? "q" : "")\($0.hasEscapes ? "e" : "")"
      }
      return "record(\(texts.joined(separator: " ")), end \(end))"
    case .failure(let error, let resume):
      return "failure(\(error.kind.rawValue) at \(error.offset), resume \(resume))"
    }
  }
}

/// Reads a whole input; with a cut, the part before it comes first and alone.
func events(
  _ bytes: [UInt8],
  _ dialect: CSVDialect = .rfc4180,
  cut: Int? = nil,
  limit: Int = Int.max
) -> [Event] {
  var found: [Event] = []
  var record = CSVRecord()
  var offset = 0
  var isFinal = cut == nil
  let head = Array(bytes[..<(cut ?? 0)])
  while true {
    let step = CSVTokenizer.next(
      isFinal ? bytes.span : head.span,
      from: offset,
      isFinal: isFinal,
      dialect: dialect,
      recordLimit: limit,
      into: &record
    )
    switch step {
    case .record(let end):
      found.append(.record(record.fields, end: end))
      offset = end
    case .failure(let error, let resume):
      found.append(.failure(error, resume: resume))
      offset = resume
    case .needMore:
      if isFinal { return found + [.failure(CSVError(.recordTooLong, at: -1), resume: -1)] }
      isFinal = true
    case .end:
      return found
    }
  }
}

/// The texts of the records that can be read.
func texts(_ bytes: [UInt8], _ dialect: CSVDialect = .rfc4180, from start: Int = 0) -> [[String]] {
  var rows: [[String]] = []
  var record = CSVRecord()
  var offset = start
  while true {
    let step = CSVTokenizer.next(
      bytes.span,
      from: offset,
      isFinal: true,
      dialect: dialect,
      into: &record
    )
    switch step {
    case .record(let end):
      rows.append(record.fields.indices.map { record.text($0, bytes.span) })
      offset = end
    case .failure(_, let resume): offset = resume
    case .needMore, .end: return rows
    }
  }
}

/// A code and where it was met.
struct Finding: Equatable, Codable, CustomStringConvertible {
  var code: String
  var line: Int
  var column: Int
  var byte: Int

  var description: String { "\(code) at \(line):\(column), byte \(byte)" }

  init(_ code: String, at offset: Int, _ bytes: [UInt8]) {
    // A byte order mark is no column of the first line.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 3 : 0
    let position = lineAndColumn(
      of: offset - mark,
      in: bytes.span.extracting(mark..<bytes.count),
      startingAt: Position(byteOffset: mark, line: 1, column: 1)
    )
    self.code = code
    line = position.line
    column = position.column
    byte = position.byteOffset
  }
}

/// A whole file read with every check of this module.
struct Table {
  var rows: [[String]] = []
  var findings: [Finding] = []
  var errors: [Finding] = []
  var dialect = CSVDialect.rfc4180

  init(_ input: [UInt8], _ dialect: CSVDialect? = nil) {
    let bytes = decode(input)
    self.dialect =
      dialect ?? CSVDialect.detect(bytes.span, isWholeFile: true).dialect
    switch CSVHeader.read(bytes.span, isFinal: true, dialect: self.dialect) {
    case .needMore: errors.append(Finding("need-more", at: 0, bytes))
    case .failure(let error, _): add(error, bytes)
    case .header(let header):
      rows.append(header.names)
      for note in header.notes { add(note, bytes) }
      readRows(header, bytes)
    }
  }

  private mutating func decode(_ input: [UInt8]) -> [UInt8] {
    let (encoding, markLength) = detectEncoding(input.span)
    guard var decoder = encoding.utf16Decoder else { return input }
    findings.append(Finding("encoding-utf16", at: 0, []))
    var out: [UInt8] = []
    decoder.decode(input.span.extracting(markLength..<input.count), into: &out)
    decoder.finish(into: &out)
    return out
  }

  private mutating func add(_ note: CSVNote, _ bytes: [UInt8]) {
    findings.append(Finding(note.code.rawValue, at: note.offset, bytes))
  }

  private mutating func add(_ error: CSVError, _ bytes: [UInt8]) {
    errors.append(Finding(error.kind.rawValue, at: error.offset, bytes))
  }

  private mutating func readRows(_ header: CSVHeader, _ bytes: [UInt8]) {
    var record = CSVRecord()
    var offset = header.end
    while true {
      let step = CSVTokenizer.next(
        bytes.span,
        from: offset,
        isFinal: true,
        dialect: header.dialect,
        into: &record
      )
      switch step {
      case .needMore, .end: return
      case .failure(let error, let resume):
        add(error, bytes)
        offset = resume
      case .record(let end):
        take(&record, end, header, bytes)
        offset = end
      }
    }
  }

  private mutating func take(
    _ record: inout CSVRecord,
    _ end: Int,
    _ header: CSVHeader,
    _ bytes: [UInt8]
  ) {
    if let bad = firstInvalidUTF8(bytes.span, record.start..<end) {
      add(CSVNote(.notUTF8, at: bad), bytes)
    }
    let shape = record.fit(columns: header.count)
    if let note = shape.note(record) { add(note, bytes) }
    switch shape {
    case .failure(let error, _): add(error, bytes)
    case .blank: break
    case .row, .emptyCell, .trimmed:
      rows.append(record.fields.indices.map { record.text($0, bytes.span) })
      for field in record.fields { judge(field, bytes) }
    }
  }

  private mutating func judge(_ field: CSVField, _ bytes: [UInt8]) {
    if let nul = CSVText.firstNUL(bytes.span, field.range) {
      add(CSVNote(.nulByte, at: nul), bytes)
    }
    if CSVText.isFormulaLike(bytes.span, field.range) {
      add(CSVNote(.formulaLike, at: field.outerStart), bytes)
    }
    var out: [UInt8] = []
    switch parseDecimalText(bytes.span, field.range, mark: nil, into: &out) {
    case .grouped, .badGrouping: add(CSVNote(.numberGrouping, at: field.outerStart), bytes)
    case .number, .ambiguous, .notANumber: break
    }
  }
}
