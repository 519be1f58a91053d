import XMLCodec

/// The slow twin of `XMLText`: characters by the standard library, one method a rule of XML 1.0.
struct SlowText {
  private let bytes: ArraySlice<UInt8>
  private var i: Int
  private var text = String.UnicodeScalarView()
  private var flaws: XMLTextFlaws = []

  static func decode(_ bytes: [UInt8], _ range: Range<Int>) -> (text: String, flaws: XMLTextFlaws) {
    var decoder = SlowText(bytes[range])
    decoder.run()
    return (String(decoder.text), decoder.flaws)
  }

  static func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { (0x20...0x7F).contains($0) && $0 != UInt8(ascii: "&") }
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    i = bytes.startIndex
  }

  private mutating func run() {
    while i < bytes.endIndex {
      guard let (scalar, length) = scalar() else {
        flaws.insert(.invalidUTF8)
        text.append("\u{FFFD}")
        i += 1
        continue
      }
      i += length
      switch scalar {
      case "&": reference()
      case "\r":
        if i < bytes.endIndex, bytes[i] == 0x0A { i += 1 }
        text.append(" ")
      case "\t", "\n": text.append(" ")
      default: append(scalar)
      }
    }
  }

  /// 2.2: what a document must not contain, written or referred to.
  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: text.append(scalar)
    default:
      flaws.insert(.controlCharacter)
      text.append(" ")
    }
  }

  /// 4.1: the reference whose `&` was read.
  private mutating func reference() {
    let known: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    // A reference has at most 16 bytes.
    let name = bytes[i...].prefix(15).prefix { $0 != UInt8(ascii: ";") }
    let isClosed = name.endIndex < bytes.endIndex && name.count < 15
    let string = String(decoding: name, as: UTF8.self)
    if isClosed, let scalar = known[string] ?? character(string) {
      append(scalar)
      i = name.endIndex + 1
    } else {
      flaws.insert(.unknownEntity)
      text.append("&")
    }
  }

  private func character(_ name: String) -> Unicode.Scalar? {
    guard name.first == "#" else { return nil }
    let isHex = name.dropFirst().first == "x" || name.dropFirst().first == "X"
    let digits = name.dropFirst(isHex ? 2 : 1).map { $0.isASCII ? $0.hexDigitValue ?? 99 : 99 }
    let radix = isHex ? 16 : 10
    guard !digits.isEmpty, digits.allSatisfy({ $0 < radix }) else { return nil }
    let value = digits.reduce(0) { min($0 * radix + $1, 0x11_0000) }
    return Unicode.Scalar(UInt32(value))
  }

  /// The character whose bytes stand at `i`.
  private func scalar() -> (Unicode.Scalar, Int)? {
    for length in 1...4 where i + length <= bytes.endIndex {
      let text = String(validating: bytes[i..<i + length], as: UTF8.self)
      if let text, let scalar = text.unicodeScalars.first { return (scalar, length) }
    }
    return nil
  }
}
