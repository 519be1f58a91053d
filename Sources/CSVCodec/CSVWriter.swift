/// Writes records as RFC 4180 has them, with LF after each.
///
/// A field is quoted when it holds the delimiter, a quote or a line end, and when it is empty and
/// the only one of its record, which would be an empty line otherwise. Nothing else is changed.
public struct CSVWriter: Sendable {
  /// The byte between two fields.
  public let delimiter: UInt8
  private var fieldCount = 0
  private var recordStart = 0

  /// Makes a writer at the beginning of a record.
  public init(delimiter: UInt8 = 0x2C) { self.delimiter = delimiter }

  /// Begins a field whose content the caller appends; the content must need no quotes.
  public mutating func beginPlainField(to out: inout [UInt8]) {
    if fieldCount == 0 { recordStart = out.count } else { out.append(delimiter) }
    fieldCount &+= 1
  }

  /// Writes a range of bytes as the next field.
  public mutating func writeField(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to out: inout [UInt8]
  ) {
    beginPlainField(to: &out)
    if needsQuotes(bytes, range) {
      writeQuoted(bytes, range, to: &out)
    } else {
      append(bytes, range, to: &out)
    }
  }

  /// Writes text as the next field.
  public mutating func writeField(_ text: String, to out: inout [UInt8]) {
    let bytes = Array(text.utf8)
    writeField(bytes.span, bytes.indices, to: &out)
  }

  /// Writes an empty field.
  public mutating func writeEmptyField(to out: inout [UInt8]) { beginPlainField(to: &out) }

  /// Ends the record.
  public mutating func endRecord(to out: inout [UInt8]) {
    if fieldCount == 1, out.count == recordStart {
      out.append(Byte.quote)
      out.append(Byte.quote)
    }
    out.append(Byte.lineFeed)
    fieldCount = 0
  }

  /// Whether a field must be written in quotes because of a byte that it holds.
  public func needsQuotes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let special = StructuralBytes(delimiter: delimiter, quote: Byte.quote)
    let end = range.upperBound
    var scan = ByteScan(special, in: bytes, from: range.lowerBound, to: end)
    return scan.next(in: bytes) < end
  }

  private func writeQuoted(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout [UInt8]) {
    let end = range.upperBound
    out.append(Byte.quote)
    var runStart = range.lowerBound
    while true {
      let quote = firstIndex(of: Byte.quote, in: bytes, from: runStart, to: end)
      guard quote < end else { break }
      append(bytes, runStart..<quote &+ 1, to: &out)
      out.append(Byte.quote)
      runStart = quote &+ 1
    }
    append(bytes, runStart..<end, to: &out)
    out.append(Byte.quote)
  }
}
