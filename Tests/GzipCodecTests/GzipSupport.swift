import GzipCodec
import TestSupport

/// Everything a decoder says about one input.
struct Outcome: Equatable, CustomStringConvertible {
  var data: [UInt8] = []
  var error: GzipError?
  var warnings: [GzipWarning] = []
  var members = 0

  var description: String {
    "\(data.count) bytes, \(members) members, \(error.map { "\($0)" } ?? "no error"), \(warnings)"
  }
}

/// Decodes with input in pieces that end at `cuts`, and output in windows of a size.
func decode(_ bytes: [UInt8], cuts: [Int] = [], window: Int = 1 << 16) -> Outcome {
  var outcome = Outcome()
  var decoder = GzipDecoder()
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: window, alignment: 1)
  defer { buffer.deallocate() }
  let ends = cuts + [bytes.count]
  var start = 0
  var piece = 0
  while true {
    let isFinal = piece == ends.count - 1
    do {
      let input = bytes.span.extracting(start..<ends[piece])
      let step = try decoder.decode(input, isFinal: isFinal, into: buffer)
      outcome.data.append(contentsOf: buffer[..<step.produced])
      start += step.consumed
      if step.isFinished { break }
      let isStill = step.consumed == 0 && step.produced == 0
      precondition(!(isStill && isFinal), "the decoder does not get further")
      if start == ends[piece], !isFinal, step.produced < window { piece += 1 }
    } catch {
      outcome.error = error
      break
    }
  }
  outcome.members = decoder.memberCount
  outcome.warnings = decoder.warnings
  return outcome
}

/// A gzip member made by this package itself.
func block(_ text: String, level: Int = 6) -> [UInt8] {
  var encoder = BGZFEncoder(level: level)
  var out: [UInt8] = []
  let bytes = Array(text.utf8)
  encoder.encode(bytes.span, to: &out)
  return out
}

/// The size of the block at an index.
func blockSize(_ bytes: [UInt8], at start: Int = 0) -> Int? {
  BGZF.blockSize(bytes.span, at: start)
}

/// Lines such as a table of samples has.
func table(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
  var generator = SplitMix64(seed: seed)
  var out: [UInt8] = []
  while out.count < count {
    let day = 10 + generator.next() % 18
    out += Array("HeartRate,2026-03-\(day)T07:00:00Z,\(generator.next() % 150),count/min\n".utf8)
  }
  return Array(out[..<count])
}

/// SHA-256 (FIPS 180-4), as Linux has none without a package.
func sha256(_ message: [UInt8]) -> String {
  let primes = (2...).lazy.filter { n in !(2..<n).contains { n % $0 == 0 } }
  let constants = primes.prefix(64).map { fraction(Double($0), root: 3) }
  var state = primes.prefix(8).map { fraction(Double($0), root: 2) }
  var padded = message + [0x80]
  while padded.count % 64 != 56 { padded.append(0) }
  padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
  var w = [UInt32](repeating: 0, count: 64)
  for start in stride(from: 0, to: padded.count, by: 64) {
    for i in 0..<16 {
      w[i] = (0..<4).reduce(0) { $0 << 8 | UInt32(padded[start + i * 4 + $1]) }
    }
    for i in 16..<64 {
      let a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3
      let b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10
      w[i] = w[i - 16] &+ a &+ w[i - 7] &+ b
    }
    var s = state
    for i in 0..<64 {
      let e = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let first = s[7] &+ e &+ choice &+ constants[i] &+ w[i]
      let a = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      s = [first &+ a &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for i in 0..<8 { state[i] = state[i] &+ s[i] }
  }
  return state.map { word in
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }.joined()
}

private func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }

/// The first 32 bits of the fraction of a root, found without rounding.
private func fraction(_ n: Double, root: Int) -> UInt32 {
  // The largest r with r^root <= n * 2^(32 * root).
  let scale = root == 2 ? UInt128(1) << 64 : UInt128(1) << 96
  let target = UInt128(n) * scale
  var r: UInt128 = 0
  for bit in (0..<36).reversed() {
    let next = r | UInt128(1) << UInt128(bit)
    if (root == 2 ? next * next : next * next * next) <= target { r = next }
  }
  return UInt32(truncatingIfNeeded: r)
}
