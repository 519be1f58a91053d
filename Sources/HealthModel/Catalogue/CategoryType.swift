/// A kind of sample whose value is a case of an enumeration, such as a stage of sleep.
public struct CategoryType: Sendable, Equatable, Hashable {
  /// The short name canonical files use, such as `SleepAnalysis`.
  public let name: String
  /// The enumeration its values come from.
  public let valueEnum: ValueEnum
  /// The first iOS version that knows the type.
  public let iOSVersion: String

  /// What an export writes, such as `HKCategoryTypeIdentifierSleepAnalysis`.
  public var identifier: String { Self.prefix + name }
  /// The name as a person reads it, such as "Sleep Analysis".
  public var title: String { Spelling.title(name) }
  /// The cases a value can have.
  public var values: [NamedValue] { valueEnum.values }

  /// The case of a text: its constant, its short name in any case, or its number.
  public func value(_ text: String) -> NamedValue? { valueEnum.value(text) }

  static let prefix = "HKCategoryTypeIdentifier"

  init(_ name: String, _ valueEnum: ValueEnum, ios: String) {
    self.name = name
    self.valueEnum = valueEnum
    iOSVersion = ios
  }
}
