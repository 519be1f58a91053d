/// Everything known about the types of health records, found by any spelling of their names.
///
/// A look-up takes the long identifier, the short name, its title, `snake_case` or `kebab-case`,
/// all in any case. What the catalogue does not know is never an error: files hold types that
/// are newer than this table.
public struct Catalogue: Sendable {
  /// The catalogue of the iOS 26 SDK.
  public static let standard = Catalogue()

  /// The quantity types, shelf by shelf.
  public let quantities: [QuantityType]
  /// The category types.
  public let categories: [CategoryType]
  /// The correlation types.
  public let correlations: [CorrelationType]
  /// The workout activities, by number.
  public let activities: [WorkoutActivity]
  /// The workout event types.
  public let workoutEvents: [WorkoutEventType]
  /// The characteristics of the person.
  public let characteristics: [Characteristic]
  /// The metadata keys Apple defines.
  public let metadataKeys: [MetadataKey]
  /// Every type a record can have: quantities, categories, correlations, activities.
  public let entries: [CatalogueEntry]

  private let entryIndex: SpellingIndex<CatalogueEntry>
  private let eventIndex: SpellingIndex<WorkoutEventType>
  private let characteristicIndex: SpellingIndex<Characteristic>
  private let keyIndex: SpellingIndex<MetadataKey>

  private init() {
    quantities = QuantityType.all
    categories = CategoryType.all
    correlations = CorrelationType.all
    activities = WorkoutActivity.all
    workoutEvents = WorkoutEventType.all
    characteristics = Characteristic.all
    metadataKeys = MetadataKey.all + MetadataKey.unnamed
    entries =
      quantities.map(CatalogueEntry.quantity) + categories.map(CatalogueEntry.category)
      + correlations.map(CatalogueEntry.correlation) + activities.map(CatalogueEntry.activity)
    entryIndex = SpellingIndex(entries) { [$0.identifier, $0.name] }
    eventIndex = SpellingIndex(workoutEvents) { [$0.identifier, $0.name] }
    characteristicIndex = SpellingIndex(characteristics) { [$0.attribute, $0.name] }
    // Both spellings of a key are about: HKSyncVersion and HKMetadataKeySyncVersion.
    keyIndex = SpellingIndex(metadataKeys) { [$0.key, $0.constant, $0.name, "HK" + $0.name] }
  }
}

// MARK: - Look-up

extension Catalogue {
  /// The type of any kind that a text names.
  public func entry(_ text: String) -> CatalogueEntry? { entryIndex[text] }

  /// The quantity type that a text names.
  public func quantity(_ text: String) -> QuantityType? {
    guard case .quantity(let type) = entryIndex[text] else { return nil }
    return type
  }

  /// The category type that a text names.
  public func category(_ text: String) -> CategoryType? {
    guard case .category(let type) = entryIndex[text] else { return nil }
    return type
  }

  /// The correlation type that a text names.
  public func correlation(_ text: String) -> CorrelationType? {
    guard case .correlation(let type) = entryIndex[text] else { return nil }
    return type
  }

  /// The workout activity that a text names.
  public func activity(_ text: String) -> WorkoutActivity? {
    guard case .activity(let activity) = entryIndex[text] else { return nil }
    return activity
  }

  /// The workout activity of a number.
  public func activity(raw: Int) -> WorkoutActivity? { activities.first { $0.raw == raw } }

  /// The workout event type that a text names.
  public func workoutEvent(_ text: String) -> WorkoutEventType? { eventIndex[text] }

  /// The characteristic that a text names: its attribute or its field.
  public func characteristic(_ text: String) -> Characteristic? { characteristicIndex[text] }

  /// The metadata key that a text names: as exported, the SDK's constant or the short name.
  public func metadataKey(_ text: String) -> MetadataKey? { keyIndex[text] }

  /// The short name of a type; a text that names none comes back untouched.
  public func canonicalTypeName(_ text: String) -> String { entryIndex[text]?.name ?? text }

  /// The long identifier of a type; a text that names none comes back untouched.
  public func identifier(_ text: String) -> String { entryIndex[text]?.identifier ?? text }

  /// The short name of a category's value; what the type does not know comes back untouched.
  public func canonicalCategoryValue(_ text: String, ofType type: String) -> String {
    category(type)?.value(text)?.name ?? text
  }
}
