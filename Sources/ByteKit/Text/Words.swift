/// Eight bytes as a little-endian word: the first byte is the lowest.
///
/// The caller has made sure that `at ..< at + 8` lies inside the bytes.
@inline(__always)
func loadWord(_ bytes: Span<UInt8>, _ at: Int) -> UInt64 {
  UInt64(
    littleEndian: bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
  )
}

/// Whether all eight bytes are ASCII digits.
@inline(__always)
func isEightDigits(_ word: UInt64) -> Bool {
  // A digit keeps its high half 3 even after adding 6.
  (word & 0xF0F0_F0F0_F0F0_F0F0) | ((word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) >> 4
    == 0x3333_3333_3333_3333
}

/// The number that eight ASCII digits write: pairs, then fours, then all eight at once.
@inline(__always)
func eightDigits(_ word: UInt64) -> UInt64 {
  let digits = word &- 0x3030_3030_3030_3030
  let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
  let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
  return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
}

/// Marks with its high bit every byte of `word` that equals `byte`, and no other.
@inline(__always)
func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
  let x = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  return ~(((x & low) &+ low) | x | low)
}
