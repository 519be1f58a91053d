import CZlib

/// The CRC-32 of gzip and zip (RFC 1952 §8), continued from the CRC of what came before.
public func crc32(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
  guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return crc }
  return UInt32(truncatingIfNeeded: crc32_z(UInt(crc), start, z_size_t(bytes.count)))
}

/// The CRC-32 of gzip and zip (RFC 1952 §8), continued from the CRC of what came before.
public func crc32(_ bytes: Span<UInt8>, continuing crc: UInt32 = 0) -> UInt32 {
  bytes.withUnsafeBytes { crc32($0, continuing: crc) }
}
