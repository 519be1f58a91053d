import ByteKit
import HealthModel

/// Finds the strong identifier of a row without parsing its metadata.
enum IdentifierScan {
  private struct Key {
    var namespace: StrongID.Namespace
    /// The key with its quotes and the colon.
    var text: [UInt8]
  }

  private static let keys: [Key] = StrongID.Namespace.allCases.flatMap { namespace in
    namespace.metadataKeys.map { Key(namespace: namespace, text: Array("\"\($0)\":".utf8)) }
  }

  private static let firstLetters: Set<UInt8> = Set(keys.map { $0.text[1] })

  /// A hash of namespace, source and identifier, never 0; 0 when there is no identifier.
  static func hash(_ row: RecordRow, of batch: borrowing RecordBatch) -> UInt64 {
    var best: (namespace: StrongID.Namespace, bytes: [UInt8])?
    if !row.uuid.isEmpty {
      best = (.uuid, slice(batch.arena.span, row.uuid.range))
    }
    if !row.metadata.isEmpty { scan(batch.arena.span, row.metadata.range, &best) }
    guard let best else { return 0 }
    let source = Array(SourceIdentity.folded(batch.symbols.source.text(row.source)).utf8)
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(best.namespace.rawValue)
    for bytes in [source, best.bytes] {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = fold(hash ^ UInt64(bytes.count))
    }
    return hash == 0 ? 1 : hash
  }

  private static func fold(_ x: UInt64) -> UInt64 {
    let product = x.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  private static func slice(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    bytes.extracting(range).withUnsafeBufferPointer { [UInt8]($0) }
  }

  private static func scan(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ best: inout (namespace: StrongID.Namespace, bytes: [UInt8])?
  ) {
    var i = range.lowerBound
    while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: i, to: range.upperBound) {
      i = quote + 1
      guard i < range.upperBound, firstLetters.contains(bytes[i]) else { continue }
      for key in keys where best.map({ key.namespace.rawValue < $0.namespace.rawValue }) ?? true {
        let end = quote + key.text.count
        guard end < range.upperBound,
          compareBytes(bytes, quote..<end, key.text.span, 0..<key.text.count) == 0
        else { continue }
        let value = value(bytes, end, range.upperBound)
        if value.count > 0 { best = (key.namespace, slice(bytes, value)) }
      }
    }
  }

  /// The text of a string, without its quotes, or a number.
  private static func value(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Range<Int> {
    var first = start
    // The first of several values given to one key counts.
    if bytes[first] == UInt8(ascii: "["), first + 1 < end { first += 1 }
    if bytes[first] == UInt8(ascii: "\"") {
      var i = first + 1
      while i < end, bytes[i] != UInt8(ascii: "\"") {
        i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1
      }
      return first + 1..<min(i, end)
    }
    var i = first
    while i < end, bytes[i] != UInt8(ascii: ","), bytes[i] != UInt8(ascii: "}"),
      bytes[i] != UInt8(ascii: "]")
    {
      i += 1
    }
    return first..<i
  }
}
