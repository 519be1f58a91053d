import GzipCodec
import TestSupport
import Testing

@Suite struct BGZFTests {
  static func encode(_ data: [UInt8], level: Int) -> [UInt8] {
    var encoder = BGZFEncoder(level: level)
    var out: [UInt8] = []
    encoder.encode(data.span, to: &out)
    return out + BGZF.endMarker
  }

  static func noise(_ count: Int) -> [UInt8] {
    var generator = SplitMix64(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Reads block by block.
  static func walk(_ bytes: [UInt8]) throws(GzipError) -> (data: [UInt8], starts: [Int]) {
    var decoder = BGZFDecoder()
    var data: [UInt8] = []
    var starts: [Int] = []
    var index = 0
    while index < bytes.count {
      starts.append(index)
      index = try decoder.decode(bytes.span, at: index, to: &data)
    }
    return (data, starts)
  }

  @Test(arguments: [0, 1, 65_279, 65_280, 65_281, 140_000], [0, 1, 3, 9])
  func isReadBackBothWays(size: Int, level: Int) throws {
    for data in [table(size), Self.noise(size), [UInt8](repeating: 0, count: size)] {
      let bytes = Self.encode(data, level: level)
      let blocks = (size + 65_279) / 65_280
      let serial = decode(bytes)
      #expect(serial.data == data && serial.error == nil && serial.warnings.isEmpty)
      #expect(serial.members == blocks + 1)
      let walked = try Self.walk(bytes)
      #expect(walked.data == data && walked.starts.count == blocks + 1)
      for start in walked.starts {
        #expect(blockSize(bytes, at: start) ?? .max <= BGZF.maximumBlockSize)
      }
    }
  }

  @Test func theEndMarkerIsABlockWithoutData() {
    #expect(BGZF.endMarker.count == 28)
    #expect(blockSize(BGZF.endMarker) == 28)
    let outcome = decode(BGZF.endMarker)
    #expect(outcome == Outcome(members: 1))
  }

  @Test func theSameDataGiveTheSameBlocks() {
    let data = table(150_000)
    var encoder = BGZFEncoder()
    var once: [UInt8] = []
    encoder.encode(data.span, to: &once)
    var again: [UInt8] = []
    encoder.encode(data.span.extracting(..<65_280), to: &again)
    encoder.encode(data.span.extracting(65_280...), to: &again)
    #expect(once == again)
  }

  @Test func otherMembersAreNoBlocks() {
    let plain: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0, count: 20)
    #expect(blockSize(plain) == nil)
    for count in 0..<18 {
      #expect(blockSize(Array(BGZF.endMarker[..<count])) == nil)
    }
    #expect(blockSize(BGZF.endMarker, at: 11) == nil)
    #expect(blockSize(BGZF.endMarker, at: 28) == nil)
  }

  @Test func damageToABlockIsNamed() throws {
    let good = block("StepCount,12\nStepCount,13\n")
    func kind(_ change: (inout [UInt8]) -> Void) -> GzipError.Kind? {
      var bytes = good
      change(&bytes)
      do throws(GzipError) {
        _ = try Self.walk(bytes)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind { _ in } == nil)
    #expect(kind { $0[$0.count - 8] ^= 1 } == .crcMismatch)
    #expect(kind { $0[$0.count - 4] += 1 } == .sizeMismatch)
    #expect(kind { $0[$0.count - 4] -= 1 } == .sizeMismatch)
    #expect(kind { $0[$0.count - 1] = 0xFF } == .badBlock)
    #expect(kind { $0.removeLast() } == .truncatedData)
    #expect(kind { $0[18] = 7 } == .badDeflate)
    #expect(kind { $0[16] = 2 } == .badBlock)
  }

  @Test func aFailedBlockAddsNothing() {
    var bytes = block("StepCount,12\n")
    bytes[bytes.count - 8] ^= 1
    var decoder = BGZFDecoder()
    var out = Array("before".utf8)
    let error: GzipError?
    do throws(GzipError) {
      _ = try decoder.decode(bytes.span, at: 0, base: 1000, to: &out)
      error = nil
    } catch let failure {
      error = failure
    }
    #expect(error == GzipError(.crcMismatch, offset: 1000, memberOffset: 1000))
    #expect(out == Array("before".utf8))
  }

  @Test func changedBlocksNeverTrap() {
    var generator = SplitMix64(seed: testSeed())
    let good = block("StepCount,12\nStepCount,13\n") + BGZF.endMarker
    for _ in 0..<4000 {
      var bytes = good
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] = UInt8.random(in: 0...255, using: &generator)
      bytes.removeLast(Int.random(in: 0..<4, using: &generator))
      _ = try? Self.walk(bytes)
    }
  }
}
