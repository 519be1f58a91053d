/// An enumeration whose cases an export writes as constants, other programs as words or numbers.
public struct ValueEnum: Sendable, Equatable, Hashable {
  /// The constant without a case, such as `HKCategoryValueSleepAnalysis`.
  public let constant: String
  /// The cases; of two with one number the first is today's, the other older.
  public let values: [NamedValue]
  /// Other constants for the same cases, understood on input.
  public let alternatives: [NamedValue]

  /// The case of a text: its constant, its short name in any case, or its number.
  public func value(_ text: String) -> NamedValue? {
    let exact = values.first {
      $0.constant == text || $0.name == text || $0.constant == constant + text
    }
    if let exact { return exact }
    if let other = alternatives.first(where: { $0.constant == text }) {
      return value(raw: other.raw)
    }
    if let raw = Int(text) { return value(raw: raw) }
    let folded = Spelling.folded(text)
    return values.first { Spelling.folded($0.name) == folded }
  }

  /// The case of a number, in today's spelling.
  public func value(raw: Int) -> NamedValue? { values.first { $0.raw == raw } }
}

/// One case of an enumeration.
public struct NamedValue: Sendable, Equatable, Hashable {
  /// The short name canonical files use, such as `AsleepCore`.
  public let name: String
  /// What an export writes, such as `HKCategoryValueSleepAnalysisAsleepCore`.
  public let constant: String
  /// The number behind it.
  public let raw: Int
}

// MARK: - Rows of the tables

extension ValueEnum {
  init(
    _ constant: String,
    _ cases: [(name: String, raw: Int)],
    alsoWritten otherConstant: String? = nil,
    adding older: ValueEnum? = nil
  ) {
    func named(_ prefix: String) -> [NamedValue] {
      cases.map { NamedValue(name: $0.name, constant: prefix + $0.name, raw: $0.raw) }
    }
    self.constant = constant
    values = named(constant) + (older?.values ?? [])
    alternatives = otherConstant.map(named) ?? []
  }
}
