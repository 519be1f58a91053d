/// The digest SHA-256 (FIPS 180-4), for names that have to be the same everywhere and unlike any
/// other.
public struct SHA256 {
  private var state: [8 of UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// A hash of nothing yet.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    count += UInt64(bytes.count)
    var i = 0
    if !rest.isEmpty {
      while rest.count < 64, i < bytes.count {
        rest.append(bytes[i])
        i += 1
      }
      if rest.count < 64 { return }
      let block = rest
      compress(block.span, 0)
      rest.removeAll(keepingCapacity: true)
    }
    while i + 64 <= bytes.count {
      compress(bytes, i)
      i += 64
    }
    while i < bytes.count {
      rest.append(bytes[i])
      i += 1
    }
  }

  /// Adds bytes one by one.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let all = Array(bytes)
    update(all.span)
  }

  /// The digest of some bytes as 64 hexadecimal digits.
  public static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexadecimal()
  }

  /// The digest of all bytes added, as 64 hexadecimal digits.
  public consuming func hexadecimal() -> String {
    finish().map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  /// The 32 bytes of the digest of all bytes added.
  public consuming func digest() -> [UInt8] {
    finish().flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private mutating func finish() -> [UInt32] {
    let bits = count &* 8
    var tail: [UInt8] = [0x80]
    while (rest.count + tail.count) % 64 != 56 { tail.append(0) }
    for i in 0..<8 { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * i))) }
    update(tail.span)
    return state.indices.map { state[$0] }
  }

  private mutating func compress(_ bytes: Span<UInt8>, _ at: Int) {
    var w: [64 of UInt32] = .init(repeating: 0)
    for t in 0..<16 {
      let i = at &+ 4 &* t
      w[t] =
        UInt32(bytes[i]) &<< 24 | UInt32(bytes[i &+ 1]) &<< 16 | UInt32(bytes[i &+ 2]) &<< 8
        | UInt32(bytes[i &+ 3])
    }
    for t in 16..<64 {
      let x = w[t &- 15]
      let y = w[t &- 2]
      let s0 = Self.rotate(x, 7) ^ Self.rotate(x, 18) ^ x &>> 3
      let s1 = Self.rotate(y, 17) ^ Self.rotate(y, 19) ^ y &>> 10
      w[t] = w[t &- 16] &+ s0 &+ w[t &- 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let s1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let first = h &+ s1 &+ (e & f ^ ~e & g) &+ Self.constants[t] &+ w[t]
      let s0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let second = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (i, word) in [a, b, c, d, e, f, g, h].enumerated() { state[i] = state[i] &+ word }
  }

  @inline(__always)
  private static func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x &>> n | x &<< (32 &- n) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2).
  private static let constants: [64 of UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
