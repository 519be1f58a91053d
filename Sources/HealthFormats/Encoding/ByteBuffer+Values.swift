import ByteKit

extension ByteBuffer {
  /// Appends a number of any length by the layout rules of `ExactDecimal.write`.
  mutating func append(longDecimal bytes: Span<UInt8>, _ range: Range<Int>) {
    var text: [UInt8] = []
    writeLongDecimal(bytes, range, to: &text)
    append(contentsOf: text)
  }
}
