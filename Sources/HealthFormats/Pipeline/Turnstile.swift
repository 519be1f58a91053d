import Foundation

/// Lets threads pass one by one in the order of their numbers.
final class Turnstile: @unchecked Sendable {
  // All state is guarded by the condition's lock.
  private let condition = NSCondition()
  private var turn = 0
  private var isClosed = false

  /// Waits until it is the turn of `number`; false when the turnstile was closed meanwhile.
  func wait(for number: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while turn != number && !isClosed { condition.wait() }
    return !isClosed
  }

  /// Lets the next number pass.
  func advance() {
    condition.lock()
    turn += 1
    condition.broadcast()
    condition.unlock()
  }

  /// Turns everybody away from now on.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
