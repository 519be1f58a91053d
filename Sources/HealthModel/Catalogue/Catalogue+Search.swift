extension Catalogue {
  /// The types whose name holds a text, or matches a pattern with `*` and `?`.
  ///
  /// Spelling does not matter: `heart rate`, `heart_rate` and `HeartRate` find the same types.
  /// A pattern must match the whole name. An empty text finds everything. What begins with `HK`
  /// is compared with the long identifiers.
  public func search(_ pattern: String) -> [CatalogueEntry] {
    let wanted = Array(Spelling.folded(pattern).utf8)
    let isGlob = wanted.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    let glob = isGlob ? wanted : anywhere(wanted)
    // Long identifiers all begin alike: matching them always would make `type` find everything.
    let isIdentifier = wanted.starts(with: "hk".utf8)
    return entries.filter { entry in
      let folded = Array(Spelling.folded(isIdentifier ? entry.identifier : entry.name).utf8)
      return matches(folded, glob: glob)
    }
  }

  /// The short names nearest to a text that names no type, best first.
  public func suggestions(for text: String, limit: Int = 3) -> [String] {
    let wanted = Array(Spelling.folded(text).utf8)
    guard !wanted.isEmpty else { return [] }
    // One edit in three letters is a slip; more is another word.
    let tolerance = max(1, wanted.count / 3)
    let ranked = entries.compactMap { entry -> (rank: Int, name: String)? in
      let name = Array(Spelling.folded(entry.name).utf8)
      let distance = editDistance(wanted, name)
      if distance <= tolerance { return (distance, entry.name) }
      // A part of a name comes after every slip, the shortest name first.
      guard wanted.count >= 3, matches(name, glob: anywhere(wanted)) else { return nil }
      return (tolerance + name.count, entry.name)
    }
    return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(limit).map(\.name)
  }
}

/// The pattern that finds a text wherever it stands.
private func anywhere(_ text: [UInt8]) -> [UInt8] {
  [UInt8(ascii: "*")] + text + [UInt8(ascii: "*")]
}

/// Whether a text matches a pattern of `*` (any run) and `?` (one byte), without recursion.
private func matches(_ text: [UInt8], glob: [UInt8]) -> Bool {
  var t = 0
  var g = 0
  var lastStar: (glob: Int, text: Int)?
  while t < text.count {
    if g < glob.count, glob[g] == UInt8(ascii: "*") {
      lastStar = (g, t)
      g += 1
    } else if g < glob.count, glob[g] == text[t] || glob[g] == UInt8(ascii: "?") {
      t += 1
      g += 1
    } else if let star = lastStar {
      lastStar = (star.glob, star.text + 1)
      g = star.glob + 1
      t = star.text + 1
    } else {
      return false
    }
  }
  return glob[g...].allSatisfy { $0 == UInt8(ascii: "*") }
}

/// The number of insertions, deletions and changes that make one text the other (Levenshtein).
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var previous = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var current = [i + 1]
    for (j, y) in b.enumerated() {
      current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + (x == y ? 0 : 1)))
    }
    previous = current
  }
  return previous[b.count]
}
