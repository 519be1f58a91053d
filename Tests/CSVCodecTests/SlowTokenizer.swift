import CSVCodec

/// The grammar one byte at a time, written to be read: what the fast tokenizer must agree with.
struct SlowTokenizer {
  private enum State {
    case fieldStart
    case unquoted
    case quoted
    case afterQuote
  }

  let bytes: [UInt8]
  let dialect: CSVDialect
  private var events: [Event] = []
  private var fields: [CSVField] = []
  private var fieldStart = 0
  private var hasEscapes = false

  static func events(_ bytes: [UInt8], _ dialect: CSVDialect = .rfc4180) -> [Event] {
    var tokenizer = SlowTokenizer(bytes: bytes, dialect: dialect)
    var offset = 0
    while offset < bytes.count { offset = tokenizer.record(from: offset) }
    return tokenizer.events
  }

  private init(bytes: [UInt8], dialect: CSVDialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  private mutating func record(from start: Int) -> Int {
    fields = []
    var state = State.fieldStart
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      let isEnd = byte == dialect.delimiter || byte == 10 || byte == 13
      switch state {
      case .fieldStart where byte == dialect.quote:
        fieldStart = index + 1
        hasEscapes = false
        state = .quoted
      case .fieldStart where !isEnd:
        fieldStart = index
        state = .unquoted
      case .fieldStart:
        fields.append(CSVField(start: index, end: index))
      case .unquoted where byte == dialect.quote:
        return fail(.strayQuote, at: index, lineFrom: index)
      case .unquoted where isEnd:
        fields.append(CSVField(start: fieldStart, end: index))
      case .unquoted: break
      case .quoted where byte == 0x5C && dialect.escape == .backslash:
        hasEscapes = true
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if next == 0x5C || next == dialect.quote { index += 1 }
      case .quoted:
        if byte == dialect.quote { state = .afterQuote }
      case .afterQuote where byte == dialect.quote:
        hasEscapes = true
        state = .quoted
      case .afterQuote where isEnd:
        addQuoted(end: index - 1)
      case .afterQuote:
        return fail(.textAfterQuote, at: index, lineFrom: index)
      }
      index += 1
      guard isEnd, state != .quoted else { continue }
      if byte == dialect.delimiter {
        state = .fieldStart
      } else {
        if byte == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
        events.append(.record(fields, end: index))
        return index
      }
    }
    switch state {
    case .fieldStart: fields.append(CSVField(start: index, end: index))
    case .unquoted: fields.append(CSVField(start: fieldStart, end: index))
    case .afterQuote: addQuoted(end: index - 1)
    case .quoted: return fail(.unclosedQuote, at: fieldStart - 1, lineFrom: fieldStart)
    }
    events.append(.record(fields, end: index))
    return index
  }

  private mutating func addQuoted(end: Int) {
    fields.append(
      CSVField(start: fieldStart, end: end, isQuoted: true, hasEscapes: hasEscapes)
    )
  }

  private mutating func fail(_ kind: CSVError.Kind, at offset: Int, lineFrom: Int) -> Int {
    var index = lineFrom
    while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
    if index + 1 < bytes.count, bytes[index] == 13, bytes[index + 1] == 10 { index += 1 }
    let resume = min(index + 1, bytes.count)
    events.append(.failure(CSVError(kind, at: offset), resume: resume))
    return resume
  }
}
