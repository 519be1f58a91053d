/// What may stand before the header: byte order marks and a `sep=` line.
struct CSVPreamble {
  /// The offset of the first byte that belongs to the table.
  var end = 0
  /// The offset after the byte order marks.
  var textStart = 0
  /// The delimiter that a `sep=` line names.
  var delimiter: UInt8?
  var notes: [CSVNote] = []

  init(_ bytes: Span<UInt8>) {
    textStart = markEnd(bytes, 0, bytes.count)
    if textStart > 3 || textStart > 0 && bytes[0] == garbledMark[0] {
      notes.append(CSVNote(.damagedHeader, at: 0))
    }
    end = textStart
    readSepLine(bytes)
  }

  /// Excel's hint: the four characters `sep=`, one delimiter and a line end, perhaps in quotes.
  private mutating func readSepLine(_ bytes: Span<UInt8>) {
    var index = textStart
    let isQuoted = index < bytes.count && bytes[index] == Byte.quote
    if isQuoted { index += 1 }
    guard index + 4 < bytes.count else { return }
    // Bit 5 is what tells a small letter from a capital one: s, e, p and then the sign itself.
    let isHint =
      bytes[index] | 0x20 == 0x73 && bytes[index + 1] | 0x20 == 0x65
      && bytes[index + 2] | 0x20 == 0x70 && bytes[index + 3] == Byte.equals
    guard isHint, isDelimiter(bytes[index + 4]) else { return }
    let found = bytes[index + 4]
    index += 5
    if isQuoted {
      guard index < bytes.count, bytes[index] == Byte.quote else { return }
      index += 1
    }
    let isAtEnd = index == bytes.count
    guard isAtEnd || bytes[index] == Byte.lineFeed || bytes[index] == Byte.carriageReturn else {
      return
    }
    end = CSVTokenizer.endOfLine(bytes, from: index, isFinal: true) ?? index
    delimiter = found
    notes.append(CSVNote(.sepLine, at: textStart))
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    let isLetter = (byte | 0x20) &- 0x61 < 26
    return byte == Byte.tab
      || byte >= Byte.space && byte < 0x7F && byte != Byte.quote && !isLetter
        && !isDigit(byte)
  }
}

/// U+FEFF in UTF-8.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
/// The three bytes of U+FEFF read as Latin-1 and encoded again.
private let garbledMark: [UInt8] = [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]

/// The offset after all byte order marks, whole or garbled, that stand at an offset.
func markEnd(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
  var index = start
  while true {
    if has(bytes, index, end, byteOrderMark.span) {
      index += byteOrderMark.count
    } else if has(bytes, index, end, garbledMark.span) {
      index += garbledMark.count
    } else {
      return index
    }
  }
}

private func has(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ mark: Span<UInt8>) -> Bool {
  guard end - start >= mark.count else { return false }
  for index in mark.indices where bytes[start + index] != mark[index] { return false }
  return true
}
