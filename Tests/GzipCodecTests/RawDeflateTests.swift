import GzipCodec
import Testing

@Suite struct RawDeflateTests {
  @Test func oneEncoderAndDecoderServeManyStreams() {
    var deflater = Deflater(level: 6)
    var inflater = RawInflater()
    var packed = [UInt8](repeating: 0, count: 100_000)
    var plain = [UInt8](repeating: 0, count: 100_000)
    for size in [0, 1, 50_000, 3] {
      let data = table(size)
      let count = data.withUnsafeBytes { data in
        packed.withUnsafeMutableBytes { deflater.encode(data, into: $0) }
      }
      inflater.reset()
      let step = packed.withUnsafeBytes { packed in
        plain.withUnsafeMutableBytes { inflater.decode(packed, into: $0) }
      }
      #expect(step.state == .finished && step.consumed == count && step.produced == size)
      #expect(plain[..<size].elementsEqual(data))
    }
  }

  @Test func whatDoesNotFitIsNotWritten() {
    var deflater = Deflater(level: 6)
    let data = table(10_000)
    var small = [UInt8](repeating: 0, count: 20)
    let count = data.withUnsafeBytes { data in
      small.withUnsafeMutableBytes { deflater.encode(data, into: $0) }
    }
    #expect(count == nil)
  }

  @Test func theCRCIsTheUsualOne() {
    func crc(_ bytes: [UInt8], _ before: UInt32 = 0) -> UInt32 {
      crc32(bytes.span, continuing: before)
    }
    let check = Array("123456789".utf8)
    #expect(crc(check) == 0xCBF4_3926)
    #expect(crc(Array(check[4...]), crc(Array(check[..<4]))) == 0xCBF4_3926)
    #expect(crc([]) == 0)
    #expect(crc([], 5) == 5)
  }
}
