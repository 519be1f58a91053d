import GzipCodec
import TestSupport
import Testing

@Suite struct GzipDecoderTests {
  /// Two members and a header with every field, small enough to cut everywhere.
  static let sample: [UInt8] = {
    let first = block("type,value\nStepCount,12\n")
    let header: [UInt8] =
      [0x1F, 0x8B, 8, 0x1D, 1, 0, 0, 0, 0, 3, 3, 0, 9, 9, 9] + Array("n\0c\0".utf8)
    let second = block("BodyMass,70.5\nBodyMass,70.4\n")
    return first + header + second[18...]
  }()

  @Test func readsItsSample() {
    let outcome = decode(Self.sample)
    #expect(outcome.error == nil && outcome.members == 2)
    let text = "type,value\nStepCount,12\nBodyMass,70.5\nBodyMass,70.4\n"
    #expect(outcome.data == Array(text.utf8))
  }

  @Test func everyCutGivesTheSame() {
    let whole = decode(Self.sample)
    for cut in 0...Self.sample.count {
      for window in [1, 5, 100] {
        #expect(decode(Self.sample, cuts: [cut], window: window) == whole)
      }
    }
  }

  @Test func everyTruncationIsNoticed() {
    let whole = decode(Self.sample)
    let firstSize = BGZF.blockSize(Self.sample.span) ?? 0
    for end in 0..<Self.sample.count {
      let outcome = decode(Array(Self.sample[..<end]))
      #expect(whole.data.starts(with: outcome.data))
      if end == firstSize {
        #expect(outcome.warnings.map(\.kind) == [.missingEndMarker])
      } else if end == firstSize + 1 {
        // One byte could be anything.
        #expect(outcome.warnings.map(\.kind) == [.missingEndMarker, .trailingGarbage])
      } else {
        #expect(outcome.error != nil, "cut at \(end)")
      }
    }
  }

  @Test func changedBytesNeverTrap() {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<4000 {
      var bytes = Self.sample
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        default: bytes.remove(at: place)
        }
      }
      let cut = Int.random(in: 0...bytes.count, using: &generator)
      #expect(decode(bytes, cuts: [cut], window: 7) == decode(bytes))
    }
  }

  @Test func theLimitOfOutputHolds() {
    let bytes = block(String(repeating: "x", count: 50_000))
    for (limit, fails) in [(0, true), (1, true), (49_999, true), (50_000, false)] {
      var decoder = GzipDecoder(outputLimit: limit)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { buffer.deallocate() }
      var produced = 0
      let error: GzipError?
      do throws(GzipError) {
        produced += try decoder.decode(bytes.span, isFinal: true, into: buffer).produced
        let rest = bytes.span.extracting(decoder.inputCount...)
        produced += try decoder.decode(rest, isFinal: true, into: buffer).produced
        error = nil
      } catch let failure {
        error = failure
      }
      #expect(error?.kind == (fails ? .expansionLimit : nil))
      #expect(produced == limit)
    }
  }

  @Test func anErrorStays() {
    var decoder = GzipDecoder()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    defer { buffer.deallocate() }
    let bytes: [UInt8] = [1]
    let good = Self.sample
    for input in [bytes, good, good] {
      let error: GzipError?
      do throws(GzipError) {
        _ = try decoder.decode(input.span, isFinal: false, into: buffer)
        error = nil
      } catch let failure {
        error = failure
      }
      #expect(error == GzipError(.notGzip, offset: 0, memberOffset: 0))
    }
  }

  @Test func aLongNameIsNotKeptWhole() throws {
    let name = [UInt8](repeating: UInt8(ascii: "n"), count: 1 << 20)
    let header: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]
    let bytes = header + name + [0] + block("text")[18...]
    var decoder = GzipDecoder()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
    defer { buffer.deallocate() }
    let step = try decoder.decode(bytes.span, isFinal: true, into: buffer)
    #expect(step.isFinished && step.produced == 4)
    #expect(decoder.firstHeader?.nameBytes?.count == 4096)
    #expect(decoder.firstHeader?.operatingSystem == 3)
  }

  @Test func codesAreUnique() {
    let codes =
      GzipError.Kind.allCases.map(\.rawValue) + GzipWarning.Kind.allCases.map(\.rawValue)
    #expect(Set(codes).count == codes.count)
  }
}
