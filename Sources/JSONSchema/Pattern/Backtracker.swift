/// What a pattern says of a text.
package enum PatternAnswer: Sendable, Equatable {
  case matches
  case fails
  /// The search was given up after a fixed number of steps; only patterns with references or
  /// look-around over long texts can come here.
  case gaveUp
}

/// Searches for patterns with look-around, word boundaries or references.
///
/// Without references, a place and step that failed once is never tried again, so the time is
/// bounded by their product; with them, a number of steps is the bound.
struct Backtracker {
  private let program: PatternProgram
  private let lower: Int
  private let upper: Int
  private var slots: [Int]
  private var stack: [Entry] = []
  private var failed: [UInt64] = []
  private var looks: [Int: Bool] = [:]
  private var stepsLeft = Self.stepLimit

  static let stepLimit = 2_000_000
  private static let memoryLimit = 1 << 27  // bits

  /// A place to go on from or, with a negative step, a slot to restore.
  private struct Entry {
    var pc: Int
    var at: Int
  }

  private struct GaveUp: Error {}

  init(_ program: PatternProgram, _ range: Range<Int>) {
    self.program = program
    lower = range.lowerBound
    upper = range.upperBound
    slots = [Int](repeating: -1, count: program.hasReferences ? program.slotCount : 0)
    let bits = (range.count + 1).multipliedReportingOverflow(by: program.steps.count)
    if !program.hasReferences, !bits.overflow, bits.partialValue <= Self.memoryLimit {
      failed = [UInt64](repeating: 0, count: bits.partialValue / 64 + 1)
    }
  }

  static func matches(
    _ program: PatternProgram,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> PatternAnswer {
    var search = Backtracker(program, range)
    var at = range.lowerBound
    do throws(GaveUp) {
      while true {
        if try search.run(0, at, bytes) { return .matches }
        guard at < range.upperBound else { return .fails }
        at = decodeScalar(bytes, at, range.upperBound).next
      }
    } catch {
      return .gaveUp
    }
  }

  /// Whether the steps from one on match at a place.
  private mutating func run(
    _ start: Int,
    _ place: Int,
    _ bytes: Span<UInt8>
  ) throws(GaveUp) -> Bool {
    let base = stack.count
    var marked: [Int] = []
    stack.append(Entry(pc: start, at: place))
    while stack.count > base {
      let entry = stack.removeLast()
      if entry.pc < 0 {
        slots[-1 - entry.pc] = entry.at
        continue
      }
      var pc = entry.pc
      var at = entry.at
      thread: while true {
        stepsLeft -= 1
        guard stepsLeft > 0 else { throw GaveUp() }
        if !failed.isEmpty {
          let bit = pc * (upper - lower + 1) + at - lower
          if failed[bit >> 6] & 1 << UInt64(bit & 63) != 0 { break thread }
          failed[bit >> 6] |= 1 << UInt64(bit & 63)
          marked.append(bit)
        }
        let step = program.steps[pc]
        switch step.operation {
        case .match:
          // What led here did not fail; another run may come by.
          for bit in marked { failed[bit >> 6] &= ~(1 << UInt64(bit & 63)) }
          stack.removeSubrange(base...)
          return true
        case .split:
          stack.append(Entry(pc: Int(step.b), at: at))
          pc = Int(step.a)
          continue thread
        case .jump:
          pc = Int(step.a)
          continue thread
        case .look:
          guard try look(pc, step, at, bytes) else { break thread }
          pc = Int(step.a)
          continue thread
        case .save: store(Int(step.a), at)
        case .clear: for slot in Int(step.a)..<Int(step.b) { store(slot, -1) }
        case .progress where program.hasReferences: if slots[Int(step.a)] == at { break thread }
        case .progress: break
        default: guard take(step, &at, bytes) else { break thread }
        }
        pc += 1
      }
    }
    return false
  }

  private mutating func store(_ slot: Int, _ place: Int) {
    guard program.hasReferences else { return }
    stack.append(Entry(pc: -1 - slot, at: slots[slot]))
    slots[slot] = place
  }

  private mutating func look(
    _ pc: Int,
    _ step: PatternStep,
    _ at: Int,
    _ bytes: Span<UInt8>
  ) throws(GaveUp) -> Bool {
    let isNegated = step.b == 1
    let key = pc * (upper - lower + 1) + at - lower
    if !program.hasReferences, let known = looks[key] { return known != isNegated }
    let before = slots
    let found = try run(pc + 1, at, bytes)
    if program.hasReferences {
      let after = slots
      slots = before
      if found, !isNegated {
        for slot in after.indices where after[slot] != before[slot] { store(slot, after[slot]) }
      }
    } else {
      looks[key] = found
    }
    return found != isNegated
  }

  /// Takes characters, or checks what is around the place.
  private func take(_ step: PatternStep, _ at: inout Int, _ bytes: Span<UInt8>) -> Bool {
    switch step.operation {
    case .set:
      guard at < upper else { return false }
      let (scalar, next) = decodeScalar(bytes, at, upper)
      at = next
      return contains(step.a, scalar)
    case .setBack:
      guard at > lower else { return false }
      let (scalar, start) = decodeScalar(bytes, before: at, lower)
      at = start
      return contains(step.a, scalar)
    case .start: return at == lower
    case .end: return at == upper
    case .boundary:
      let before = at > lower && isWord(bytes[at - 1])
      let after = at < upper && isWord(bytes[at])
      return (before != after) != (step.a == 1)
    case .reference, .referenceBack:
      let group = Int(step.a)
      let (start, end) = (slots[2 * group], slots[2 * group + 1])
      guard start >= 0, end >= start else { return true }  // a group that took no part
      let count = end - start
      let from = step.operation == .reference ? at : at - count
      guard from >= lower, from + count <= upper else { return false }
      for i in 0..<count where bytes[start + i] != bytes[from + i] { return false }
      at = step.operation == .reference ? at + count : from
      return true
    default: return true
    }
  }

  private func contains(_ set: Int32, _ scalar: UInt32) -> Bool {
    program.classes.contains(Int(set), Int(program.classes.classOf(scalar)))
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte < 0x80 && ScalarSet.words.contains(UInt32(byte))
  }
}
