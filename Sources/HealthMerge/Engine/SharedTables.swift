import HealthModel
import Synchronization

/// The types and sources of a merge, numbered as they are met.
final class SeriesTable: Sendable {
  /// A type of one source.
  struct Series: Sendable, Hashable {
    var kind: RecordKind
    var type: String
    /// The folded name.
    var source: String
  }

  private struct State {
    var numbers: [Series: UInt32] = [:]
    var all: [Series] = []
    var names: [String: Set<String>] = [:]
  }

  private let state = Mutex(State())

  /// The number of a series; `name` is the source as it was written.
  func number(of series: Series, name: String) -> UInt32 {
    state.withLock { state in
      if name != series.source || state.names[series.source] != nil {
        state.names[series.source, default: [series.source]].insert(name)
      }
      if let known = state.numbers[series] { return known }
      let number = UInt32(state.all.count)
      state.numbers[series] = number
      state.all.append(series)
      return number
    }
  }

  var all: [Series] { state.withLock { $0.all } }

  /// Sources that were written in several ways.
  var united: [String: [String]] {
    state.withLock { state in
      state.names.filter { $0.value.count > 1 }.mapValues { $0.sorted() }
    }
  }
}

/// Sets of inputs, numbered as they are met; most records of an input share one.
final class OriginTable: Sendable {
  private struct State {
    var numbers: [[Int]: UInt32] = [:]
    var all: [[Int]] = []
    var unions: [UInt64: UInt32] = [:]
  }

  private let state = Mutex(State())

  func number(of inputs: [Int]) -> UInt32 {
    state.withLock { Self.number(of: inputs, &$0) }
  }

  func inputs(_ number: UInt32) -> [Int] { state.withLock { $0.all[Int(number)] } }

  func union(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return a }
    return state.withLock { state in
      let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
      if let known = state.unions[key] { return known }
      let all = Set(state.all[Int(a)]).union(state.all[Int(b)])
      let number = Self.number(of: all.sorted(), &state)
      state.unions[key] = number
      return number
    }
  }

  private static func number(of inputs: [Int], _ state: inout State) -> UInt32 {
    if let known = state.numbers[inputs] { return known }
    let number = UInt32(state.all.count)
    state.numbers[inputs] = number
    state.all.append(inputs)
    return number
  }
}
