/// A dictionary whose keys match in any spelling.
struct SpellingIndex<Value: Sendable>: Sendable {
  private let exact: [String: Value]
  private let folded: [String: Value]

  /// Files every value under its names; the first of two values with one name keeps it.
  init(_ values: [Value], names: (Value) -> [String]) {
    let pairs = values.flatMap { value in names(value).map { ($0, value) } }
    exact = Dictionary(pairs) { first, _ in first }
    folded = Dictionary(pairs.map { (Spelling.folded($0.0), $0.1) }) { first, _ in first }
  }

  subscript(text: String) -> Value? { exact[text] ?? folded[Spelling.folded(text)] }
}
