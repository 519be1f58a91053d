extension SchemaProgram {
  /// A schema that is applied to the same value over and over, if there is one.
  ///
  /// Looks for a circle among the schemas that are applied in place. Dynamic references count by
  /// where they lead at first; circles through others end at the limit of depth when they are met.
  func endlessNode() -> Int? {
    enum State { case new, open, done }
    var state = [State](repeating: .new, count: nodes.count)
    for start in nodes.indices where state[start] == .new {
      var path: [(node: Int, next: [Int])] = [(start, inPlace(start))]
      state[start] = .open
      while let top = path.last {
        guard let child = top.next.last else {
          state[top.node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next.removeLast()
        switch state[child] {
        case .open: return child
        case .done: break
        case .new:
          state[child] = .open
          path.append((child, inPlace(child)))
        }
      }
    }
    return nil
  }

  private func inPlace(_ node: Int) -> [Int] {
    nodes[node].rules.range.flatMap { index -> [Int] in
      let rule = rules[index]
      switch rule.operation {
      case .ref, .dynamicRef, .not, .dependentSchema: return [Int(rule.a)]
      case .allOf, .anyOf, .oneOf: return lists[rule.list.range].map { Int($0) }
      case .condition: return [rule.a, rule.b, rule.c].filter { $0 >= 0 }.map { Int($0) }
      case .values: return []
      }
    }
  }
}
