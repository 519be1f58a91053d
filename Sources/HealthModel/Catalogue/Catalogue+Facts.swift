extension Catalogue {
  /// The canonical name of a written type in the kind of record it stands in.
  ///
  /// A workout's type is an activity and nothing else; names nobody knows come back untouched.
  public func canonicalName(of text: String, kind: RecordKind) -> String {
    switch kind {
    case .workout: activity(text)?.name ?? text
    case .correlation: correlation(text)?.name ?? text
    case .sample: quantity(text)?.name ?? category(text)?.name ?? text
    case .other, .activitySummary, .characteristics, .archive: text
    }
  }

  /// What readers need to know of a type by its canonical name.
  func facts(of name: String) -> TypeFacts {
    if let type = quantity(name) {
      return TypeFacts(
        form: .quantity,
        isCorrelationMember: isCorrelationMember(type.name),
        canonicalUnit: type.canonicalUnit
      )
    }
    let isCategory = category(name) != nil || name.hasPrefix("HKCategoryTypeIdentifier")
    let isQuantity = name.hasPrefix("HKQuantityTypeIdentifier")
    return TypeFacts(
      form: isCategory ? .category : isQuantity ? .quantity : .unknown,
      isCorrelationMember: isCorrelationMember(
        name.trimmingPrefix("HKQuantityTypeIdentifier")
      ),
      canonicalUnit: ""
    )
  }

  /// Whether samples of a type also stand inside correlations.
  func isCorrelationMember(_ name: some StringProtocol) -> Bool {
    name.hasPrefix("BloodPressure") || name.hasPrefix("Dietary")
  }
}
