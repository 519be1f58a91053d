import ByteKit
import GzipCodec
import HealthModel

/// One output of a run: an archive, or one kind's table of a folder.
final class TableSink {
  /// What the rows of an output are.
  enum Shape {
    /// A record, by these columns.
    case records([Column])
    /// An item of a record's details.
    case details(DetailTable)
  }

  let format: OutputFormat
  let shape: Shape
  let isCompressed: Bool
  /// Which kinds go here, a bit each.
  private let kinds: UInt8
  private let file: OutputFile?
  private var hasRecords = false
  /// Whether each row is one record, not a part of one.
  let holdsRecords: Bool
  /// Bytes that don't fill a compressed block yet.
  private var rest: [UInt8] = []

  init(
    format: OutputFormat,
    shape: Shape,
    kinds: [RecordKind],
    isCompressed: Bool,
    file: OutputFile?
  ) {
    self.format = format
    self.shape = shape
    if case .details(let table) = shape, table.list != nil {
      holdsRecords = false
    } else {
      holdsRecords = true
    }
    self.isCompressed = isCompressed
    self.file = file
    self.kinds = kinds.reduce(0) { $0 | 1 << $1.rawValue }
  }

  @inline(__always)
  func takes(_ kind: RecordKind) -> Bool { kinds & (1 << kind.rawValue) != 0 }

  /// Takes an encoded chunk, in order: writes it, or gives back the whole blocks to compress.
  func take(_ encoded: borrowing ByteBuffer) throws(ConversionError) -> [UInt8] {
    var start = 0
    if format == .json, !hasRecords, encoded.count > 0 {
      // Each record brings the comma before it; the first of a document has none.
      hasRecords = true
      start = 1
    }
    let bytes = encoded.span.extracting(start..<encoded.count)
    if isCompressed { return takeBlocks(bytes) }
    if bytes.count > 0 { try write(bytes) }
    return []
  }

  /// Writes bytes as they are.
  func write(_ bytes: Span<UInt8>) throws(ConversionError) {
    do {
      if let file {
        try file.write(bytes)
      } else {
        try StandardOutput.write(bytes)
      }
    } catch {
      throw ConversionError(error)
    }
  }

  /// Adds bytes to the stream of blocks and gives back those that fill whole blocks.
  ///
  /// Blocks are cut by the stream's offsets alone, so the file doesn't depend on how the input was
  /// cut.
  private func takeBlocks(_ bytes: Span<UInt8>) -> [UInt8] {
    let total = rest.count + bytes.count
    let whole = total / BGZF.maximumDataSize * BGZF.maximumDataSize
    guard whole > 0 else {
      rest.append(contentsOf: bytes, from: 0)
      return []
    }
    var blocks = rest
    rest.removeAll(keepingCapacity: true)
    let used = whole - blocks.count
    bytes.extracting(0..<used).withUnsafeBufferPointer { blocks.append(contentsOf: $0) }
    rest.append(contentsOf: bytes, from: used)
    return blocks
  }

  /// Writes what is left over, compressed where that is asked for.
  func writeSerially(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard isCompressed else { return try write(bytes) }
    rest.append(contentsOf: bytes, from: 0)
  }

  /// Writes the end of the document and of the compressed stream.
  func finish() throws(ConversionError) {
    if format == .json { try writeSerially(Array("\n]}\n".utf8).span) }
    guard isCompressed else { return }
    var encoder = BGZFEncoder()
    var out: [UInt8] = []
    let rest = rest
    var start = 0
    while start < rest.count {
      let end = min(rest.count, start + BGZF.maximumDataSize)
      encoder.encode(rest.span.extracting(start..<end), to: &out)
      start = end
    }
    out.append(contentsOf: BGZF.endMarker)
    try write(out.span)
  }

  /// Brings the file to the disk, so that only its name is missing.
  func flush() throws(ConversionError) {
    do { try file?.synchronize() } catch { throw ConversionError(error) }
  }

  /// Drops what was written.
  func discard() { file?.discard() }

  /// Makes the file appear under its name.
  func commit() throws(ConversionError) {
    do { try file?.commit() } catch { throw ConversionError(error) }
  }
}
