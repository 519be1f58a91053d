import HealthModel

extension RunReport {
  /// Adds the report of another input.
  package mutating func add(_ other: RunReport) {
    for index in byKind.indices { byKind[index] += other.byKind[index] }
    samples.merge(other.samples) { mine, theirs in
      var sum = mine
      sum += theirs
      return sum
    }
    sharing += other.sharing
    rejectCounts.merge(other.rejectCounts, uniquingKeysWith: +)
    findingCounts.merge(other.findingCounts, uniquingKeysWith: +)
    Self.add(other.examples, to: &examples)
    Self.add(other.rejectExamples, to: &rejectExamples)
    bytesRead += other.bytesRead
    undecoded += other.undecoded
  }

  private static func add(_ others: [LocatedFinding], to own: inout [LocatedFinding]) {
    for example in others
    where own.lazy.filter({ $0.code == example.code }).count < examplesKept {
      own.append(example)
    }
  }
}
