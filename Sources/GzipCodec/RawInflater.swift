import CZlib

/// What one step of a decoder took, gave and found.
public struct InflateStep: Sendable, Equatable {
  /// How the data go on.
  public enum State: Sendable, Equatable {
    /// More input or more room for output is needed.
    case unfinished
    /// The last block ended.
    case finished
    /// The data break the rules of RFC 1951.
    case corrupt
    /// There is no memory for the window.
    case outOfMemory
  }

  /// The bytes of input that were used.
  public var consumed: Int

  /// The bytes of output that were written.
  public var produced: Int

  /// How the data go on.
  public var state: State
}

/// A decoder of deflate data (RFC 1951) without any wrapper, between buffers of the caller.
public struct RawInflater: ~Copyable, @unchecked Sendable {
  // zlib keeps the address of the stream and checks it, so it must not move. The pointer has one
  // owner, this value, which is why it may change threads.
  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  /// Makes a decoder for one or, with `reset`, for many streams.
  public init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    isReady = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Begins a new stream.
  public mutating func reset() {
    if isReady { inflateReset(stream) }
  }

  /// Decodes until the input is used up, the output is full or the stream ends.
  ///
  /// - Parameter isWhole: the input and the room hold the whole stream, so no window is kept.
  public mutating func decode(
    _ input: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer,
    isWhole: Bool = false
  ) -> InflateStep {
    guard isReady else { return InflateStep(consumed: 0, produced: 0, state: .outOfMemory) }
    // zlib counts in 32 bits.
    let wanted = min(input.count, 1 << 30)
    let room = min(output.count, 1 << 30)
    var nowhere: UInt8 = 0
    return withUnsafeMutablePointer(to: &nowhere) { nowhere in
      let source = input.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.next_in = UnsafeMutablePointer(mutating: source)
      stream.pointee.avail_in = UInt32(wanted)
      stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress ?? nowhere
      stream.pointee.avail_out = UInt32(room)
      let result = inflate(stream, isWhole ? Z_FINISH : Z_NO_FLUSH)
      let state: InflateStep.State =
        switch result {
        case Z_OK, Z_BUF_ERROR: .unfinished
        case Z_STREAM_END: .finished
        case Z_MEM_ERROR: .outOfMemory
        default: .corrupt
        }
      return InflateStep(
        consumed: wanted - Int(stream.pointee.avail_in),
        produced: room - Int(stream.pointee.avail_out),
        state: state
      )
    }
  }
}
