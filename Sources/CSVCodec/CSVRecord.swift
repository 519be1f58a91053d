/// One field of a record: a range of the buffer it was read from.
public struct CSVField: Sendable, Equatable {
  /// The offset of the first content byte, after an opening quote.
  public var start: Int
  /// The offset after the last content byte, before a closing quote.
  public var end: Int
  /// Whether the field was written in quotes.
  public var isQuoted: Bool
  /// Whether the content holds escaped quotes, so that `CSVRecord.unescape` changes it.
  public var hasEscapes: Bool

  /// The raw content without its quotes.
  @inlinable public var range: Range<Int> { start..<end }
  /// Whether there is no content.
  @inlinable public var isEmpty: Bool { start == end }
  /// The offset of the field's first byte, which is the opening quote of a quoted one.
  @inlinable public var outerStart: Int { isQuoted ? start &- 1 : start }

  /// Makes a field from its place.
  @inline(__always)
  public init(start: Int, end: Int, isQuoted: Bool = false, hasEscapes: Bool = false) {
    self.start = start
    self.end = end
    self.isQuoted = isQuoted
    self.hasEscapes = hasEscapes
  }
}

/// The fields of one record, reused from record to record so that a row costs no allocation.
public struct CSVRecord: Sendable {
  /// The fields in their order; never empty after a successful step.
  public internal(set) var fields: [CSVField] = []
  /// The offset of the record's first byte.
  public internal(set) var start: Int = 0
  /// The dialect the record was read with.
  public internal(set) var dialect: CSVDialect = .rfc4180

  /// Makes an empty record.
  public init() {
    fields.reserveCapacity(32)
  }

  /// Whether the record is an empty line.
  public var isBlank: Bool { fields.count == 1 && fields[0].isEmpty && !fields[0].isQuoted }

  /// Whether no field has any content.
  public var isAllEmpty: Bool { fields.allSatisfy(\.isEmpty) }

  /// Appends the content of a field with its escapes undone.
  public func unescape(_ field: CSVField, _ bytes: Span<UInt8>, into out: inout [UInt8]) {
    guard field.hasEscapes else {
      append(bytes, field.range, to: &out)
      return
    }
    let quote = dialect.quote
    let hasBackslash = dialect.escape == .backslash
    var runStart = field.start
    var index = field.start
    while true {
      index = firstEscape(in: bytes, from: index, to: field.end, quote: quote, hasBackslash)
      guard index &+ 1 < field.end else { break }
      let second = bytes[index &+ 1]
      if second == quote || bytes[index] == Byte.backslash && second == Byte.backslash {
        append(bytes, runStart..<index, to: &out)
        runStart = index &+ 1
        index &+= 2
      } else {
        index &+= 1
      }
    }
    append(bytes, runStart..<field.end, to: &out)
  }

  /// The content of a field as text, with its escapes undone.
  public func text(_ index: Int, _ bytes: Span<UInt8>) -> String {
    var out: [UInt8] = []
    unescape(fields[index], bytes, into: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private func firstEscape(
    in bytes: Span<UInt8>,
    from start: Int,
    to end: Int,
    quote: UInt8,
    _ hasBackslash: Bool
  ) -> Int {
    hasBackslash
      ? firstIndex(of: quote, or: Byte.backslash, in: bytes, from: start, to: end)
      : firstIndex(of: quote, in: bytes, from: start, to: end)
  }
}
