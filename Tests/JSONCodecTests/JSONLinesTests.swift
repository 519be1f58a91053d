import JSONCodec
import TestSupport
import Testing

@Suite struct JSONLinesTests {
  @Test func lineEndsAreFoundAtEveryPlace() {
    for length in 0..<80 {
      for place in 0..<max(length, 1) {
        var bytes = [UInt8](repeating: 0x8A, count: length)
        if place < length { bytes[place] = 0x0A }
        for start in 0...length {
          let expected = bytes[start...].firstIndex(of: 0x0A)
          #expect(nextLineEnd(bytes, from: start) == expected)
        }
      }
    }
  }

  @Test func neighboursOfALineFeedAreNone() {
    let bytes = [UInt8](repeating: 0x0B, count: 70) + [0x09, 0x8A, 0x0A, 0x0A]
    #expect(nextLineEnd(bytes, from: 0) == 72)
  }

  @Test func linesAreCut() throws {
    let bytes = Array("{\"a\":1}\r\n \t\r\n\n\u{1E}{}\nend".utf8)
    var lines: [JSONLines.Line] = []
    var start = 0
    while let line = JSONLines.line(in: bytes.span, from: start) {
      lines.append(line)
      start = line.next
    }
    #expect(lines.map(\.content) == [0..<8, 9..<12, 13..<13, 15..<17, 18..<21])
    #expect(lines.map(\.isBlank) == [false, true, true, false, false])
    #expect(lines.map(\.recordSeparator) == [nil, nil, nil, 14, nil])
    #expect(start == 21)
  }

  @Test func theByteOrderMarkIsSeen() {
    #expect(byteOrderMark([0xEF, 0xBB, 0xBF, 0x7B]) == 3)
    #expect(byteOrderMark([0xEF, 0xBB]) == 0)
    #expect(byteOrderMark([]) == 0)
  }

  @Test func otherEncodingsAreRecognised() {
    let text = "{\"a\":\"é😀\"}\n"
    for isLittle in [true, false] {
      for mark in ["\u{FEFF}", ""] {
        let bytes = (mark + text).utf16.flatMap { unit in
          let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
          return isLittle ? pair : pair.reversed()
        }
        #expect(oddity(bytes) == .encodingUTF16)
        #expect(utf8(fromUTF16: bytes) == Array(text.utf8))
      }
    }
    #expect(oddity([0x1F, 0x8B, 8]) == .looksLikeGzip)
    #expect(oddity(Array("{}".utf8)) == nil)
    #expect(oddity([0, 0, 0, 0]) == nil)
    #expect(utf8(fromUTF16: Array("{}".utf8)) == nil)
    #expect(utf8(fromUTF16: [0xFF, 0xFE, 0x00, 0xD8]) == nil)
    #expect(utf8(fromUTF16: [0xFF, 0xFE, 0x7B]) == nil)
  }
}
