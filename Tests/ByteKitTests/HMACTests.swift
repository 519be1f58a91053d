import ByteKit
import Testing

/// The test cases of RFC 4231.
@Suite struct HMACTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func `a short key`() {
    let digest = HMAC(key: [UInt8](repeating: 0x0B, count: 20)).digest(of: Array("Hi There".utf8))
    #expect(
      hexadecimal(digest) == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    )
  }

  @Test func `a key of letters`() {
    let text = Array("what do ya want for nothing?".utf8)
    #expect(
      hexadecimal(HMAC(key: Array("Jefe".utf8)).digest(of: text))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  }

  @Test func `a key longer than a block`() {
    let text = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    #expect(
      hexadecimal(HMAC(key: [UInt8](repeating: 0xAA, count: 131)).digest(of: text))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    )
  }

  @Test func `the bytes of a digest are its digits`() {
    var hash = SHA256()
    hash.update(Array("abc".utf8))
    #expect(hexadecimal(hash.digest()) == SHA256.hex(Array("abc".utf8)))
  }
}
