/// The keyed digest HMAC-SHA256 (RFC 2104, FIPS 198-1): who lacks the key can neither make it nor
/// try out what it stands for.
public struct HMAC: Sendable {
  private static let blockSize = 64

  private let inner: [UInt8]
  private let outer: [UInt8]

  /// Digests under one key, of any length; a key longer than a block counts by its digest.
  public init(key: [UInt8]) {
    var block = key
    if block.count > Self.blockSize {
      var hash = SHA256()
      hash.update(block.span)
      block = hash.digest()
    }
    block += [UInt8](repeating: 0, count: Self.blockSize - block.count)
    inner = block.map { $0 ^ 0x36 }
    outer = block.map { $0 ^ 0x5C }
  }

  /// The 32 bytes of the digest of a message.
  public func digest(of message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(inner.span)
    hash.update(message.span)
    let first = hash.digest()
    hash = SHA256()
    hash.update(outer.span)
    hash.update(first.span)
    return hash.digest()
  }
}
