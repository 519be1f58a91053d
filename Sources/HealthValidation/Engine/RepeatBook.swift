import ByteKit

/// Finds fingerprints that come again, in bounded memory.
///
/// Up to a limit they are in a set, and repeats are known at once. Beyond it they go to a temporary
/// file in sorted runs, and what comes from then on is told at the end, by merging the runs: the
/// same findings, only later.
struct RepeatBook {
  /// What is told of.
  enum Question {
    /// A fingerprint that was there before.
    case again
    /// A fingerprint that was there before under other tags only.
    case otherTag
  }

  private let question: Question
  private let limit: Int
  private var set: FingerprintSet
  /// Nil as long as the set is enough.
  private var log: FingerprintLog?
  /// What `prepare` read, kept so that it is read at all.
  private var warmth: UInt64 = 0
  /// Whether there can be no file: then the set grows on.
  private var cannotSpill = false

  init(_ question: Question, limit: Int) {
    self.question = question
    self.limit = limit
    set = FingerprintSet(hasTags: question == .otherTag)
  }

  /// Gets ready for the records of a chunk.
  ///
  /// These reads do not wait for each other, as the insertions would: half of their time is saved.
  mutating func prepare(for facts: [RowFact]) {
    guard log == nil else { return }
    var touched: UInt64 = 0
    for fact in facts { touched ^= set.touch(fact.identity) }
    warmth = touched
  }

  /// Enters a fingerprint; true when it is to be told of, which may become known only at the end.
  mutating func insert(_ fingerprint: Fingerprint, tag: UInt64, at place: RepeatPlace) -> Bool {
    if log != nil {
      log?.append(FingerprintLog.Entry(fingerprint: fingerprint, tag: tag, place: place))
      return false
    }
    let found = set.insert(fingerprint, tag: tag)
    if set.count >= limit, !cannotSpill { spill() }
    return question == .again ? found == .known : found == .otherTag
  }

  /// Spills no more: what is told of at the end is looked up in its input again, which may be a pipe.
  mutating func keepInMemory() { cannotSpill = true }

  private mutating func spill() {
    guard var log = try? FingerprintLog(runLimit: max(limit / 3, 16)) else {
      cannotSpill = true
      return
    }
    set.forEach { fingerprint, tag in
      log.append(FingerprintLog.Entry(fingerprint: fingerprint, tag: tag, place: .told))
    }
    set = FingerprintSet(hasTags: question == .otherTag)
    self.log = log
  }

  /// Tells of all repeats that are not told of yet, in no order.
  mutating func tellRest(_ body: (RepeatPlace) -> Void) throws(FileError) {
    guard var log else { return }
    self.log = nil
    var current = Fingerprint.none
    var tags: Set<UInt64> = []
    try log.merge { entry in
      if entry.fingerprint != current {
        current = entry.fingerprint
        tags.removeAll(keepingCapacity: true)
      }
      let isFirst = tags.isEmpty
      let isNewTag = tags.insert(question == .again ? 0 : entry.tag).inserted
      guard !isFirst, entry.place != .told, question == .again || isNewTag else { return }
      body(entry.place)
    }
  }
}

/// Where a record begins: the number of its input and an offset, in the order of the inputs.
struct RepeatPlace: Equatable, Sendable {
  /// The number of the input above 48 bits of offset.
  let word: UInt64

  init(input: Int, offset: Int) {
    word = UInt64(truncatingIfNeeded: input &+ 1) << 48 | UInt64(truncatingIfNeeded: offset)
  }

  init(word: UInt64) { self.word = word }

  /// Before all others, and done with.
  static let told = RepeatPlace(word: 0)

  /// The number of the input.
  var input: Int { Int(word >> 48) - 1 }
  /// The offset at which the record begins.
  var offset: Int { Int(word & (1 << 48 - 1)) }
}
