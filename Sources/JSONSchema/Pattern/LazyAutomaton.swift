/// The deterministic automaton of a regular pattern, of which only the states met are built.
///
/// It answers whether the pattern matches anywhere, in time linear in the text.
struct LazyAutomaton: Sendable {
  private let program: PatternProgram
  /// The transitions: one row a state, one entry a class; the number of the next row's first entry.
  private var table: [Int32] = []
  /// For each state, whether the text may end there.
  private var isAcceptingAtEnd: [Bool] = []
  private var states: [[Int32]] = []
  private var known: [[Int32]: Int32] = [:]
  private var seen: [UInt32]
  private var generation: UInt32 = 0
  private var stack: [Int32] = []
  private var resets = 0

  private let stride: Int
  private var initial = 0
  private static let unknown: Int32 = -1
  private static let dead = 0
  private static let accepted = 1
  private static let tableLimit = 1 << 18

  init(_ program: PatternProgram) {
    self.program = program
    stride = program.classes.count
    seen = [UInt32](repeating: 0, count: program.steps.count)
    reset()
  }

  private mutating func reset() {
    resets &+= 1
    table = [Int32](repeating: 0, count: stride)
    table += [Int32](repeating: Int32(stride * Self.accepted), count: stride)
    isAcceptingAtEnd = [false, true]
    states = [[], []]
    known = [:]
    initial = addState(from: [0], isAtStart: true)
  }

  /// Whether the pattern matches somewhere in a range of bytes.
  mutating func matches(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var state = initial
    var at = range.lowerBound
    while true {
      let stop = run(bytes, at, range.upperBound, &state)
      if stop == range.upperBound || state <= stride { break }
      let (scalar, next) = decodeScalar(bytes, stop, range.upperBound)
      let index =
        scalar < 0x80 ? program.classes.ascii[Int(scalar)] : program.classes.classOf(scalar)
      state = step(from: state, Int(index))
      if state <= stride { break }
      at = next
    }
    return isAcceptingAtEnd[state / stride]
  }

  /// Runs over ASCII through known transitions; returns where it could not go on.
  @inline(__always)
  private func run(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ state: inout Int) -> Int {
    let table = self.table.span
    let ascii = program.classes.ascii.span
    var current = state
    var at = start
    let settled = stride
    while at < end {
      let byte = bytes[unchecked: at]
      if byte >= 0x80 { break }
      let next = Int(table[current &+ Int(ascii[unchecked: Int(byte)])])
      if next < 0 { break }
      current = next
      at &+= 1
      if current <= settled { break }
    }
    state = current
    return at
  }

  private mutating func step(from state: Int, _ index: Int) -> Int {
    let entry = state + index
    if table[entry] >= 0 { return Int(table[entry]) }
    var next: [Int32] = [0]
    for pc in states[state / stride] {
      let step = program.steps[Int(pc)]
      if step.operation == .set, program.classes.contains(Int(step.a), index) {
        next.append(pc + 1)
      }
    }
    let resetsBefore = resets
    let target = addState(from: next, isAtStart: false)
    if resets == resetsBefore { table[entry] = Int32(target) }  // else its row is gone
    return target
  }

  /// The first entry of the row of the state that these steps lead to.
  private mutating func addState(from starts: [Int32], isAtStart: Bool) -> Int {
    guard let steps = closure(of: starts, isAtStart: isAtStart, isAtEnd: false) else {
      return stride * Self.accepted
    }
    let key = steps.sorted()
    if !isAtStart {
      if key.isEmpty { return stride * Self.dead }
      if let state = known[key] { return Int(state) }
      if table.count + stride > Self.tableLimit { reset() }
    }
    let row = table.count
    let ends = key.filter { program.steps[Int($0)].operation == .end }
    let endsHere = !ends.isEmpty && closure(of: ends, isAtStart: isAtStart, isAtEnd: true) == nil
    isAcceptingAtEnd.append(endsHere)
    states.append(key)
    table.append(contentsOf: repeatElement(Self.unknown, count: stride))
    if !isAtStart { known[key] = Int32(row) }
    return row
  }

  /// The steps that wait for a character or the end; nil when the pattern has matched.
  private mutating func closure(of starts: [Int32], isAtStart: Bool, isAtEnd: Bool) -> [Int32]? {
    generation &+= 1
    if generation == 0 {
      seen = [UInt32](repeating: 0, count: seen.count)
      generation = 1
    }
    var waiting: [Int32] = []
    stack.removeAll(keepingCapacity: true)
    stack.append(contentsOf: starts)
    while let pc = stack.popLast() {
      if seen[Int(pc)] == generation { continue }
      seen[Int(pc)] = generation
      let step = program.steps[Int(pc)]
      switch step.operation {
      case .match: return nil
      case .split: stack.append(contentsOf: [step.b, step.a])
      case .jump: stack.append(step.a)
      case .start: if isAtStart { stack.append(pc + 1) }
      case .end: if isAtEnd { stack.append(pc + 1) } else { waiting.append(pc) }
      case .set: waiting.append(pc)
      default: stack.append(pc + 1)
      }
    }
    return waiting
  }
}
