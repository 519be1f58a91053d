/// The coarsest division of all characters that keeps apart what some set keeps apart.
struct CharacterClasses: Sendable {
  /// The number of classes.
  private(set) var count = 1
  /// The class of each ASCII character.
  private(set) var ascii = [UInt16](repeating: 0, count: 128)
  private var starts: [UInt32] = [0]
  private var classes: [UInt16] = [0]
  private var members: [Bool] = []

  /// More work than this is no honest pattern.
  private static let workLimit = 4_000_000

  /// One class of all characters.
  init() {}

  /// Nil when the sets cut the characters into more pieces than any honest pattern does.
  init?(limited sets: [ScalarSet]) {
    if sets.isEmpty { return }
    var borders: Set<UInt32> = [0]
    for set in sets {
      for range in set.ranges {
        borders.insert(range.lowerBound)
        borders.insert(range.upperBound + 1)
      }
    }
    starts = borders.sorted()
    guard starts.count * sets.count <= Self.workLimit else { return nil }
    var known: [[Bool]: UInt16] = [:]
    classes = []
    for start in starts {
      let signature = sets.map { $0.contains(start) }
      let index = known[signature] ?? UInt16(known.count)
      if Int(index) == known.count {
        guard known.count < Int(UInt16.max) else { return nil }
        known[signature] = index
        members.append(contentsOf: signature)
      }
      classes.append(index)
    }
    count = known.count
    // Stored by class above; the steps ask by set.
    var bySet = [Bool](repeating: false, count: members.count)
    for index in 0..<count {
      for set in sets.indices { bySet[set * count + index] = members[index * sets.count + set] }
    }
    members = bySet
    for scalar in 0..<128 { ascii[scalar] = classOf(UInt32(scalar)) }
  }

  func classOf(_ scalar: UInt32) -> UInt16 {
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return classes[low]
  }

  @inline(__always)
  func contains(_ set: Int, _ index: Int) -> Bool { members[set * count + index] }
}
