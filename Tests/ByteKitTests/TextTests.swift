import ByteKit
import TestSupport
import Testing

@Suite struct TextTests {
  @Test func validationAgreesWithTheStandardLibrary() {
    var random = SplitMix64(seed: testSeed())
    let pool = Array("plain text ä€𐍈\u{D7FF}\u{E000}\u{10FFFF}\u{800}\u{10000}".utf8)
    for _ in 0..<5_000 {
      var bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8(ascii: "a") }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let piece = Int.random(in: 0..<pool.count, using: &random)
        let end = min(pool.count, piece + Int.random(in: 1...8, using: &random))
        bytes.insert(
          contentsOf: pool[piece..<end],
          at: Int.random(in: 0...bytes.count, using: &random)
        )
      }
      if Int.random(in: 0..<3, using: &random) == 0, !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(
          truncatingIfNeeded: random.next()
        )
      }
      let found = firstInvalidUTF8(bytes.span, 0..<bytes.count)
      #expect((found == nil) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
      if let found {
        #expect(String(validating: bytes[..<found], as: UTF8.self) != nil)
        for end in found + 1...bytes.count where end <= found + 4 {
          #expect(String(validating: bytes[found..<end], as: UTF8.self) == nil)
        }
      }
    }
  }

  @Test(
    arguments: [
      ([0xC0, 0x80], 0), ([0x61, 0xC1, 0xBF], 1), ([0xE0, 0x9F, 0xBF], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
      ([0x61, 0x80], 1), ([0xC3, 0xA4, 0xE2, 0x82], 2), ([0xFF], 0),
      ([0xF4, 0x8F, 0xBF, 0xBF], nil),
    ] as [([UInt8], Int?)]
  )
  func malformedSequencesAreFound(bytes: [UInt8], expected: Int?) {
    #expect(firstInvalidUTF8(bytes.span, 0..<bytes.count) == expected)
  }

  @Test(arguments: [UTF16Decoder.Order.littleEndian, .bigEndian])
  func utf16IsDecodedWhereverItIsCut(order: UTF16Decoder.Order) {
    let text = "a\u{0}ä€\u{FFFF}𐍈 ende"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return order == .littleEndian ? pair : pair.reversed()
    }
    for cut in 0...bytes.count {
      var decoder = UTF16Decoder(order)
      var out: [UInt8] = []
      decoder.decode(Array(bytes[..<cut]).span, into: &out)
      decoder.decode(Array(bytes[cut...]).span, into: &out)
      decoder.finish(into: &out)
      #expect(String(decoding: out, as: UTF8.self) == text)
      #expect(decoder.errorCount == 0)
    }
  }

  @Test(
    arguments: [
      ([0x61, 0x00, 0x00, 0xD8], "a\u{FFFD}", 2, 1), ([0x00, 0xDC, 0x61, 0x00], "\u{FFFD}a", 0, 1),
      ([0x00, 0xD8, 0x61, 0x00], "\u{FFFD}a", 0, 1), ([0x61, 0x00, 0x62], "a\u{FFFD}", 2, 1),
      ([0x00, 0xD8, 0x62], "\u{FFFD}\u{FFFD}", 0, 2),
      ([0x00, 0xD8, 0x00, 0xD8, 0x00, 0xDC], "\u{FFFD}\u{10000}", 0, 1),
    ] as [([UInt8], String, Int, Int)]
  )
  func loneSurrogatesAreReported(bytes: [UInt8], text: String, offset: Int, count: Int) {
    var decoder = UTF16Decoder(.littleEndian)
    var out: [UInt8] = []
    for byte in bytes { decoder.decode([byte].span, into: &out) }
    decoder.finish(into: &out)
    #expect(String(decoding: out, as: UTF8.self) == text)
    #expect(decoder.firstErrorOffset == offset)
    #expect(decoder.errorCount == count)
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], .utf8, 3), ([0xFF, 0xFE, 0x61, 0x00], .utf16LittleEndian, 2),
      ([0xFE, 0xFF, 0x00, 0x61], .utf16BigEndian, 2), ([0x3C, 0, 0x3F, 0], .utf16LittleEndian, 0),
      ([0, 0x3C, 0, 0x3F, 0], .utf16BigEndian, 0), ([0x61, 0x62, 0x63], .utf8, 0), ([], .utf8, 0),
      ([0, 0, 0, 0], .utf8, 0), ([0xEF, 0xBB], .utf8, 0), ([0x61, 0, 0x62, 0x63], .utf8, 0),
    ] as [([UInt8], TextEncoding, Int)]
  )
  func encodingsAreDetected(bytes: [UInt8], encoding: TextEncoding, mark: Int) {
    let found = detectEncoding(bytes.span)
    #expect(found.encoding == encoding)
    #expect(found.markLength == mark)
    #expect((found.encoding.utf16Decoder == nil) == (encoding == .utf8))
  }

  @Test func positionsAgreeWithCountingByHand() {
    var random = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        [0x0A, 0x0D, 0x61, 0x62, 0x8A].randomElement(using: &random, or: 0x61) as UInt8
      }
      let base = Position(byteOffset: 100, line: 7, column: 5)
      var position = base
      for offset in 0...bytes.count {
        #expect(lineAndColumn(of: offset, in: bytes.span, startingAt: base) == position)
        guard offset < bytes.count else { break }
        position.byteOffset += 1
        let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
        if bytes[offset] == 0x0A || (bytes[offset] == 0x0D && next != 0x0A) {
          position.line += 1
          position.column = 1
        } else {
          position.column += 1
        }
      }
      #expect(
        countNewlines(bytes.span, 0..<bytes.count)
          == position.line - base.line
      )
    }
  }
}
