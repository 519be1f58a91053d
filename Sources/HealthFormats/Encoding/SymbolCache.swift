import ByteKit
import HealthModel

/// The encoded forms of the symbols of one table: worked out once a symbol, copied from then on.
struct SymbolCache {
  private var ranges: [Range<Int>] = []
  private var bytes: [UInt8] = []
  private var generation = 0

  /// Appends the encoded form of a symbol.
  @inline(__always)
  mutating func append(
    _ symbol: Symbol,
    of table: borrowing SymbolTable,
    generation: Int,
    to out: inout ByteBuffer,
    encode: (Span<UInt8>, inout ByteBuffer) -> Void
  ) {
    let index = Int(symbol.index)
    if index >= ranges.count || ranges[index].upperBound == 0 || self.generation != generation {
      add(symbol, of: table, generation: generation, encode: encode)
    }
    out.append(bytes.span, ranges[index])
  }

  @inline(never)
  private mutating func add(
    _ symbol: Symbol,
    of table: borrowing SymbolTable,
    generation: Int,
    encode: (Span<UInt8>, inout ByteBuffer) -> Void
  ) {
    if self.generation != generation {
      ranges.removeAll()
      bytes.removeAll()
      self.generation = generation
    }
    // Byte 0 is never used, so that an upper bound of 0 means "not yet".
    if bytes.isEmpty { bytes.append(0) }
    while ranges.count <= Int(symbol.index) { ranges.append(0..<0) }
    var text = ByteBuffer(capacity: 128)
    table.append(symbol, to: &text)
    var encoded = ByteBuffer(capacity: 128)
    encode(text.span, &encoded)
    let start = bytes.count
    bytes.append(contentsOf: encoded.bytes)
    ranges[Int(symbol.index)] = start..<bytes.count
  }
}
