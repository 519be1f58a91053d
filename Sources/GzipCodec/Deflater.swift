import CZlib

/// An encoder of deflate data (RFC 1951) without any wrapper, one whole stream a call.
public struct Deflater: ~Copyable, @unchecked Sendable {
  // See RawInflater for why this is memory of its own, and why it may change threads.
  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  /// Makes an encoder; levels go from 1 (fast) to 9 (small), 0 only stores.
  public init(level: Int) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let level = Int32(min(max(level, 0), 9))
    isReady =
      deflateInit2_(
        stream,
        level,
        Z_DEFLATED,
        -MAX_WBITS,
        8,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        size
      ) == Z_OK
  }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Encodes the input as one complete stream; `nil` if it does not fit.
  ///
  /// - Returns: the number of bytes written.
  public mutating func encode(
    _ input: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Int? {
    guard isReady, input.count <= 1 << 30, deflateReset(stream) == Z_OK else { return nil }
    let room = min(output.count, 1 << 30)
    let source = input.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.next_in = UnsafeMutablePointer(mutating: source)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(room)
    guard deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
    return room - Int(stream.pointee.avail_out)
  }
}
