/// A kind of record that holds several samples taken together, such as a blood pressure.
public struct CorrelationType: Sendable, Equatable, Hashable {
  /// The short name canonical files use, such as `BloodPressure`.
  public let name: String
  /// The short names of the types its members can have.
  public let members: [String]
  /// Whether a record without one of the members is incomplete.
  public let needsAllMembers: Bool
  /// The LOINC code of the whole.
  public let loinc: String?

  /// What an export writes, such as `HKCorrelationTypeIdentifierBloodPressure`.
  public var identifier: String { Self.prefix + name }
  /// The name as a person reads it, such as "Blood Pressure".
  public var title: String { Spelling.title(name) }

  static let prefix = "HKCorrelationTypeIdentifier"

  /// Every correlation type of the SDK.
  static let all: [CorrelationType] = [
    CorrelationType(
      name: "BloodPressure",
      members: ["BloodPressureSystolic", "BloodPressureDiastolic"],
      needsAllMembers: true,
      loinc: "85354-9"
    ),
    CorrelationType(
      name: "Food",
      members: QuantityType.nutrition.map(\.name),
      needsAllMembers: false,
      loinc: "80453-4"
    ),
  ]
}
