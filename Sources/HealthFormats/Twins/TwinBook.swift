import ByteKit

/// What is known of twins over a whole run, in order.
///
/// A sample and a member that are the same pair off as soon as both were seen, so that only what is
/// still alone takes memory: in most exports the samples come first.
struct TwinBook: Sendable {
  /// How many samples of an identity no member has asked for yet.
  private var samples: [Fingerprint: Int] = [:]
  /// Members without a sample so far, by the order in which they came.
  private var members: [Int: TwinNotes.Member] = [:]
  /// The numbers of those members by identity, the earliest first; those before `next` are paired.
  private var waiting: [Fingerprint: (numbers: [Int], next: Int)] = [:]
  private var nextNumber = 0
  private var workouts: Set<Fingerprint> = []

  /// Enters the notes of a chunk; returns the offsets of workouts that were there before.
  mutating func enter(_ notes: TwinNotes) -> [Int] {
    for identity in notes.samples { enter(sample: identity) }
    for member in notes.members { enter(member) }
    var repeated: [Int] = []
    for (identity, offset) in notes.workouts where !workouts.insert(identity).inserted {
      repeated.append(offset)
    }
    return repeated
  }

  private mutating func enter(sample identity: Fingerprint) {
    guard !waiting.isEmpty, let (numbers, next) = waiting[identity] else {
      samples[identity, default: 0] += 1
      return
    }
    members[numbers[next]] = nil
    if next + 1 < numbers.count {
      waiting[identity]?.next += 1
    } else {
      waiting[identity] = nil
    }
  }

  private mutating func enter(_ member: TwinNotes.Member) {
    // One sample is one member's twin: two equal members need two samples.
    if let left = samples[member.identity] {
      samples[member.identity] = left > 1 ? left - 1 : nil
      return
    }
    members[nextNumber] = member
    waiting[member.identity, default: ([], 0)].numbers.append(nextNumber)
    nextNumber += 1
  }

  /// Where the correlations of the members without a sample begin, one by one.
  var orphanPlaces: [Int] { members.values.map(\.offset).sorted() }

  /// The members that have no sample of their own, as NDJSON, and how many they are.
  mutating func orphans() -> (lines: [UInt8], count: Int) {
    var lines: [UInt8] = []
    for (_, member) in members.sorted(by: { $0.key < $1.key }) {
      lines.append(contentsOf: member.json)
      lines.append(0x0A)
    }
    let count = members.count
    members.removeAll()
    waiting.removeAll()
    return (lines, count)
  }
}
