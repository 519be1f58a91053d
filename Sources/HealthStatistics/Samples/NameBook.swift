import HealthModel
import Synchronization

/// Small numbers for names that all workers share; which number a name gets is chance.
final class NameBook<Name: Hashable & Sendable>: Sendable {
  private struct State {
    var names: [Name] = []
    var numbers: [Name: UInt32] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// The number of a name.
  func number(of name: Name) -> UInt32 {
    state.withLock { state in
      if let known = state.numbers[name] { return known }
      let number = UInt32(state.names.count)
      state.names.append(name)
      state.numbers[name] = number
      return number
    }
  }

  /// The names by their numbers.
  var names: [Name] { state.withLock { $0.names } }
}

/// What tells two series of one type apart.
struct SeriesName: Sendable, Hashable {
  /// The place of the type among those wanted.
  var type: Int
  /// The folded name of the source, where each is by itself.
  var source = ""
  /// Whether it is of a night or of a nap.
  var part = ""
  /// The case of a category, the stage of sleep or the ring.
  var value = ""
  /// The unit.
  var unit = ""
}
