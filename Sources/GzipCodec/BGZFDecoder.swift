/// Reads BGZF blocks one by one; one for each worker.
public struct BGZFDecoder: ~Copyable, Sendable {
  private var inflater = RawInflater()

  /// Makes a decoder.
  public init() {}

  /// Appends the data of the block at an index and returns the index after it.
  ///
  /// - Parameter base: the offset in the file of the first byte, for errors.
  public mutating func decode(
    _ bytes: Span<UInt8>,
    at start: Int,
    base: Int = 0,
    to out: inout [UInt8]
  ) throws(GzipError) -> Int {
    guard let size = BGZF.blockSize(bytes, at: start) else { throw error(.badBlock, base + start) }
    guard size <= bytes.count - start else { throw error(.truncatedData, base + start) }
    let end = start + size
    let crc = word(bytes, at: end - 8)
    let length = Int(word(bytes, at: end - 4))
    // What a block may hold (SAM specification §4.1); nothing larger is allocated.
    guard length <= BGZF.maximumBlockSize else { throw error(.badBlock, base + start) }
    let kind = append(
      bytes,
      start + BGZF.headerSize..<end - BGZF.trailerSize,
      length,
      crc,
      to: &out
    )
    if let kind { throw error(kind, base + start) }
    return end
  }

  private mutating func append(
    _ bytes: Span<UInt8>,
    _ body: Range<Int>,
    _ length: Int,
    _ crc: UInt32,
    to out: inout [UInt8]
  ) -> GzipError.Kind? {
    let old = out.count
    inflater.reset()
    out.append(contentsOf: repeatElement(0, count: length))
    let step = bytes.withUnsafeBytes { bytes in
      out.withUnsafeMutableBytes { out in
        inflater.decode(
          UnsafeRawBufferPointer(rebasing: bytes[body]),
          into: UnsafeMutableRawBufferPointer(rebasing: out[old...]),
          isWhole: true
        )
      }
    }
    let kind: GzipError.Kind? =
      switch step.state {
      case .outOfMemory: .outOfMemory
      case .corrupt: .badDeflate
      case .unfinished where step.produced == length: .sizeMismatch
      case .unfinished: .badDeflate
      case .finished where step.consumed != body.count: .badBlock
      case .finished where step.produced != length: .sizeMismatch
      case .finished: nil
      }
    if let kind {
      out.removeLast(out.count - old)
      return kind
    }
    guard crc32(out.span.extracting(old...), continuing: 0) == crc else {
      out.removeLast(out.count - old)
      return .crcMismatch
    }
    return nil
  }

  private func word(_ bytes: Span<UInt8>, at start: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in (0..<4).reversed() { value = value << 8 | UInt32(bytes[start + index]) }
    return value
  }

  private func error(_ kind: GzipError.Kind, _ offset: Int) -> GzipError {
    GzipError(kind, offset: offset, memberOffset: offset)
  }
}
