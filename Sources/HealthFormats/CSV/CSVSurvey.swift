import ByteKit
import CSVCodec
import HealthModel

/// Looks through a whole table for what no single row can tell: whether the comma is the decimal
/// mark, and whether `03/04/2026` is in March or April.
struct CSVSurvey {
  private let layout: CSVLayout
  private let dialect: CSVDialect
  private var marks = DecimalMarkVote()
  private var dayFirst = 0
  private var monthFirst = 0
  /// Whether some date can be read either way.
  private var needsOrder = false

  init(layout: CSVLayout, dialect: CSVDialect) {
    self.layout = layout
    self.dialect = dialect
  }

  /// The decimal mark of the file, nil when nothing decides it.
  var mark: DecimalMark? { marks.mark(delimiter: dialect.delimiter) }

  /// The order of day and month, nil when nothing decides it or rows contradict each other.
  var order: DayMonthOrder? {
    switch (dayFirst > 0, monthFirst > 0) {
    case (true, false): .dayFirst
    case (false, true): .monthFirst
    default: nil
    }
  }

  /// Whether what was seen so far needs the whole file to be understood.
  var isUndecided: Bool {
    dialect.delimiter != UInt8(ascii: ",") || marks.commas > 0 || marks.ambiguous > 0
      || dayFirst + monthFirst > 0 || needsOrder
  }

  /// Whether all rows so far write a point, and only a comma in a later row could say otherwise.
  var isProbablyPoint: Bool {
    dialect.delimiter == UInt8(ascii: ",") && mark == .point && marks.points > 0
      && marks.commas == 0 && dayFirst + monthFirst == 0 && !needsOrder
  }

  /// Looks at the rows of a stretch that begins at a row; returns the offset after the last whole
  /// one.
  mutating func look(at bytes: Span<UInt8>, isFinal: Bool) -> Int {
    var record = CSVRecord()
    var i = 0
    while true {
      switch CSVTokenizer.next(
        bytes,
        from: i,
        isFinal: isFinal,
        dialect: dialect,
        recordLimit: CSVRecordDecoder.recordLimit,
        into: &record
      )
      {
      case .record(let end):
        look(at: record, bytes)
        i = end
      case .failure(_, let resume): i = resume
      case .needMore, .end: return i
      }
    }
  }

  private mutating func look(at record: CSVRecord, _ bytes: Span<UInt8>) {
    if let place = layout.place(.value), place < record.fields.count {
      marks.look(at: bytes, record.fields[place].range)
    }
    for measure in layout.measures where measure.column < record.fields.count {
      marks.look(at: bytes, record.fields[measure.column].range)
    }
    for column in [Column.startDate, .endDate] {
      guard let place = layout.place(column), place < record.fields.count else { continue }
      lookAtDate(bytes, record.fields[place].range)
    }
  }

  /// Counts dates such as `31/12/2012` whose day can only be one of the two numbers.
  private mutating func lookAtDate(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var numbers: [Int] = []
    var i = range.lowerBound
    while i < range.upperBound, numbers.count < 2 {
      var value = 0
      var digits = 0
      while i < range.upperBound, digits < 3, bytes[i] >= 0x30, bytes[i] <= 0x39 {
        value = value * 10 + Int(bytes[i] - 0x30)
        digits += 1
        i += 1
      }
      guard digits == 1 || digits == 2, i < range.upperBound, bytes[i] == UInt8(ascii: "/") else {
        return
      }
      numbers.append(value)
      i += 1
    }
    guard numbers.count == 2 else { return }
    if numbers[0] > 12, numbers[1] <= 12 { dayFirst += 1 }
    if numbers[1] > 12, numbers[0] <= 12 { monthFirst += 1 }
    if numbers[0] <= 12, numbers[1] <= 12 { needsOrder = true }
  }
}
