/// Makes one random change to the bytes of a file, unless it has none.
///
/// - Parameters:
///   - pieces: texts that mean something to the file's grammar, to be put in somewhere.
///   - longest: how many bytes are taken out or repeated at most.
///   - change: a change that only this kind of file knows, at a place.
public func damage(
  _ bytes: inout [UInt8],
  with pieces: [[UInt8]],
  longest: Int,
  using generator: inout SplitMix64,
  _ change: (inout [UInt8], _ place: Int, inout SplitMix64) -> Void
) {
  guard !bytes.isEmpty else { return }
  let place = Int.random(in: 0..<bytes.count, using: &generator)
  let other = Int.random(in: 0..<bytes.count, using: &generator)
  let length = min(bytes.count - place, Int.random(in: 1...longest, using: &generator))
  switch Int.random(in: 0..<8, using: &generator) {
  case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
  case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
  case 2: bytes.removeSubrange(place..<place + length)
  case 3: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: other)
  case 4: bytes.removeSubrange(place...)
  case 5: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
  case 6: change(&bytes, place, &generator)
  default: bytes.swapAt(place, other)
  }
}
