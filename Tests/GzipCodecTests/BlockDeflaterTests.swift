import TestSupport
import Testing

@testable import GzipCodec

/// What the block encoder writes is read back by zlib as it was.
@Suite struct BlockDeflaterTests {
  private func roundTrip(_ data: [UInt8], room: Int? = nil) -> [UInt8]? {
    var deflater = BlockDeflater()
    return roundTrip(data, with: &deflater, room: room)
  }

  private func roundTrip(
    _ data: [UInt8],
    with deflater: inout BlockDeflater,
    room: Int? = nil
  ) -> [UInt8]? {
    var packed = [UInt8](repeating: 0xA5, count: (room ?? data.count + 64) + 16)
    let size = packed.count - 16
    let count = packed.withUnsafeMutableBytes { room in
      data.withUnsafeBytes {
        deflater.encode($0, into: UnsafeMutableRawBufferPointer(rebasing: room[..<size]))
      }
    }
    // Nothing is written beyond the room.
    #expect(packed[size...].allSatisfy { $0 == 0xA5 })
    guard let count else { return nil }
    #expect(count < data.count)
    var plain = [UInt8](repeating: 0, count: data.count + 1)
    var inflater = RawInflater()
    let step = plain.withUnsafeMutableBytes { room in
      packed.withUnsafeBytes {
        inflater.decode(UnsafeRawBufferPointer(rebasing: $0[..<count]), into: room)
      }
    }
    #expect(step.state == .finished)
    #expect(step.consumed == count)
    return Array(plain[..<step.produced])
  }

  @Test func randomText() {
    var random = SplitMix64(seed: testSeed())
    var deflater = BlockDeflater()
    for number in 0..<400 {
      // Alphabets of all sizes, repeats of all lengths and distances.
      let letters = 1 << Int.random(in: 0...8, using: &random)
      let size = Int.random(
        in: 1...(number % 20 == 0 ? BlockDeflater.limit : 3_000),
        using: &random
      )
      var data: [UInt8] = []
      while data.count < size {
        if data.count > 4, Int.random(in: 0..<3, using: &random) > 0 {
          let distance = Int.random(in: 1...min(data.count, 40_000), using: &random)
          for _ in 0..<Int.random(in: 1...400, using: &random) {
            data.append(data[data.count - distance])
          }
        } else {
          for _ in 0..<Int.random(in: 1...20, using: &random) {
            data.append(UInt8(truncatingIfNeeded: Int.random(in: 0..<letters, using: &random)))
          }
        }
      }
      data.removeLast(data.count - size)
      if let plain = roundTrip(data, with: &deflater) { #expect(plain == data, "case \(number)") }
    }
  }

  /// Frequencies like Fibonacci numbers ask for codes longer than 15 bits.
  @Test func longCodes() {
    var data: [UInt8] = []
    var (a, b) = (1, 1)
    for symbol in 0..<22 where data.count + a <= BlockDeflater.limit {
      data += [UInt8](repeating: UInt8(symbol * 11), count: a)
      (a, b) = (b, a + b)
    }
    var random = SplitMix64(seed: testSeed())
    data.shuffle(using: &random)
    #expect(roundTrip(data) == data)
  }

  @Test func lengths() {
    var random = SplitMix64(seed: testSeed())
    var lengths = HuffmanLengths()
    for _ in 0..<500 {
      let count = Int.random(in: 2...286, using: &random)
      let limit = count <= 19 ? 7 : 15
      let frequencies = (0..<count).map { _ in
        UInt32(1) << UInt32.random(in: 0...15, using: &random) - 1
      }
      var result = [UInt8](repeating: 99, count: count)
      lengths.fill(&result, from: frequencies, limit: limit)
      let used = frequencies.indices.filter { frequencies[$0] > 0 }
      #expect(frequencies.indices.allSatisfy { (result[$0] > 0) == (frequencies[$0] > 0) })
      #expect(result.allSatisfy { Int($0) <= limit })
      guard used.count > 1 else { continue }
      // A complete code: Kraft's sum is exactly 1.
      #expect(used.reduce(0) { $0 + 1 << (limit - Int(result[$1])) } == 1 << limit)
      for i in used {
        for j in used where frequencies[i] < frequencies[j] { #expect(result[i] >= result[j]) }
      }
    }
  }

  @Test func edges() {
    for size in [1, 2, 3, 4, 5, 257, 258, 259, 65_280, BlockDeflater.limit] {
      let same = [UInt8](repeating: 7, count: size)
      if let plain = roundTrip(same) { #expect(plain == same) }
      let counting = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      if let plain = roundTrip(counting) { #expect(plain == counting) }
    }
    #expect(roundTrip([]) == nil)
    // Too little room is no crash.
    let text = Array("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20".utf8)
    for room in 0..<text.count { _ = roundTrip(text, room: room) }
  }
}
