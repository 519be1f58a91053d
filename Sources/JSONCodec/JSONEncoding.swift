/// What the first bytes say when a file is not the UTF-8 text that it should be.
package enum JSONEncoding {
  /// `looksLikeGzip` or `encodingUTF16` when the start of a file shows one of them.
  package static func oddity(_ start: Span<UInt8>) -> JSONError.Code? {
    guard start.count >= 2 else { return nil }
    if start[0] == 0x1F, start[1] == 0x8B { return .looksLikeGzip }  // RFC 1952 §2.3.1
    return utf16Order(start) == nil ? nil : .encodingUTF16
  }

  /// The whole of a UTF-16 text as UTF-8, its byte order mark dropped; nil when it is not UTF-16.
  package static func utf8(fromUTF16 bytes: Span<UInt8>) -> [UInt8]? {
    guard let isLittleEndian = utf16Order(bytes), bytes.count.isMultiple(of: 2) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var i = 0
    while i < bytes.count {
      let low = UInt16(bytes[isLittleEndian ? i : i + 1])
      let high = UInt16(bytes[isLittleEndian ? i + 1 : i])
      units.append(high << 8 | low)
      i += 2
    }
    if units.first == 0xFEFF { units.removeFirst() }
    var out: [UInt8] = []
    out.reserveCapacity(units.count)
    let isBroken = transcode(
      units.makeIterator(),
      from: UTF16.self,
      to: UTF8.self,
      stoppingOnError: true
    ) { out.append($0) }
    return isBroken ? nil : out
  }

  /// Whether UTF-16 is little-endian: from its mark or, since JSON starts with an ASCII character,
  /// from the place of the first zero byte; nil when it is no UTF-16.
  private static func utf16Order(_ bytes: Span<UInt8>) -> Bool? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return true
    case (0xFE, 0xFF): return false
    case (0, let second) where second != 0: return false
    case (let first, 0) where first != 0: return true
    default: return nil
    }
  }
}
