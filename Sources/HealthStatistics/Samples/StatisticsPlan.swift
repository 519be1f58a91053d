import ByteKit
import HealthMerge
import HealthModel

/// What statistics are wanted of.
public struct WantedType: Sendable, Hashable {
  /// How the samples of a period become numbers.
  public enum Measure: Sendable, Hashable {
    /// Values add up.
    case sum
    /// Values are counted, averaged and compared.
    case values(QuantityType.Aggregation)
    /// Each case of a category is counted, and the time it lasts added up.
    case time
    /// Nights and naps.
    case sleep
    /// Activity rings.
    case rings
  }

  /// The canonical name.
  public var name: String
  /// How its samples become numbers.
  public var measure: Measure
  /// The canonical unit; empty when nobody knows it.
  public var unit: String

  /// The name under which activity rings are asked for.
  public static let ringsName = "ActivitySummary"

  /// The types that a text names, by any spelling: two for blood pressure; none when there is no
  /// such type.
  public static func named(_ text: String, in catalogue: Catalogue = .standard) -> [WantedType] {
    let plain = text.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    if ["activitysummary", "activitysummaries", "activityrings", "rings"].contains(plain) {
      return [WantedType(name: ringsName, measure: .rings, unit: "")]
    }
    let text = everyday[plain] ?? text
    if let type = catalogue.quantity(text) { return [WantedType(type)] }
    if let type = catalogue.category(text) {
      let isSleep = type.name == "SleepAnalysis"
      return [WantedType(name: type.name, measure: isSleep ? .sleep : .time, unit: "s")]
    }
    if let correlation = catalogue.correlation(text) {
      return correlation.members.compactMap { catalogue.quantity($0) }.map { WantedType($0) }
    }
    if text.hasPrefix("HKCategoryTypeIdentifier") {
      return [WantedType(name: text, measure: .time, unit: "s")]
    }
    guard text.hasPrefix("HK") else { return [] }
    return [WantedType(name: text, measure: .values(.discreteArithmetic), unit: "")]
  }

  /// What people call types whose names are longer.
  private static let everyday = [
    "steps": "StepCount", "sleep": "SleepAnalysis", "weight": "BodyMass", "pulse": "HeartRate",
  ]

  private init(name: String, measure: Measure, unit: String) {
    self.name = name
    self.measure = measure
    self.unit = unit
  }

  /// A quantity type, added up or averaged as the catalogue says.
  public init(_ type: QuantityType) {
    self.init(
      name: type.name,
      measure: type.aggregation == .cumulative ? .sum : .values(type.aggregation),
      unit: type.canonicalUnit
    )
  }

  /// Categories whose cases are stretches of time that two sources can both have seen.
  var isAdditive: Bool { measure == .sum || measure == .time }
}

/// Which samples count where several sources measured.
public enum StatisticsSources: Sendable, Equatable {
  /// Of what adds up, each instant counts once, for the first source by priority; of anything else
  /// all samples count.
  case merged
  /// All samples of all sources.
  case sum
  /// Each source by itself.
  case each
  /// The sources whose names match one of these, where `*` stands for any text.
  case named([String])

  /// The word for it, as on the command line.
  public var name: String {
    switch self {
    case .merged: "merged"
    case .sum: "sum"
    case .each: "each"
    case .named(let names): names.joined(separator: ", ")
    }
  }
}

/// A limit in time.
public enum TimeBound: Sendable, Equatable {
  /// An instant, in nanoseconds since 1970.
  case instant(Instant)
  /// A reading of the wall clock of each sample's zone, in seconds since 1970 on that clock.
  case wall(Int64)

  /// A written time: without an offset it is on the wall clock.
  public init(_ time: Timestamp) {
    self = time.hasOffset ? .instant(time.instant) : .wall(time.seconds)
  }
}

/// What statistics are wanted.
public struct StatisticsPlan: Sendable {
  /// The types, in the order of the result.
  public var types: [WantedType]
  /// How long periods are.
  public var period = PeriodUnit.day
  /// Which samples count.
  public var sources = StatisticsSources.merged
  /// Which source counts first.
  public var priority = SourcePriority()
  /// Where days begin.
  public var zone = ZoneSource.recorded
  /// Nothing before this counts.
  public var since: TimeBound?
  /// Nothing from this on counts.
  public var until: TimeBound?
  /// Only so many periods, the last ones up to the newest sample or `until`.
  public var last: Int?
  /// Whether a sample that crosses a border counts whole where it starts; else it is shared out by
  /// time.
  public var assignsToStart = false
  /// About how many bytes of packed samples stay in memory; the rest goes to a temporary file.
  public var memory = 1 << 19
  /// How many types are worked on at once in the end.
  public var threads = 1

  /// Statistics of types, by default by day.
  public init(types: [WantedType]) { self.types = types }
}
