/// A set of Unicode scalars: sorted ranges that neither touch nor overlap.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  static let last: UInt32 = 0x10_FFFF
  static let all = ScalarSet([0...last])

  init() {}

  init(_ ranges: [ClosedRange<UInt32>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = self.ranges.last, range.lowerBound <= previous.upperBound &+ 1 {
        let upper = max(previous.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = previous.lowerBound...upper
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  var inverted: ScalarSet {
    var result = ScalarSet()
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.ranges.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { result.ranges.append(next...Self.last) }
    return result
  }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }

  static func union(_ sets: [ScalarSet]) -> ScalarSet { ScalarSet(sets.flatMap(\.ranges)) }
}

extension ScalarSet {
  /// `\d` of ECMA-262 §22.2.2.9.
  static let digits = ScalarSet([0x30...0x39])

  /// `\w`, ASCII only.
  static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// `\s`: WhiteSpace and LineTerminator of ECMA-262 §12.2 and §12.3.
  static let blanks = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// What `.` does not match.
  static let lineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
}
