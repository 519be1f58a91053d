import HealthModel

/// What is checked of the samples of one type, worked out once a symbol; no references, since every
/// row is given a copy.
struct TypeChecks {
  enum Form { case quantity, category, unknown }

  var form = Form.unknown
  /// Whether the catalogue knows the type.
  var isKnown = false
  var isCumulative = false
  var isSleep = false
  /// A share of a whole, which is at most 1.
  var isFraction = false
  /// The row of the units that are usual for it.
  var usualUnits: Int?
  var possible: ClosedRange<Double>?
  var plausible: ClosedRange<Double>?
  var zeroIsMissing = false
  var possibleRate = Double.infinity
  var plausibleRate = Double.infinity
  /// Whether it is taken or counted at one moment, as food is.
  var isMomentary = false
  /// The longest a sample may last, in s.
  var longest: Int64 = .max
  /// By which share of the last value a value may differ within a day; none for most types.
  var largestJump = Double.infinity

  /// A day, which no cumulative sample lasts longer than.
  private static let day: Int64 = 86_400

  /// Cumulative types besides food that happen at one moment.
  private static let momentary: Set<String> = [
    "InsulinDelivery", "InhalerUsage", "NumberOfTimesFallen", "NumberOfAlcoholicBeverages",
  ]

  /// Nothing is checked.
  init() {}

  init(_ name: String, catalogue: Catalogue) {
    if let type = catalogue.quantity(name) {
      isKnown = true
      form = .quantity
      isCumulative = type.aggregation == .cumulative
      isFraction = type.dimension == .fraction
      usualUnits = UsualUnits.row(of: name)
      if isCumulative { longest = Self.day }
    } else if catalogue.category(name) != nil {
      isKnown = true
      form = .category
    }
    isMomentary = name.hasPrefix("Dietary") || Self.momentary.contains(name)
    if name == "SleepAnalysis" {
      isSleep = true
      longest = 16 * 3600
    }
    if let range = ValueRange.of(name) {
      possible = range.possible
      plausible = range.plausible
      zeroIsMissing = range.zeroIsMissing
    }
    if let rate = RateRange.of(name) {
      possibleRate = rate.possible
      plausibleRate = rate.plausible
    }
    switch name {
    case "Height": largestJump = 0.05
    case "BodyMass": largestJump = 0.1
    default: break
    }
  }
}
