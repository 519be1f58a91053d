/// One step of a compiled regular expression; without a jump the next one follows.
struct PatternStep: Sendable {
  enum Operation: UInt8, Sendable {
    /// Takes a character of set `a`, forward or (`setBack`) in front of the place.
    case set
    case setBack
    /// Goes on at `a` or at `b`.
    case split
    /// Goes on at `a`.
    case jump
    case start
    case end
    /// A word boundary, or none when `a` is 1.
    case boundary
    /// Runs the steps from the next to `a` on their own; `b` is 1 when they must not match.
    case look
    /// Stores the place in slot `a`.
    case save
    /// Forgets the slots from `a` to before `b`.
    case clear
    /// Fails when no character was taken since slot `a` was saved.
    case progress
    /// Takes what group `a` took, forward or (`referenceBack`) in front of the place.
    case reference
    case referenceBack
    case match
  }

  var operation: Operation
  var a: Int32 = 0
  var b: Int32 = 0
}

/// A regular expression as a flat program over classes of characters.
struct PatternProgram: Sendable {
  var steps: [PatternStep] = []
  /// The sets that the steps name.
  var sets: [ScalarSet] = []
  /// The number of places that `save` stores.
  var slotCount = 0
  /// Whether it has no look-around, reference or word boundary, and so is a regular language.
  var isRegular = true
  var hasReferences = false
  var classes = CharacterClasses()

  static let stepLimit = 60_000

  init(_ tree: PatternNode, groups: Int) throws(PatternError) {
    slotCount = 2 * (groups + 1)
    try emit(tree, back: false)
    try append(.match)
    guard let classes = CharacterClasses(limited: sets) else {
      throw PatternError(.tooLarge, at: 0)
    }
    self.classes = classes
  }

  private mutating func append(
    _ operation: PatternStep.Operation,
    _ a: Int = 0,
    _ b: Int = 0
  ) throws(PatternError) {
    guard steps.count < Self.stepLimit else { throw PatternError(.tooLarge, at: 0) }
    steps.append(PatternStep(operation: operation, a: Int32(a), b: Int32(b)))
  }

  private mutating func index(of set: ScalarSet) -> Int {
    if let index = sets.lastIndex(of: set) { return index }
    sets.append(set)
    return sets.count - 1
  }

  private mutating func emit(_ node: PatternNode, back: Bool) throws(PatternError) {
    switch node {
    case .empty: break
    case .set(let set): try append(back ? .setBack : .set, index(of: set))
    case .sequence(let parts):
      for part in back ? parts.reversed() : parts { try emit(part, back: back) }
    case .choice(let branches): try emitChoice(branches, back)
    case .loop: try emitLoop(node, back)
    case .capture(let body, let group):
      try append(.save, 2 * group + (back ? 1 : 0))
      try emit(body, back: back)
      try append(.save, 2 * group + (back ? 0 : 1))
    case .start: try append(.start)
    case .end: try append(.end)
    case .wordBoundary(let isNegated):
      isRegular = false
      try append(.boundary, isNegated ? 1 : 0)
    case .look(let body, let isAhead, let isNegated):
      isRegular = false
      let look = steps.count
      try append(.look, 0, isNegated ? 1 : 0)
      try emit(body, back: !isAhead)
      try append(.match)
      steps[look].a = Int32(steps.count)
    case .reference(let group):
      isRegular = false
      hasReferences = true
      try append(back ? .referenceBack : .reference, group)
    }
  }

  private mutating func emitChoice(_ branches: [PatternNode], _ back: Bool) throws(PatternError) {
    var jumps: [Int] = []
    for (position, branch) in branches.enumerated() {
      guard position < branches.count - 1 else {
        try emit(branch, back: back)
        break
      }
      let split = steps.count
      try append(.split, split + 1)
      try emit(branch, back: back)
      jumps.append(steps.count)
      try append(.jump)
      steps[split].b = Int32(steps.count)
    }
    for jump in jumps { steps[jump].a = Int32(steps.count) }
  }

  private mutating func emitLoop(_ node: PatternNode, _ back: Bool) throws(PatternError) {
    guard case .loop(let body, let min, let max, let isGreedy, let groups) = node else { return }
    let isNullable = body.isNullable
    func emitBody(_ program: inout PatternProgram, checked: Bool) throws(PatternError) {
      if !groups.isEmpty {
        try program.append(.clear, 2 * groups.lowerBound, 2 * groups.upperBound)
      }
      guard checked, isNullable else { return try program.emit(body, back: back) }
      let slot = program.slotCount
      program.slotCount += 1
      try program.append(.save, slot)
      try program.emit(body, back: back)
      try program.append(.progress, slot)
    }
    for _ in 0..<min {
      let before = steps.count
      try emitBody(&self, checked: false)
      if steps.count == before { break }  // of nothing, once is enough
    }
    if let max {
      var splits: [Int] = []
      for _ in min..<max {
        splits.append(steps.count)
        try append(.split)
        try emitBody(&self, checked: true)
      }
      for split in splits { setSplit(split, split + 1, steps.count, isGreedy) }
    } else {
      let split = steps.count
      try append(.split)
      try emitBody(&self, checked: true)
      try append(.jump, split)
      setSplit(split, split + 1, steps.count, isGreedy)
    }
  }

  private mutating func setSplit(_ at: Int, _ body: Int, _ exit: Int, _ isGreedy: Bool) {
    steps[at].a = Int32(isGreedy ? body : exit)
    steps[at].b = Int32(isGreedy ? exit : body)
  }
}
