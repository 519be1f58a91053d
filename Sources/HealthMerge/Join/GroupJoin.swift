/// Which of several groups with one key stays, and what became of the others.
struct GroupJoin {
  /// The groups that stay, one unless both sides of a conflict are kept.
  var kept: [Int] = []
  /// What became of the others.
  var replaced: [(group: Int, outcome: MergeOutcome)] = []
  /// The groups that are the same as each kept one, itself included.
  var holders: [[Int]] = []
  /// Groups that stay although they contradict the greatest one.
  var keptConflicts: [Int] = []

  init(_ groups: [RecordGroup], _ policy: ConflictPolicy) {
    let ranks = groups.map(\.rank)
    let order = groups.indices.sorted { ranks[$1] < ranks[$0] }
    guard var winner = order.first else { return }
    if policy == .first {
      let isDisputed = order.contains {
        groups[$0].outcome(replacedBy: groups[winner]) == .conflict
      }
      if isDisputed {
        winner = order.min { groups[$0].snapshot < groups[$1].snapshot } ?? winner
      }
    }
    kept = [winner]
    holders = [[winner]]
    for index in order where index != winner {
      var outcome = MergeOutcome.conflict
      for (place, other) in kept.enumerated() {
        outcome = groups[index].outcome(replacedBy: groups[other])
        if outcome == .identical { holders[place].append(index) }
        if outcome != .conflict { break }
      }
      if outcome == .conflict, policy == .keepBoth {
        kept.append(index)
        holders.append([index])
        keptConflicts.append(index)
      } else {
        replaced.append((index, outcome))
      }
    }
  }
}
