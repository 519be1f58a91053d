extension UnitRegistry {
  /// Symbols that a misspelt name may have meant, best first, at most three.
  func suggestions(for name: String) -> [String] {
    let folded = UnitText(name).folded
    let lower = Array(folded.lowercased())
    guard lower.count <= 40 else { return [] }
    let limit = lower.count <= 1 ? 0 : lower.count <= 4 ? 1 : 2
    var best: [Int: Int] = [:]
    for spellings in [exact, loose] {
      for (spelling, index) in spellings {
        guard abs(spelling.count - lower.count) <= limit,
          let distance = editDistance(lower, Array(spelling.lowercased()), limit: limit)
        else { continue }
        best[index] = min(best[index] ?? .max, distance)
      }
    }
    let ranked = best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return ranked.prefix(3).map { units[$0.key].symbol }
  }

  /// Codes of UCUM that a wrong one may have meant: other case, brackets that are missing.
  func suggestions(forCode name: String) -> [String] {
    func plain(_ code: String) -> String { code.lowercased().filter { $0 != "[" && $0 != "]" } }
    let wanted = Array(plain(name))
    guard wanted.count <= 40 else { return [] }
    let limit = wanted.count <= 2 ? 0 : wanted.count <= 4 ? 1 : 2
    var found: [(distance: Int, code: String)] = []
    for code in ucumAtoms.keys where abs(code.count - wanted.count) <= limit + 2 {
      guard let distance = editDistance(wanted, Array(plain(code)), limit: limit) else { continue }
      found.append((distance, code))
    }
    return found.sorted { ($0.distance, $0.code) < ($1.distance, $1.code) }.prefix(3).map(\.code)
  }

  /// Units of a dimension whose symbols contain the text, in any case: "oz" for a volume.
  func suggestions(for text: String, in dimension: Dimension) -> [String] {
    let lower = UnitText(text).folded.lowercased()
    var found: [String] = []
    for unit in units where unit.dimension == dimension {
      if unit.symbol.lowercased().contains(lower) { found.append(unit.symbol) }
    }
    found.sort { ($0.count, $0) < ($1.count, $1) }
    return Array(found.prefix(3))
  }
}

/// How many characters must be changed, dropped, added or swapped; nil when more than `limit`.
private func editDistance(_ a: [Character], _ b: [Character], limit: Int) -> Int? {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for (row, left) in a.enumerated() {
    var current = [row + 1]
    for (column, right) in b.enumerated() {
      var cost = min(
        last[column] + (left == right ? 0 : 1),
        last[column + 1] + 1,
        current[column] + 1
      )
      if row > 0, column > 0, left == b[column - 1], a[row - 1] == right {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[b.count] <= limit ? last[b.count] : nil
}
