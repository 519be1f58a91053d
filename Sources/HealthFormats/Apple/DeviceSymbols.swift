import ByteKit
import HealthModel
import XMLCodec

extension SymbolTables {
  /// The symbol of a device's text, which must not be empty; `meaning` gives its JSON object and
  /// flags when the text is new.
  ///
  /// The memory address at the front of Apple's descriptions is no part of what is compared.
  @inline(__always)
  mutating func internDevice(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    meaning: (Span<UInt8>, Range<Int>) -> (json: [UInt8], flags: UInt8)
  ) -> Symbol {
    // Keys without an address begin with the comma: other texts that do are kept apart by a mark.
    if bytes[range.lowerBound] == UInt8(ascii: ",") || bytes[range.lowerBound] == Self.mark {
      let marked = [Self.mark] + bytes.extracting(range).withUnsafeBufferPointer { Array($0) }
      return device.find(marked.span, 0..<marked.count)
        ?? add(meaning(bytes, range), as: marked.span, 0..<marked.count)
    }
    let key = AppleDevice.identity(bytes, range)
    return device.find(bytes, key) ?? add(meaning(bytes, range), as: bytes, key)
  }

  /// The symbol of a device by its decoded description.
  mutating func internDevice(_ description: String) -> Symbol {
    let bytes = XMLText.encoded(description)
    return internDevice(bytes.span, 0..<bytes.count) { _, _ in
      (AppleDevice.json(description), 0)
    }
  }

  /// A byte that begins no text.
  private static var mark: UInt8 { 0xFF }

  private mutating func add(
    _ meaning: (json: [UInt8], flags: UInt8),
    as bytes: Span<UInt8>,
    _ key: Range<Int>
  ) -> Symbol {
    device.add(bytes, key, text: meaning.json.span, flags: meaning.flags)
  }
}

extension AppleDevice {
  /// The part of a written device that identifies it: all after the memory address, where there is
  /// one in the form in which exports write it, and else all of it.
  @inline(__always)
  static func identity(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    let opening =
      bytes.starts(with: "&lt;&lt;HKDevice: 0x", at: range.lowerBound)
      ? 20 : bytes.starts(with: "<<HKDevice: 0x", at: range.lowerBound) ? 14 : 0
    if opening == 0 { return range }
    var i = range.lowerBound &+ opening
    while i < range.upperBound, isAddress(bytes[i]) { i &+= 1 }
    let close = bytes.starts(with: "&gt;,", at: i) ? 4 : bytes.starts(with: ">,", at: i) ? 2 : 0
    let comma = i &+ close &- 1
    return close > 0 && comma < range.upperBound ? comma..<range.upperBound : range
  }

  /// Whether a byte may stand in an address: letters and digits, of which nothing else is made.
  @inline(__always)
  private static func isAddress(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte < 0x80 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }
}
