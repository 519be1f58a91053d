/// A key of a `MetadataEntry` that Apple defines; any other key is a third party's own.
public struct MetadataKey: Sendable, Equatable, Hashable {
  /// What an export writes, such as `HKTimeZone`.
  public let key: String
  /// The name of the SDK, such as `HKMetadataKeyTimeZone`; since iOS 14 mostly the key itself.
  public let constant: String
  /// What the value's text is.
  public let kind: Kind

  /// The short name, such as `TimeZone`.
  public var name: String { String(constant.dropFirst(Self.prefix.count)) }

  /// What the text of a metadata value is.
  public enum Kind: String, Sendable, CaseIterable {
    case string
    case number
    /// `0` or `1`.
    case boolean
    /// A number, a blank and a unit, such as `418 cm`.
    case quantity
    /// The number of a case.
    case enumeration
  }

  static let prefix = "HKMetadataKey"

  init(_ key: String, _ kind: Kind, constant: String? = nil) {
    self.key = key
    self.kind = kind
    self.constant =
      constant ?? (key.hasPrefix(Self.prefix) ? key : Self.prefix + key.dropFirst("HK".count))
  }
}
