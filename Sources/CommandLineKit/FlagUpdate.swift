/// What a flag does to the options, given its value.
///
/// A switch receives "on", or "off" in its `--no-` form.
public struct FlagUpdate<Options>: Sendable {
  /// Changes the options or tells what is wrong with the value.
  public let apply: @Sendable (inout Options, String) throws(UsageError) -> Void
  /// The only values it accepts; empty when there is no such list.
  public let choices: [String]
  /// The present value as text for help; nil when there is nothing to say.
  let show: @Sendable (Options) -> String?

  private init(
    choices: [String] = [],
    show: @escaping @Sendable (Options) -> String? = { _ in nil },
    apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) {
    self.apply = apply
    self.choices = choices
    self.show = show
  }

  /// Any change.
  public static func custom(
    _ apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) -> Self {
    Self(apply: apply)
  }

  func inside<Outer>(_ path: any WritableKeyPath<Outer, Options> & Sendable) -> FlagUpdate<Outer> {
    let apply = self.apply
    let show = self.show
    return FlagUpdate<Outer>(choices: choices, show: { show($0[keyPath: path]) }) {
      (outer, value) throws(UsageError) in
      var inner = outer[keyPath: path]
      try apply(&inner, value)
      outer[keyPath: path] = inner
    }
  }
}

// MARK: - Changes of one field

extension FlagUpdate {
  /// Sets a Boolean; its `--no-` form sets the opposite.
  public static func set(
    _ path: any WritableKeyPath<Options, Bool> & Sendable,
    to target: Bool = true
  ) -> Self {
    Self(show: { $0[keyPath: path] == target ? "on" : nil }) { options, value in
      options[keyPath: path] = (value != "off") == target
    }
  }

  /// Sets a text.
  public static func set(_ path: any WritableKeyPath<Options, String> & Sendable) -> Self {
    Self(show: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  /// Sets a text that may be absent.
  public static func set(_ path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    Self(show: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  /// Appends to a list of texts.
  public static func append(to path: any WritableKeyPath<Options, [String]> & Sendable) -> Self {
    Self { $0[keyPath: path].append($1) }
  }

  /// Sets a whole number within a range.
  public static func set(
    _ path: any WritableKeyPath<Options, Int> & Sendable,
    in range: ClosedRange<Int>
  ) -> Self {
    Self(show: { String($0[keyPath: path]) }) { (options, value) throws(UsageError) in
      options[keyPath: path] = try wholeNumber(value, in: range)
    }
  }

  /// Sets a whole number within a range that may be absent.
  public static func set(
    _ path: any WritableKeyPath<Options, Int?> & Sendable,
    in range: ClosedRange<Int>
  ) -> Self {
    Self(show: { $0[keyPath: path].map { String($0) } }) { (options, value) throws(UsageError) in
      options[keyPath: path] = try wholeNumber(value, in: range)
    }
  }

  /// Sets one of the cases of an enumeration, spelled by its raw value.
  public static func set<Value>(
    _ path: any WritableKeyPath<Options, Value> & Sendable
  ) -> Self where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
    Self(choices: Value.allCases.map(\.rawValue), show: { $0[keyPath: path].rawValue }) {
      (options, value) throws(UsageError) in
      guard let parsed = Value(rawValue: value) else { throw UsageError("not a choice") }
      options[keyPath: path] = parsed
    }
  }

  /// Sets one of the cases of an enumeration that may be absent.
  public static func set<Value>(
    _ path: any WritableKeyPath<Options, Value?> & Sendable
  ) -> Self where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
    Self(choices: Value.allCases.map(\.rawValue), show: { $0[keyPath: path]?.rawValue }) {
      (options, value) throws(UsageError) in
      guard let parsed = Value(rawValue: value) else { throw UsageError("not a choice") }
      options[keyPath: path] = parsed
    }
  }

  private static func wholeNumber(
    _ text: String,
    in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      let limits =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("not a whole number \(limits)")
    }
    return number
  }
}
