import Synchronization

/// Small numbers for names, the same for all workers of a run.
final class Names: Sendable {
  private let table = Mutex<(ids: [String: Int32], names: [String])>(([:], []))

  /// The number of a name, from 0 in the order in which they came.
  func id(_ name: String) -> Int32 {
    table.withLock { table in
      if let known = table.ids[name] { return known }
      let id = Int32(table.names.count)
      table.ids[name] = id
      table.names.append(name)
      return id
    }
  }

  /// The name of a number.
  func name(_ id: Int32) -> String {
    table.withLock { id >= 0 && id < $0.names.count ? $0.names[Int(id)] : "" }
  }
}
