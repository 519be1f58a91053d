/// Writes data as BGZF blocks; one for each worker.
public struct BGZFEncoder: ~Copyable, @unchecked Sendable {
  private var deflater: Deflater?
  private var blocks: BlockDeflater?
  // Owned by this value alone, which is why it may change threads.
  private let scratch: UnsafeMutableRawBufferPointer

  /// Makes an encoder; without a level it uses the encoder made for such blocks, which is as small
  /// as level 6 and as fast as level 1.
  ///
  /// zlib's levels go from 1 (fast) to 9 (small), 0 only stores.
  public init(level: Int? = nil) {
    if let level { deflater = Deflater(level: level) } else { blocks = BlockDeflater() }
    scratch = .allocate(byteCount: BGZF.maximumBlockSize, alignment: 16)
  }

  deinit { scratch.deallocate() }

  /// Appends the data as blocks of at most 65,280 bytes each; nothing for no data.
  ///
  /// The blocks depend on these bytes and the level alone. The end marker is the caller's to write.
  public mutating func encode(_ data: Span<UInt8>, to out: inout [UInt8]) {
    data.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + BGZF.maximumDataSize, bytes.count)
        encodeBlock(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: &out)
        start = end
      }
    }
  }

  private mutating func encodeBlock(_ data: UnsafeRawBufferPointer, to out: inout [UInt8]) {
    let room = scratch[BGZF.headerSize..<BGZF.maximumBlockSize - BGZF.trailerSize]
    let body = UnsafeMutableRawBufferPointer(rebasing: room)
    let count = encode(data, into: body) ?? Self.store(data, in: body)
    let size = BGZF.headerSize + count + BGZF.trailerSize
    scratch.copyBytes(from: BGZF.endMarker[..<16])
    put(UInt32(size - 1), count: 2, at: 16)
    put(crc32(data), count: 4, at: size - 8)
    put(UInt32(data.count), count: 4, at: size - 4)
    out.append(contentsOf: scratch[..<size])
  }

  private mutating func encode(
    _ data: UnsafeRawBufferPointer,
    into body: UnsafeMutableRawBufferPointer
  ) -> Int? {
    blocks != nil ? blocks?.encode(data, into: body) : deflater?.encode(data, into: body) ?? nil
  }

  /// One stored block (RFC 1951 §3.2.4), for data that only grow when compressed.
  private static func store(
    _ data: UnsafeRawBufferPointer,
    in body: UnsafeMutableRawBufferPointer
  ) -> Int {
    let length = UInt16(data.count)
    body[0] = 1
    body[1] = UInt8(truncatingIfNeeded: length)
    body[2] = UInt8(truncatingIfNeeded: length >> 8)
    body[3] = ~body[1]
    body[4] = ~body[2]
    UnsafeMutableRawBufferPointer(rebasing: body[5...]).copyMemory(from: data)
    return 5 + data.count
  }

  private func put(_ value: UInt32, count: Int, at offset: Int) {
    for index in 0..<count {
      scratch[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
    }
  }
}
