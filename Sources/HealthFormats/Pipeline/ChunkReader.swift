import ByteKit

/// Finds places where the input may be cut.
///
/// A guess may be wrong: the pipeline checks each one.
protocol ChunkSplitter: Sendable {
  /// The last place in `bytes` where a record seems to begin, above 0; nil when there is none.
  func lastBorder(in bytes: Span<UInt8>) -> Int?
}

/// Cuts a source into chunks of about one size; the next chunk begins where the last one ended.
protocol ChunkReading: AnyObject, Sendable {
  /// Fills the next chunk; false after the final one.
  func next(into chunk: inout Chunk) throws(ConversionError) -> Bool
}

/// Cuts at the borders a splitter finds.
final class ChunkReader: ChunkReading, @unchecked Sendable {
  /// No record is longer than this: beyond it the file is not what it was taken for.
  static let recordLimit = 64 << 20
  static let recordLimitAdvice = "is this really the format it looks like? see --from"

  // Only one thread calls `next` at a time: the pipeline holds its input lock.
  private let source: any ByteSource
  private let splitter: any ChunkSplitter
  private let size: Int
  private let path: String
  private var carry: [UInt8] = []
  private var offset: Int
  private var isDone = false
  /// Why there is no more; told when all whole records before it are handed out.
  private var failure: ConversionError?

  /// Reads `source`, whose first byte is at `offset` of the input.
  init(
    _ source: any ByteSource,
    path: String,
    splitter: any ChunkSplitter,
    size: Int,
    offset: Int = 0
  ) {
    self.source = source
    self.splitter = splitter
    self.size = max(size, 1)
    self.path = path
    self.offset = offset
  }

  func next(into chunk: inout Chunk) throws(ConversionError) -> Bool {
    if let failure { throw failure }
    if isDone { return false }
    chunk.bytes.removeAll()
    chunk.bytes.append(contentsOf: carry)
    chunk.base = offset
    chunk.isFinal = false
    carry.removeAll(keepingCapacity: true)
    while true {
      // Bytes carried over may hold a whole chunk already.
      if chunk.bytes.count >= size, let border = splitter.lastBorder(in: chunk.bytes.span) {
        carry.append(contentsOf: chunk.bytes.span, from: border)
        chunk.bytes.truncate(to: border)
        offset += border
        return true
      }
      guard chunk.bytes.count < Self.recordLimit else {
        throw ConversionError(
          "record-too-long",
          path: path,
          byteOffset: offset,
          "no end of a record within \(Self.recordLimit >> 20) MiB",
          advice: Self.recordLimitAdvice
        )
      }
      let before = chunk.bytes.count
      // Without a border in sight the steps grow, so that looking again costs no more than reading.
      let want = max(size - before, before / 2, 1)
      do throws(ConversionError) {
        try chunk.bytes.append(upTo: want) { buffer throws(ConversionError) in
          try source.read(into: buffer)
        }
      } catch {
        guard let border = splitter.lastBorder(in: chunk.bytes.span) else { throw error }
        failure = error
        chunk.bytes.truncate(to: border)
        return true
      }
      if chunk.bytes.count == before {
        isDone = true
        chunk.isFinal = true
        offset += chunk.bytes.count
        return true
      }
    }
  }
}

extension [UInt8] {
  /// Appends the bytes of a span from an offset on.
  mutating func append(contentsOf span: Span<UInt8>, from start: Int) {
    span.extracting(start..<span.count).withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
