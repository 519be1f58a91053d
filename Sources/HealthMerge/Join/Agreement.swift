import ByteKit
import HealthUnits
import JSONCodec

/// In what one record differs from another that takes its place.
struct Agreement: OptionSet {
  let rawValue: UInt8
  /// Numbers agree within the rounding of the coarser one.
  static let rounding = Agreement(rawValue: 1)
  /// The loser lacks something.
  static let loserLacks = Agreement(rawValue: 2)
  /// They contradict each other, or the winner lacks something.
  static let contradicts = Agreement(rawValue: 4)

  /// Compares two canonical records.
  ///
  /// Offsets, the order of keys and the spelling of the source are no difference.
  static func of(winner: JSONValue, loser: JSONValue) -> Agreement {
    compare(winner, loser, key: "")
  }

  /// Compares what records measure: value, unit and totals.
  static func ofMeasures(_ a: JSONValue, _ b: JSONValue) -> Agreement {
    var result: Agreement = []
    for name in ["value", "unit", "duration", "totalDistance", "totalEnergyBurned"] {
      switch (a[name], b[name]) {
      case (let x?, let y?): result.formUnion(compare(x, y, key: name))
      case (nil, nil): break
      // Where one knows nothing there is nothing to contradict, but for the value itself.
      default: if name == "value" { result.insert(.contradicts) }
      }
    }
    return result
  }

  private static func compare(_ a: JSONValue, _ b: JSONValue, key: String) -> Agreement {
    if a == b { return [] }
    switch (a, b) {
    case (.number(let x), .number(let y)): return numbers(x, y)
    case (.string(let x), .string(let y)):
      if key == "sourceName", SourceIdentity.folded(x) == SourceIdentity.folded(y) { return [] }
      if key.hasSuffix("Date") || key == "date",
        let first = MergeRecord.time(a), let second = MergeRecord.time(b),
        first.seconds == second.seconds, first.hasOffset == second.hasOffset
      {
        return []
      }
      return .contradicts
    case (.array(let x), .array(let y)):
      guard x.count == y.count else { return y.isEmpty ? .loserLacks : .contradicts }
      return zip(x, y).reduce(into: []) { $0.formUnion(compare($1.0, $1.1, key: "")) }
    case (.object(let x), .object(let y)): return members(x, y)
    default: return .contradicts
    }
  }

  private static func members(
    _ a: [(key: String, value: JSONValue)],
    _ b: [(key: String, value: JSONValue)]
  ) -> Agreement {
    var result: Agreement = []
    let theirs = Dictionary(b.map { ($0.key, $0.value) }) { first, _ in first }
    var shared = 0
    for (key, value) in a {
      if let other = theirs[key] {
        shared += 1
        result.formUnion(compare(value, other, key: key))
      } else {
        result.insert(.loserLacks)
      }
    }
    if shared < theirs.count { result.insert(.contradicts) }
    return result
  }

  /// Numbers that differ by at most half a unit of the last digit of the coarser one.
  private static func numbers(_ x: String, _ y: String) -> Agreement {
    guard let a = Rational(x), let b = Rational(y) else { return .contradicts }
    if a == b { return [] }
    let step = max(lastPlace(x), lastPlace(y))
    guard step.magnitude < 400 else { return .contradicts }
    let half = Rational(10).raised(to: step) / Rational(2)
    let distance = a < b ? b - a : a - b
    return half < distance ? .contradicts : .rounding
  }

  /// The power of ten of the last written digit.
  private static func lastPlace(_ text: String) -> Int {
    let parts = text.lowercased().split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let fraction = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    return exponent - (fraction.count > 1 ? fraction[1].count : 0)
  }
}
