import ByteKit
import JSONCodec

/// Cuts JSON documents into chunks of whole elements: of a top-level array, of the array under
/// `records`, or of top-level values in a row.
///
/// The borders are exact, since the scanner follows strings and brackets.
final class JSONDocumentReader: ChunkReading, @unchecked Sendable {
  // Only one thread calls `next` at a time: the pipeline holds its input lock.
  private let source: any ByteSource
  private let path: String
  private let entry: String
  private let size: Int
  private var scanner = JSONElementScanner()
  /// Bytes of the document from `start` on that are not handed out yet.
  private var bytes: [UInt8]
  private var start = 0
  /// The place of the byte at `start`.
  private var place = Position.start
  private var scanned = 0
  private var isOver = false
  private var isDone = false
  private var ready: [Range<Int>] = []
  /// Why there is no more; told when all before it is handed out.
  private var failure: ConversionError?

  init(
    _ source: any ByteSource,
    path: String,
    entry: String,
    size: Int,
    prefix: [UInt8]
  ) {
    self.source = source
    self.path = path
    self.entry = entry
    self.size = max(size, 1)
    bytes = prefix
  }

  /// The members of a document's top-level object that stand before its records.
  private(set) var header: [(key: String, value: JSONValue)] = []

  /// Scans until the first record is in sight, so that `header` is complete.
  func readHeader() throws(ConversionError) {
    while ready.isEmpty, !isOver { scanMore() }
    if ready.isEmpty, let failure { throw failure }
  }

  func next(into chunk: inout Chunk) throws(ConversionError) -> Bool {
    if isDone { return false }
    while !isOver, readyBytes < size { scanMore() }
    if ready.isEmpty, let failure { throw failure }
    chunk.elements.removeAll(keepingCapacity: true)
    chunk.bytes.removeAll()
    chunk.base = start
    // As many elements as fill the size; all that are left at the end.
    var count = 0
    var end = start
    while count < ready.count, count == 0 || ready[count].upperBound - start <= size {
      end = ready[count].upperBound
      count += 1
    }
    if isOver, failure == nil, count == ready.count {
      isDone = true
      end = start + bytes.count
    }
    for range in ready[..<count] {
      chunk.elements.append(range.lowerBound - start..<range.upperBound - start)
    }
    ready.removeFirst(count)
    chunk.bytes.append(bytes.span.extracting(0..<end - start))
    place = lineAndColumn(of: end - start, in: bytes.span, startingAt: place)
    bytes.removeFirst(end - start)
    chunk.isFinal = isDone
    start = end
    return true
  }

  private var readyBytes: Int { (ready.last?.upperBound ?? start) - start }

  private func scanMore() {
    do throws(ConversionError) {
      try scanOn()
    } catch {
      failure = error
      isOver = true
    }
  }

  /// Scans what was read, or reads on.
  private func scanOn() throws(ConversionError) {
    let unscanned = scanned - start
    if unscanned == bytes.count {
      var more = ByteBuffer(capacity: 1 << 16)
      try more.append(upTo: max(1 << 16, min(size, 1 << 20))) { room throws(ConversionError) in
        try source.read(into: room)
      }
      if more.count == 0 { isOver = true }
      bytes.append(contentsOf: more.span, from: 0)
      guard bytes.count < ChunkReader.recordLimit * 2 else {
        throw ConversionError(
          "record-too-long",
          path: path,
          entry: entry,
          byteOffset: start,
          "no end of a record within \(ChunkReader.recordLimit >> 20) MiB",
          advice: "a document of records is an array, or an object with an array under \"records\""
        )
      }
    }
    let text = bytes
    do throws(JSONError) {
      try scanner.scan(text.span.extracting(unscanned..<text.count), isLast: isOver)
    } catch {
      takeElements()
      throw located(error)
    }
    scanned = start + bytes.count
    takeElements()
  }

  private func takeElements() {
    for element in scanner.elements {
      switch element.kind {
      case .member: header.append(member(element))
      case .record, .value: ready.append(element.range)
      }
    }
  }

  private func member(_ element: JSONElement) -> (key: String, value: JSONValue) {
    let text = bytes
    let span = text.span
    let local = element.range.lowerBound - start..<element.range.upperBound - start
    let key = element.key.lowerBound - start..<element.key.upperBound - start
    let name = (try? JSONValue.parse(span, key))?.stringValue ?? span.text(key)
    return (name, (try? JSONValue.parse(span, local)) ?? .null)
  }

  private func located(_ error: JSONError) -> ConversionError {
    var result = ConversionError(
      "json.\(error.code.rawValue)",
      path: path,
      entry: entry,
      byteOffset: error.offset,
      error.code == .tooDeep
        ? "nesting is deeper than the limit of \(JSONTape.defaultDepthLimit) levels"
        : "not JSON: \(error.code.rawValue.replacing("-", with: " "))",
      advice: error.code == .textAfterValue
        ? "is it one object a line? then give --from ndjson" : ""
    )
    let local = error.offset - start
    if local >= 0, local <= bytes.count {
      let text = bytes
      let place = lineAndColumn(of: local, in: text.span, startingAt: place)
      result.line = place.line
      result.column = place.column
    }
    return result
  }
}
