/// Appends the text of a string without its quotes, every escape replaced by what it stands for.
///
/// The range must come from a parsed token. What is no valid escape is kept as it is.
public func unescapeJSON(_ bytes: Span<UInt8>, _ range: Range<Int>, into out: inout [UInt8]) {
  var clean = range.lowerBound
  var i = clean
  while i < range.upperBound {
    guard bytes[i] == ASCII.backslash, i + 1 < range.upperBound else {
      i += 1
      continue
    }
    appendBytes(bytes, clean..<i, to: &out)
    clean = i
    i += 2
    switch bytes[i - 1] {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): clean += 1  // the byte itself
    case UInt8(ascii: "b"): replace(by: 0x08)
    case UInt8(ascii: "f"): replace(by: 0x0C)
    case UInt8(ascii: "n"): replace(by: ASCII.lineFeed)
    case UInt8(ascii: "r"): replace(by: ASCII.carriageReturn)
    case UInt8(ascii: "t"): replace(by: ASCII.tab)
    case UInt8(ascii: "u"):
      if let (scalar, end) = escapedScalar(bytes, i - 2, range.upperBound) {
        out.append(contentsOf: UTF8.encode(scalar) ?? .init())
        i = end
        clean = end
      }
    default: break
    }
  }
  appendBytes(bytes, clean..<range.upperBound, to: &out)

  func replace(by byte: UInt8) {
    out.append(byte)
    clean = i
  }
}

/// The character of a `\uXXXX` or of a pair of them, and where the escape ends.
private func escapedScalar(
  _ bytes: Span<UInt8>,
  _ start: Int,
  _ end: Int
) -> (Unicode.Scalar, Int)? {
  guard let high = codeUnit(bytes, start, end) else { return nil }
  if let scalar = Unicode.Scalar(high) { return (scalar, start + 6) }
  guard high < 0xDC00, let low = codeUnit(bytes, start + 6, end), 0xDC00...0xDFFF ~= low,
    let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  else { return nil }
  return (scalar, start + 12)
}

private func codeUnit(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
  guard start + 6 <= end, bytes[start] == ASCII.backslash, bytes[start + 1] == UInt8(ascii: "u")
  else { return nil }
  var unit: UInt32 = 0
  for i in (start + 2)..<(start + 6) {
    guard let digit = hexDigit(bytes[i]) else { return nil }
    unit = unit << 4 | digit
  }
  return unit
}

/// Appends a JSON string with its quotes, escaping only what RFC 8259 §7 demands.
///
/// The bytes must be UTF-8; they are not checked.
public func writeJSONString(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout [UInt8]) {
  precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
  let raw = bytes.bytes
  let end = range.upperBound
  var clean = range.lowerBound
  var i = clean
  out.append(ASCII.quote)
  while i < end {
    if i &+ 8 <= end {
      let mask = Words.mustEscape(Words.load(raw, i))
      if mask == 0 {
        i &+= 8
        continue
      }
      i &+= Words.first(mask)
    }
    let byte = bytes[i]
    if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash {
      appendBytes(bytes, clean..<i, to: &out)
      appendEscape(of: byte, to: &out)
      clean = i &+ 1
    }
    i &+= 1
  }
  appendBytes(bytes, clean..<end, to: &out)
  out.append(ASCII.quote)
}

/// Appends a JSON string with its quotes; for text that is not in a buffer.
public func writeJSONString(_ text: String, to out: inout [UInt8]) {
  let bytes = Array(text.utf8)
  writeJSONString(bytes.span, 0..<bytes.count, to: &out)
}

private func appendEscape(of byte: UInt8, to out: inout [UInt8]) {
  out.append(ASCII.backslash)
  switch byte {
  case ASCII.quote, ASCII.backslash: out.append(byte)
  case 0x08: out.append(UInt8(ascii: "b"))
  case 0x0C: out.append(UInt8(ascii: "f"))
  case ASCII.lineFeed: out.append(UInt8(ascii: "n"))
  case ASCII.carriageReturn: out.append(UInt8(ascii: "r"))
  case ASCII.tab: out.append(UInt8(ascii: "t"))
  default:
    let digit = byte & 0xF
    out.append(UInt8(ascii: "u"))
    out.append(UInt8(ascii: "0"))
    out.append(UInt8(ascii: "0"))
    out.append(UInt8(ascii: "0") + byte >> 4)
    out.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

@inline(__always)
func appendBytes(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout [UInt8]) {
  if range.isEmpty { return }
  bytes.extracting(range).withUnsafeBufferPointer { out.append(contentsOf: $0) }
}

/// A name as a JSON pointer writes it (RFC 6901 §3).
package func jsonPointerToken(_ name: String) -> String {
  guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
    return name
  }
  var result = ""
  for scalar in name.unicodeScalars {
    switch scalar {
    case "~": result += "~0"
    case "/": result += "~1"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
