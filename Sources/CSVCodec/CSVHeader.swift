/// The column names of a file and what stood before and around them.
public struct CSVHeader: Sendable, Equatable {
  /// What an attempt to read the header met.
  public enum Step: Sendable, Equatable {
    /// The header was read.
    case header(CSVHeader)
    /// The header record goes on beyond the buffer.
    case needMore
    /// There is no header, or its record is broken.
    case failure(CSVError, resume: Int)
  }

  /// The names in their order, as written, save for a damaged first one.
  public var names: [String]
  /// The offset of each name's field; the opening quote of a quoted one.
  public var offsets: [Int]
  /// The oddities met, in the order of their offsets.
  public var notes: [CSVNote]
  /// The dialect of the file, with `hasSepLine` as it was found.
  public var dialect: CSVDialect
  /// The offset of the first byte of the table: after byte order marks and a `sep=` line.
  public var start: Int
  /// The offset of the first byte after the header record.
  public var end: Int

  /// The number of columns.
  public var count: Int { names.count }

  /// The first column of a name.
  public func column(named name: String) -> Int? { names.firstIndex(of: name) }

  /// Reads the header at the beginning of a file.
  ///
  /// Empty lines before the header are noted. An empty file is an error after its byte order marks,
  /// a file of empty lines at its first byte.
  public static func read(
    _ bytes: Span<UInt8>,
    isFinal: Bool,
    dialect: CSVDialect = .rfc4180,
    recordLimit: Int = Int.max
  ) -> Step {
    let preamble = CSVPreamble(bytes)
    var header = CSVHeader(
      names: [],
      offsets: [],
      notes: preamble.notes,
      dialect: dialect,
      start: preamble.end,
      end: preamble.end
    )
    header.dialect.hasSepLine = preamble.delimiter != nil
    var record = CSVRecord()
    while true {
      let step = CSVTokenizer.next(
        bytes,
        from: header.end,
        isFinal: isFinal,
        dialect: dialect,
        recordLimit: recordLimit,
        into: &record
      )
      switch step {
      case .needMore: return .needMore
      case .failure(let error, let resume): return .failure(error, resume: resume)
      case .end:
        let isEmpty = preamble.end == bytes.count
        let error = CSVError(isEmpty ? .emptyFile : .noHeader, at: preamble.end)
        return .failure(error, resume: bytes.count)
      case .record(let end):
        header.end = end
        guard record.isBlank else {
          header.takeNames(record, bytes)
          return .header(header)
        }
        header.notes.append(CSVNote(.blankRow, at: record.start))
      }
    }
  }

  private mutating func takeNames(_ record: CSVRecord, _ bytes: Span<UInt8>) {
    var seen: Set<String> = []
    var raw: [UInt8] = []
    for (column, field) in record.fields.enumerated() {
      let offset = field.outerStart
      raw.removeAll(keepingCapacity: true)
      record.unescape(field, bytes, into: &raw)
      if column == 0, repair(&raw) { notes.append(CSVNote(.damagedHeader, at: offset)) }
      let name = String(decoding: raw, as: UTF8.self)
      names.append(name)
      offsets.append(offset)
      if let first = raw.first, let last = raw.last {
        if isBlank(first) || isBlank(last) { notes.append(CSVNote(.columnNameBlanks, at: offset)) }
        if !seen.insert(name).inserted { notes.append(CSVNote(.duplicateColumn, at: offset)) }
      } else {
        notes.append(CSVNote(.emptyColumnName, at: offset))
      }
    }
  }

  /// Takes byte order marks out of the first name, and the quotes that they kept from being syntax.
  private func repair(_ name: inout [UInt8]) -> Bool {
    let start = markEnd(name.span, 0, name.count)
    guard start > 0 else { return false }
    name.removeFirst(start)
    if name.count >= 2, name.first == dialect.quote, name.last == dialect.quote {
      name.removeFirst()
      name.removeLast()
    }
    return true
  }
}
