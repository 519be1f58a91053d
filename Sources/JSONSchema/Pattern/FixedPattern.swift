/// A pattern such as `^\d{4}-\d{2}$`: a fixed number of ASCII characters, each of one class.
///
/// No place waits for the one before it, so it runs several bytes a cycle's reach at once.
struct FixedPattern: Sendable {
  /// One bit a distinct set.
  private var sets: [UInt8]
  /// The bit that the set of each place has.
  private var places: [UInt8]

  /// Nil unless the tree is a sequence of single characters between `^` and `$`.
  init?(_ tree: PatternNode) {
    guard case .sequence(let parts) = tree, case .start? = parts.first, case .end? = parts.last,
      let flat = Self.flatten(.sequence(Array(parts[1..<(parts.count - 1)]))), flat.count <= 128
    else { return nil }
    var distinct: [ScalarSet] = []
    places = []
    for set in flat {
      let index = distinct.firstIndex(of: set) ?? distinct.count
      if index == distinct.count { distinct.append(set) }
      guard index < 8 else { return nil }
      places.append(1 << UInt8(index))
    }
    sets = (0..<128).map { (byte: UInt32) in
      var bits: UInt8 = 0
      for (index, set) in distinct.enumerated() where set.contains(byte) {
        bits |= 1 << UInt8(index)
      }
      return bits
    }
  }

  private static func flatten(_ node: PatternNode) -> [ScalarSet]? {
    switch node {
    case .set(let set): return [set]
    case .capture(let body, _): return flatten(body)
    case .sequence(let parts):
      var flat: [ScalarSet] = []
      for part in parts {
        guard let more = flatten(part), flat.count + more.count <= 128 else { return nil }
        flat += more
      }
      return flat
    case .loop(let body, let min, let max?, _, _) where min == max && min <= 128:
      guard let once = flatten(body), once.count * min <= 128 else { return nil }
      return Array(repeatElement(once, count: min).joined())
    default: return nil
    }
  }

  /// Whether it matches; nil when only the general way can tell, as the text is not ASCII.
  @inline(__always)
  func matches(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool? {
    let sets = self.sets.span
    let places = self.places.span
    if range.count != places.count { return range.count < places.count ? false : nil }
    var isFine: UInt8 = 1
    var other: UInt8 = 0
    var i = 0
    while i < places.count {
      let byte = bytes[range.lowerBound &+ i]
      other |= byte
      isFine &= (sets[unchecked: Int(byte & 0x7F)] & places[unchecked: i]) == 0 ? 0 : 1
      i &+= 1
    }
    return other >= 0x80 ? nil : isFine == 1
  }
}
