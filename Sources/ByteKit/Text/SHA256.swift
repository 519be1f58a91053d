/// The SHA-256 digest (FIPS 180-4), for names that have to be the same everywhere and unlike any
/// other.
///
/// It is fed at most some lines at a time: written to be read, not to be fast.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// The digest of nothing yet.
  public init() {}

  /// Takes in more bytes.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      byteCount += 1
      if pending.count == 64 { takeBlock() }
    }
  }

  /// The 32 bytes of the digest.
  public consuming func finish() -> [UInt8] {
    // §5.1.1: a one, zeros up to eight bytes before the end of a block, the length in bits.
    let bitCount = byteCount &* 8
    update(CollectionOfOne(0x80))
    while pending.count != 56 { update(CollectionOfOne(0)) }
    update((0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) })
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  /// The digest of some bytes as 64 hexadecimal digits.
  public static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var digest = SHA256()
    digest.update(bytes)
    let digits = Array("0123456789abcdef".utf8)
    let text = digest.finish().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// §6.2.2: mixes one block of 64 bytes into the state.
  private mutating func takeBlock() {
    var w = stride(from: 0, to: 64, by: 4).map { i in
      pending[i..<i + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<64 {
      let s0 = w[t - 15].rotated(7) ^ w[t - 15].rotated(18) ^ w[t - 15] >> 3
      let s1 = w[t - 2].rotated(17) ^ w[t - 2].rotated(19) ^ w[t - 2] >> 10
      w.append(w[t - 16] &+ s0 &+ w[t - 7] &+ s1)
    }
    var v = state
    for t in 0..<64 {
      let s1 = v[4].rotated(6) ^ v[4].rotated(11) ^ v[4].rotated(25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ s1 &+ choice &+ Self.constants[t] &+ w[t]
      let s0 = v[0].rotated(2) ^ v[0].rotated(13) ^ v[0].rotated(22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v.removeLast()
      v.insert(first &+ s0 &+ majority, at: 0)
      v[4] = v[4] &+ first
    }
    for i in 0..<8 { state[i] = state[i] &+ v[i] }
    pending.removeAll(keepingCapacity: true)
  }

  /// §4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  ///
  /// Reckoned rather than listed: the greatest whole r with r³ <= p · 2⁹⁶ ends in those bits.
  private static let constants: [UInt32] = primes(64).map { prime in
    let target = UInt128(prime) << 96
    var root: UInt128 = 0
    for bit in (0..<35).reversed() {
      let next = root | 1 << UInt128(bit)
      if next * next * next <= target { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static func primes(_ count: Int) -> [Int] {
    var found: [Int] = []
    var number = 2
    while found.count < count {
      if found.allSatisfy({ !number.isMultiple(of: $0) }) { found.append(number) }
      number += 1
    }
    return found
  }
}

extension UInt32 {
  fileprivate func rotated(_ n: UInt32) -> UInt32 { self >> n | self << (32 - n) }
}
