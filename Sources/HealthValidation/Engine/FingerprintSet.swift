/// A set of fingerprints, 16 bytes a place.
struct FingerprintSet {
  private var places: [Fingerprint]
  private(set) var count = 0

  init() { places = [Fingerprint](repeating: .none, count: 1 << 12) }

  /// Inserts a fingerprint; false when it was there.
  mutating func insert(_ fingerprint: Fingerprint) -> Bool {
    if count &* 4 >= places.count &* 3 { grow() }
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: fingerprint.low) & mask
    while places[place] != .none {
      if places[place] == fingerprint { return false }
      place = (place &+ 1) & mask
    }
    places[place] = fingerprint
    count &+= 1
    return true
  }

  private mutating func grow() {
    let old = places
    places = [Fingerprint](repeating: .none, count: old.count * 2)
    count = 0
    for fingerprint in old where fingerprint != .none { _ = insert(fingerprint) }
  }
}
