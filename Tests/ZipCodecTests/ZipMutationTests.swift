import TestSupport
import Testing
import ZipCodec

@Suite struct ZipMutationTests {
  /// Small archives whose every byte matters.
  static let samples: [[UInt8]] = {
    var maker = ZipMaker(MadeEntry("a.csv", "t,v\n1,2\n1,2\n1,2\n"), MadeEntry("b", "3", method: 0))
    let plain = maker.bytes()
    maker.entries[0].flags = 8
    maker.entries[1].isLong = true
    maker.isLong = true
    maker.prefix = [1, 2, 3]
    maker.comment = [4, 5]
    return [plain, maker.bytes()]
  }()

  @Test func everyTruncationIsAnError() {
    for sample in Self.samples {
      for end in 0..<sample.count {
        #expect(firstError(Array(sample[..<end])) != nil, "cut at \(end)")
      }
      #expect(firstError(sample) == nil)
    }
  }

  @Test func aMissingBeginningIsAnError() {
    let sample = Self.samples[0]
    for start in 1..<sample.count { #expect(firstError(Array(sample[start...])) != nil) }
  }

  @Test func changedBytesNeverTrap() {
    var generator = SplitMix64(seed: testSeed())
    for round in 0..<6000 {
      var bytes = Self.samples[round % 2]
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[place] = 0xFF
        case 2: for index in place..<min(place + 8, bytes.count) { bytes[index] = 0xFF }
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        default: bytes.remove(at: place)
        }
      }
      // Data that come out are within what the archive says.
      guard let opened = try? archive(bytes) else { continue }
      for entry in opened.entries {
        let result = contents(opened, entry, window: 64)
        #expect(result.error != nil || result.data.count == entry.size)
      }
    }
  }
}
