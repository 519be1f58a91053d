/// Turns UTF-16 into UTF-8, piece by piece; a piece may end anywhere, also inside a unit.
package struct UTF16Decoder: Sendable {
  /// Which byte of a unit comes first.
  package enum Order: Sendable {
    case littleEndian
    case bigEndian
  }

  private let order: Order
  /// The first byte of a unit whose second has not come yet.
  private var half: UInt8?
  /// A high surrogate that waits for its low one.
  private var highSurrogate: UInt16?
  /// How many bytes were read before this piece.
  private var consumed = 0

  /// The byte offset of the first unit that is no character; counts from the first piece.
  package private(set) var firstErrorOffset: Int?
  /// How many units were no characters; each became U+FFFD.
  package private(set) var errorCount = 0

  package init(_ order: Order) { self.order = order }

  /// Appends the characters of the next piece.
  package mutating func decode(_ bytes: Span<UInt8>, into out: inout [UInt8]) {
    var at = 0
    if let first = half, bytes.count > 0 {
      half = nil
      unit(first, bytes[0], at: consumed - 1, into: &out)
      at = 1
    }
    while at + 1 < bytes.count {
      unit(bytes[at], bytes[at + 1], at: consumed + at, into: &out)
      at += 2
    }
    if at < bytes.count { half = bytes[at] }
    consumed += bytes.count
  }

  /// Ends the text; half a unit or half a pair becomes U+FFFD.
  package mutating func finish(into out: inout [UInt8]) {
    if highSurrogate != nil { reject(at: consumed - (half == nil ? 2 : 3), into: &out) }
    if half != nil { reject(at: consumed - 1, into: &out) }
    highSurrogate = nil
    half = nil
  }

  @inline(__always)
  private mutating func unit(
    _ first: UInt8,
    _ second: UInt8,
    at offset: Int,
    into out: inout [UInt8]
  ) {
    let value =
      order == .littleEndian
      ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second)
    if let high = highSurrogate {
      highSurrogate = nil
      if value & 0xFC00 == 0xDC00 {
        append(0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(value & 0x3FF)), to: &out)
        return
      }
      reject(at: offset - 2, into: &out)
    }
    switch value & 0xFC00 {
    case 0xD800: highSurrogate = value
    case 0xDC00: reject(at: offset, into: &out)
    default: append(UInt32(value), to: &out)
    }
  }

  private mutating func reject(at offset: Int, into out: inout [UInt8]) {
    if firstErrorOffset == nil { firstErrorOffset = offset }
    errorCount += 1
    append(0xFFFD, to: &out)
  }

  @inline(__always)
  private func append(_ scalar: UInt32, to out: inout [UInt8]) {
    if scalar < 0x80 {
      out.append(UInt8(scalar))
    } else if scalar < 0x800 {
      out.append(UInt8(0xC0 | scalar >> 6))
      out.append(UInt8(0x80 | scalar & 0x3F))
    } else if scalar < 0x10000 {
      out.append(UInt8(0xE0 | scalar >> 12))
      out.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      out.append(UInt8(0x80 | scalar & 0x3F))
    } else {
      out.append(UInt8(0xF0 | scalar >> 18))
      out.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      out.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      out.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
