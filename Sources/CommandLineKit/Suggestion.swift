/// The one candidate that was probably meant, or nil when none is close or several are equally
/// close.
public func suggestion(for typed: String, among candidates: [String]) -> String? {
  let key = Array(typed.lowercased())
  let letters = key.count { $0 != "-" }
  // One letter could be anything.
  guard letters >= 2 else { return nil }
  let candidates = Set(candidates)
  let longer = candidates.filter { $0.lowercased().starts(with: key) }
  guard longer.isEmpty else { return longer.count == 1 ? longer.first : nil }
  // A third of the letters may be wrong: more would offer words that have nothing in common.
  let limit = min(3, max(1, letters / 3))
  let distances = candidates.map { (word: $0, distance: editDistance(key, Array($0.lowercased()))) }
  let least = distances.map(\.distance).min() ?? .max
  let best = distances.filter { $0.distance == least }
  return least <= limit && best.count == 1 ? best.first?.word : nil
}

/// The Damerau-Levenshtein distance in which no part is edited twice: insertions, deletions,
/// replacements and exchanges of neighbours.
package func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

/// Words as a sentence lists them: `a, b or c`.
public func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
