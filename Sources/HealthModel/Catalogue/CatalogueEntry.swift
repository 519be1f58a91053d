/// One type of the catalogue, whatever its kind.
public enum CatalogueEntry: Sendable, Equatable, Hashable {
  /// Samples with a number and a unit.
  case quantity(QuantityType)
  /// Samples with a case of an enumeration.
  case category(CategoryType)
  /// Records that hold samples taken together.
  case correlation(CorrelationType)
  /// Workouts of one activity.
  case activity(WorkoutActivity)

  /// The short name canonical files use.
  public var name: String {
    switch self {
    case .quantity(let type): type.name
    case .category(let type): type.name
    case .correlation(let type): type.name
    case .activity(let activity): activity.name
    }
  }

  /// What an export writes.
  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .activity(let activity): activity.identifier
    }
  }

  /// The name as a person reads it.
  public var title: String { Spelling.title(name) }

  /// The name as command lines and data frames write it, such as `body_mass`.
  public var snakeName: String { Spelling.snakeCase(name) }
}
