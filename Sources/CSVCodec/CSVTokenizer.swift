/// What one step of the tokenizer met.
public enum CSVStep: Sendable, Equatable {
  /// A record ended; the next one begins at this offset, after the line end.
  case record(end: Int)
  /// The record may go on beyond the buffer: call again from the same offset with more bytes.
  case needMore
  /// The record is broken; reading may go on at the resume offset.
  case failure(CSVError, resume: Int)
  /// No byte is left.
  case end
}

/// Cuts bytes into records and fields, strictly by RFC 4180 section 2.
///
/// It keeps no state between calls: whoever calls owns the buffer and decides when it grows.
/// LF, CRLF and a lone CR end a record outside quotes, in any mixture. Inside quotes they are data.
public enum CSVTokenizer {
  /// Reads the record that begins at an offset.
  ///
  /// A record of more than `recordLimit` bytes is a failure, so that an unclosed quote does not
  /// make the buffer grow without end. After a failure, `resume` follows the next line end after
  /// the error; after an unclosed quote, the first line end after the opening quote. If no line end
  /// lies within the limit, it is the end of the limit, and `endOfLine` finds where to go on.
  public static func next(
    _ bytes: Span<UInt8>,
    from start: Int,
    isFinal: Bool,
    dialect: CSVDialect = .rfc4180,
    recordLimit: Int = Int.max,
    into record: inout CSVRecord
  ) -> CSVStep {
    record.start = start
    record.dialect = dialect
    record.fields.removeAll(keepingCapacity: true)
    let window = Window(bytes, start: start, limit: recordLimit, isFinal: isFinal, dialect)
    return window.step(bytes, &record.fields, keepsFields: true)
  }

  /// Passes over one record, with the same answer as `next` but without its fields.
  public static func skip(
    _ bytes: Span<UInt8>,
    from start: Int,
    isFinal: Bool,
    dialect: CSVDialect = .rfc4180,
    recordLimit: Int = Int.max
  ) -> CSVStep {
    var none: [CSVField] = []
    let window = Window(bytes, start: start, limit: recordLimit, isFinal: isFinal, dialect)
    return window.step(bytes, &none, keepsFields: false)
  }

  /// The offset after the last record that lies wholly in the buffer, broken ones included.
  ///
  /// Cutting an input there gives pieces that can be read independently of each other.
  public static func endOfCompleteRecords(
    _ bytes: Span<UInt8>,
    from start: Int,
    dialect: CSVDialect = .rfc4180,
    recordLimit: Int = Int.max
  ) -> Int {
    var offset = start
    while true {
      switch skip(bytes, from: offset, isFinal: false, dialect: dialect, recordLimit: recordLimit) {
      case .record(let end): offset = end
      case .failure(_, let resume): offset = resume
      case .needMore, .end: return offset
      }
    }
  }

  /// The offset after the next line end at or after an offset, whatever the quotes say.
  ///
  /// Nil means that more bytes are needed. At the end of the input a missing line end is no loss.
  public static func endOfLine(_ bytes: Span<UInt8>, from start: Int, isFinal: Bool) -> Int? {
    let count = bytes.count
    let index = firstIndex(
      of: Byte.lineFeed,
      or: Byte.carriageReturn,
      in: bytes,
      from: start,
      to: count
    )
    guard index < count else { return isFinal ? count : nil }
    return afterLineEnd(bytes, at: index, isFinal: isFinal)
  }
}

/// The offset after the LF, CRLF or CR at an index; nil if the byte after a CR is not known yet.
@inline(__always)
private func afterLineEnd(_ bytes: Span<UInt8>, at index: Int, isFinal: Bool) -> Int? {
  let next = index &+ 1
  if bytes[index] == Byte.lineFeed { return next }
  guard next < bytes.count else { return isFinal ? next : nil }
  return bytes[next] == Byte.lineFeed ? next &+ 1 : next
}

/// The bytes in which one record may lie.
private struct Window {
  let start: Int
  /// The end of the bytes to search: of the buffer, or of the limit when that comes first.
  let end: Int
  let isFinal: Bool
  /// Whether the record cannot grow beyond `end`.
  let isAtLimit: Bool
  let dialect: CSVDialect

  @inline(__always)
  init(_ bytes: Span<UInt8>, start: Int, limit: Int, isFinal: Bool, _ dialect: CSVDialect) {
    let count = bytes.count
    precondition(start >= 0 && start <= count && limit > 0)
    self.start = start
    self.dialect = dialect
    isAtLimit = count &- start > limit
    end = isAtLimit ? start &+ limit : count
    self.isFinal = isFinal
  }

