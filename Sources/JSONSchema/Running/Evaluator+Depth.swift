import Foundation
import JSONCodec
import Synchronization

extension Evaluator {
  private static let stackSize = 64 << 20

  private final class Outcome: Sendable {
    let value = Mutex<(evaluator: Evaluator, isValid: Bool)?>(nil)
  }

  /// Runs on a thread with a large stack, over a copy of the value.
  ///
  /// Spans can't leave their thread; the copy's offsets count from the start of the value.
  mutating func runDeep(
    _ instance: borrowing Instance,
    at token: Int,
    node: Int32,
    collecting: Bool
  ) -> Bool {
    let root = instance.tokens[token]
    let base = root.offset
    var bytes: [UInt8] = []
    for i in base..<(Int(root.end) + Int(root.start) - base) { bytes.append(instance.bytes[i]) }
    var tokens: [JSONToken] = []
    for i in token..<Int(root.next) {
      var copy = instance.tokens[i]
      copy.start -= Int32(base)
      copy.end -= Int32(base)
      copy.next -= Int32(token)
      tokens.append(copy)
    }
    var deep = self
    deep.depthLimit = Self.deepLimit
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [deep, bytes, tokens] in
      var evaluator = deep
      let instance = Instance(tokens.span, bytes.span)
      let isValid = evaluator.runHere(instance, at: 0, node: node, collecting: collecting)
      outcome.value.withLock { $0 = (evaluator, isValid) }
      done.signal()
    }
    thread.stackSize = Self.stackSize
    thread.start()
    done.wait()
    guard let result = outcome.value.withLock({ $0 }) else { return false }
    let limit = depthLimit
    self = result.evaluator
    depthLimit = limit
    violations = violations.map { $0.shifted(bytes: base, tokens: Int32(token)) }
    return result.isValid
  }
}

extension SchemaViolation {
  fileprivate func shifted(bytes: Int, tokens: Int32) -> SchemaViolation {
    SchemaViolation(
      keyword: keyword,
      range: (range.lowerBound + bytes)..<(range.upperBound + bytes),
      node: node,
      token: token + tokens,
      detail: detail
    )
  }
}
