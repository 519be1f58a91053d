/// What one candidate delimiter makes of the first records of a file.
struct DelimiterProfile {
  let dialect: CSVDialect
  /// The fields of the first record.
  private(set) var columns = 0
  /// The records after the first one, empty lines apart.
  private(set) var rows = 0
  /// Those of them that have as many fields as the first.
  private(set) var matching = 0
  private(set) var failures = 0
  /// The delimiters outside quotes, those between column names apart.
  private(set) var separators = 0
  /// Those of them that stand between two digits, where a decimal comma would.
  private var betweenDigits = 0
  private var mostInRecord = 0
  private var fewestInRecord = Int.max
  private var isFirstNumeric = false

  init(_ bytes: Span<UInt8>, _ start: Int, _ dialect: CSVDialect, _ limit: Int, _ isWhole: Bool) {
    self.dialect = dialect
    tally(bytes, start, limit, isFinal: isWhole)
    // A prefix that ends inside the first record is all there is to go by.
    if columns == 0, failures == 0, !isWhole { tally(bytes, start, limit, isFinal: true) }
  }

  /// Whether every delimiter of the data could be a decimal comma.
  var isDecimalText: Bool {
    dialect.delimiter == Byte.comma && failures == 0 && mostInRecord <= 1
      && betweenDigits == separators
  }

  /// Whether the file is one column of numbers, some with a decimal comma and some without.
  var isSingleDecimalColumn: Bool { isDecimalText && isFirstNumeric && fewestInRecord == 0 }

  /// Whether this candidate explains the records better than another.
  func isBetter(than other: DelimiterProfile) -> Bool {
    // Cross-multiplied shares of the records that agree with the first one.
    let mine = matching * max(other.rows + other.failures, 1)
    let theirs = other.matching * max(rows + failures, 1)
    if rows + failures > 0, other.rows + other.failures > 0, mine != theirs { return mine > theirs }
    if failures != other.failures { return failures < other.failures }
    if looksDecimal != other.looksDecimal { return other.looksDecimal }
    return columns > other.columns
  }

  private var looksDecimal: Bool { rows > 0 && isDecimalText && betweenDigits > 0 }

  private mutating func tally(
    _ bytes: Span<UInt8>,
    _ start: Int,
    _ limit: Int,
    isFinal: Bool
  ) {
    var record = CSVRecord()
    var offset = start
    for _ in 0..<limit {
      let step = CSVTokenizer.next(
        bytes,
        from: offset,
        isFinal: isFinal,
        dialect: dialect,
        into: &record
      )
      switch step {
      case .needMore, .end: return
      case .failure(_, let resume):
        offset = resume
        failures += 1
      case .record(let end):
        offset = end
        if !record.isBlank { count(record, bytes) }
      }
    }
  }

  private mutating func count(_ record: CSVRecord, _ bytes: Span<UInt8>) {
    let fields = record.fields
    let found = fields.count
    if columns == 0 {
      columns = found
      isFirstNumeric = fields.allSatisfy { !$0.isEmpty && isNumeric($0, bytes) }
      // In a real header no comma is a decimal mark: only the rows can show one.
      guard isFirstNumeric else { return }
    } else {
      rows += 1
      let isTrailing = found > columns && fields[columns...].allSatisfy(\.isEmpty)
      if found == columns || isTrailing { matching += 1 }
    }
    separators += found - 1
    mostInRecord = max(mostInRecord, found - 1)
    fewestInRecord = min(fewestInRecord, found - 1)
    for index in fields.indices.dropFirst() where isBetweenDigits(fields[index], bytes) {
      betweenDigits += 1
    }
  }

  private func isBetweenDigits(_ field: CSVField, _ bytes: Span<UInt8>) -> Bool {
    let start = field.outerStart
    return start >= 2 && start < bytes.count && isDigit(bytes[start]) && isDigit(bytes[start - 2])
  }

  private func isNumeric(_ field: CSVField, _ bytes: Span<UInt8>) -> Bool {
    for offset in field.range where !isDigit(bytes[offset]) && bytes[offset] != Byte.minus {
      return false
    }
    return !field.isQuoted
  }
}
