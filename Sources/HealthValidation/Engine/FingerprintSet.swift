import ByteKit

/// A set of fingerprints, 16 bytes a place, or 24 with tags.
///
/// With tags one fingerprint may be there several times, each time under another tag. The set is
/// parted, so that what grows fits the cache of a core and nobody waits for all of it to grow.
struct FingerprintSet {
  private var parts: [FingerprintPart]
  private(set) var count = 0

  private static let partCount = 64

  init(hasTags: Bool) {
    parts = [FingerprintPart](repeating: FingerprintPart(hasTags: hasTags), count: Self.partCount)
  }

  /// What an insertion met.
  enum Insertion {
    /// Nothing like it.
    case new
    /// The same, with the same tag.
    case known
    /// The same under another tag.
    case otherTag
  }

  /// Inserts a fingerprint, unless it is there.
  @inline(__always)
  mutating func insert(_ fingerprint: Fingerprint, tag: UInt64 = 0) -> Insertion {
    let result = parts[Self.part(of: fingerprint)].insert(fingerprint, tag: tag)
    if result != .known { count &+= 1 }
    return result
  }

  /// Reads the place where a fingerprint will be looked for, so that it is in the cache by then.
  @inline(__always)
  func touch(_ fingerprint: Fingerprint) -> UInt64 {
    parts[Self.part(of: fingerprint)].touch(fingerprint)
  }

  /// Calls for each of them.
  func forEach(_ body: (Fingerprint, _ tag: UInt64) -> Void) {
    for part in parts { part.forEach(body) }
  }

  @inline(__always)
  private static func part(of fingerprint: Fingerprint) -> Int {
    Int(truncatingIfNeeded: fingerprint.high) & (partCount &- 1)
  }
}

/// The fingerprints that end in the same bits.
private struct FingerprintPart {
  private var places: [Fingerprint]
  private var tags: [UInt64]
  private var count = 0

  init(hasTags: Bool) {
    places = [Fingerprint](repeating: .none, count: 64)
    tags = hasTags ? [UInt64](repeating: 0, count: 64) : []
  }

  mutating func insert(_ fingerprint: Fingerprint, tag: UInt64) -> FingerprintSet.Insertion {
    if count &* 4 >= places.count &* 3 { grow() }
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: fingerprint.low) & mask
    var result = FingerprintSet.Insertion.new
    while places[place] != .none {
      if places[place] == fingerprint {
        if tags.isEmpty || tags[place] == tag { return .known }
        result = .otherTag
      }
      place = (place &+ 1) & mask
    }
    places[place] = fingerprint
    if !tags.isEmpty { tags[place] = tag }
    count &+= 1
    return result
  }

  @inline(__always)
  func touch(_ fingerprint: Fingerprint) -> UInt64 {
    places[Int(truncatingIfNeeded: fingerprint.low) & (places.count &- 1)].low
  }

  func forEach(_ body: (Fingerprint, _ tag: UInt64) -> Void) {
    for (place, fingerprint) in places.enumerated() where fingerprint != .none {
      body(fingerprint, tags.isEmpty ? 0 : tags[place])
    }
  }

  private mutating func grow() {
    let old = self
    places = [Fingerprint](repeating: .none, count: old.places.count * 2)
    if !tags.isEmpty { tags = [UInt64](repeating: 0, count: places.count) }
    count = 0
    old.forEach { fingerprint, tag in _ = insert(fingerprint, tag: tag) }
  }
}
