/// A fact about the person that hardly ever changes, an attribute of `Me` in an export.
public struct Characteristic: Sendable, Equatable, Hashable {
  /// The field name of canonical files, such as `biologicalSex`.
  public let name: String
  /// What it can be; nothing when it is a date or free text.
  public let valueEnum: ValueEnum?

  /// The attribute in an export, such as `HKCharacteristicTypeIdentifierBiologicalSex`.
  public var attribute: String {
    Self.prefix + name.prefix(1).uppercased() + name.dropFirst()
  }
  /// The name as a person reads it, such as "Biological Sex".
  public var title: String {
    Spelling.title(String(attribute.dropFirst(Self.prefix.count)))
  }

  static let prefix = "HKCharacteristicTypeIdentifier"

  /// Every characteristic; the last two exist in the SDK but in no export seen so far.
  static let all: [Characteristic] = [
    Characteristic(name: "dateOfBirth", valueEnum: nil),
    Characteristic(name: "biologicalSex", valueEnum: .biologicalSex),
    Characteristic(name: "bloodType", valueEnum: .bloodType),
    Characteristic(name: "fitzpatrickSkinType", valueEnum: .fitzpatrickSkinType),
    Characteristic(name: "cardioFitnessMedicationsUse", valueEnum: nil),
    Characteristic(name: "wheelchairUse", valueEnum: .wheelchairUse),
    Characteristic(name: "activityMoveMode", valueEnum: .activityMoveMode),
  ]
}

extension ValueEnum {
  static let biologicalSex = ValueEnum(
    "HKBiologicalSex",
    [("NotSet", 0), ("Female", 1), ("Male", 2), ("Other", 3)]
  )

  static let bloodType = ValueEnum(
    "HKBloodType",
    [
      ("NotSet", 0),
      ("APositive", 1),
      ("ANegative", 2),
      ("BPositive", 3),
      ("BNegative", 4),
      ("ABPositive", 5),
      ("ABNegative", 6),
      ("OPositive", 7),
      ("ONegative", 8),
    ]
  )

  /// The constant of a type is `HKFitzpatrickSkinTypeII`; a bare `II` would be no name.
  static let fitzpatrickSkinType = ValueEnum(
    constant: "HKFitzpatrickSkinType",
    values: [
      NamedValue(name: "NotSet", constant: "HKFitzpatrickSkinTypeNotSet", raw: 0),
      NamedValue(name: "TypeI", constant: "HKFitzpatrickSkinTypeI", raw: 1),
      NamedValue(name: "TypeII", constant: "HKFitzpatrickSkinTypeII", raw: 2),
      NamedValue(name: "TypeIII", constant: "HKFitzpatrickSkinTypeIII", raw: 3),
      NamedValue(name: "TypeIV", constant: "HKFitzpatrickSkinTypeIV", raw: 4),
      NamedValue(name: "TypeV", constant: "HKFitzpatrickSkinTypeV", raw: 5),
      NamedValue(name: "TypeVI", constant: "HKFitzpatrickSkinTypeVI", raw: 6),
    ],
    alternatives: []
  )

  static let wheelchairUse = ValueEnum("HKWheelchairUse", [("NotSet", 0), ("No", 1), ("Yes", 2)])

  static let activityMoveMode = ValueEnum(
    "HKActivityMoveMode",
    [("ActiveEnergy", 1), ("AppleMoveTime", 2)]
  )
}