  @inline(__always)
  func step(_ bytes: Span<UInt8>, _ fields: inout [CSVField], keepsFields: Bool) -> CSVStep {
    if start == bytes.count { return isFinal ? .end : .needMore }
    let structural = StructuralBytes(delimiter: dialect.delimiter, quote: dialect.quote)
    var scan = ByteScan(structural, in: bytes, from: start, to: end)
    var fieldStart = start
    while true {
      var index = scan.next(in: bytes)
      guard index < end else { return unfinished(bytes, fieldStart, &fields, keepsFields) }
      var byte = bytes[index]
      if byte == dialect.quote {
        guard index == fieldStart else {
          return failure(bytes, CSVError(.strayQuote, at: index), searchFrom: index)
        }
        guard let close = closingQuote(bytes, after: index) else { return unclosed(bytes, index) }
        if keepsFields {
          fields.append(
            CSVField(
              start: index &+ 1,
              end: close.offset,
              isQuoted: true,
              hasEscapes: close.hasEscapes
            )
          )
        }
        index = close.offset &+ 1
        if index >= bytes.count { return isFinal ? .record(end: index) : .needMore }
        byte = bytes[index]
        guard byte == dialect.delimiter || byte == Byte.lineFeed || byte == Byte.carriageReturn
        else { return failure(bytes, CSVError(.textAfterQuote, at: index), searchFrom: index) }
        scan.restart(at: index &+ 1)
      } else if keepsFields {
        fields.append(CSVField(start: fieldStart, end: index))
      }
      if byte == dialect.delimiter {
        fieldStart = index &+ 1
        continue
      }
      guard let next = afterLineEnd(bytes, at: index, isFinal: isFinal) else { return .needMore }
      return .record(end: next)
    }
  }

  /// The closing quote of the field that opens at an offset; nil if it is not in the window.
  @inline(__always)
  private func closingQuote(
    _ bytes: Span<UInt8>,
    after open: Int
  ) -> (offset: Int, hasEscapes: Bool)? {
    let quote = dialect.quote
    let hasBackslash = dialect.escape == .backslash
    let special = BytePair(one: quote, other: hasBackslash ? Byte.backslash : quote)
    var scan = ByteScan(special, in: bytes, from: open &+ 1, to: end)
    var hasEscapes = false
    while true {
      let index = scan.next(in: bytes)
      guard index < end else { return nil }
      let isBackslash = hasBackslash && bytes[index] == Byte.backslash
      let second = index &+ 1 < bytes.count ? bytes[index &+ 1] : 0
      if second == quote || isBackslash && second == Byte.backslash {
        hasEscapes = true
        // The second byte of the pair is the next match.
        _ = scan.next(in: bytes)
      } else if isBackslash {
        hasEscapes = true
      } else {
        return (index, hasEscapes)
      }
    }
  }

  /// The answer when an unquoted field reaches the end of the window.
  private func unfinished(
    _ bytes: Span<UInt8>,
    _ fieldStart: Int,
    _ fields: inout [CSVField],
    _ keepsFields: Bool
  ) -> CSVStep {
    if end == bytes.count, isFinal {
      if keepsFields { fields.append(CSVField(start: fieldStart, end: end)) }
      return .record(end: end)
    }
    guard isAtLimit else { return .needMore }
    return failure(bytes, CSVError(.recordTooLong, at: start), searchFrom: start)
  }

  private func unclosed(_ bytes: Span<UInt8>, _ open: Int) -> CSVStep {
    guard isFinal && end == bytes.count || isAtLimit else { return .needMore }
    return failure(bytes, CSVError(.unclosedQuote, at: open), searchFrom: open)
  }

  private func failure(_ bytes: Span<UInt8>, _ error: CSVError, searchFrom from: Int) -> CSVStep {
    let index = firstIndex(
      of: Byte.lineFeed,
      or: Byte.carriageReturn,
      in: bytes,
      from: min(from, end),
      to: end
    )
    if index < end {
      guard let next = afterLineEnd(bytes, at: index, isFinal: isFinal) else { return .needMore }
      return .failure(error, resume: next)
    }
    guard isAtLimit || isFinal else { return .needMore }
    return .failure(error, resume: end)
  }
}
