import Foundation
import HealthModel
import TestSupport
import Testing

/// The catalogue against the collected facts, row by row.
@Suite(.enabled(if: Shared.isAvailable)) struct CatalogueFactsTests {
  let catalogue = Catalogue.standard

  @Test func `the fact files are not empty`() {
    #expect(Facts.quantities.count == 120)
    #expect(Facts.categories.count == 70)
    #expect(Facts.activities.count == 84)
    #expect(Facts.other.metadataKeys.count == 71)
  }

  @Test(arguments: Facts.quantities)
  func `a quantity agrees with its fact`(fact: QuantityFact) throws {
    let type = try #require(catalogue.quantity(fact.identifier))
    #expect(type.identifier == fact.identifier)
    #expect(type.name == fact.short)
    #expect(Spelling.folded(type.title) == Spelling.folded(fact.name))
    #expect(type.aggregation.rawValue == fact.aggregation)
    #expect(type.iOSVersion == fact.iosIntroduced)
    #expect(type.loinc == fact.loinc.first?.code)
    // The facts write UCUM's way where the exports use HealthKit's.
    let unit =
      switch fact.canonicalUnitProposal {
      case "1 (fraction 0..1)": "1"
      case "kcal/(kg.hr)": "kcal/hr·kg"
      case "mL/(kg.min)": "mL/min·kg"
      default: fact.canonicalUnitProposal
      }
    #expect(type.canonicalUnit == unit)
  }

  @Test(arguments: Facts.categories)
  func `a category agrees with its fact`(fact: CategoryFact) throws {
    let type = try #require(catalogue.category(fact.identifier))
    #expect(type.identifier == fact.identifier)
    #expect(type.name == fact.short)
    #expect(type.valueEnum.constant == fact.valueEnum)
    #expect(type.iOSVersion == fact.iosIntroduced)
    for value in fact.values {
      let found = try #require(type.value(value.name))
      #expect(found.constant == value.name)
      #expect(found.name == String(value.name.dropFirst(fact.valueEnum.count)))
      #expect(found.raw == value.raw)
    }
    for seen in fact.exportValuesSeen where seen.value != "<absent>" {
      #expect(type.value(seen.value) != nil, "\(seen.value)")
    }
  }

  @Test(arguments: Facts.activities)
  func `an activity agrees with its fact`(fact: ActivityFact) throws {
    let activity = try #require(catalogue.activity(fact.identifier))
    #expect(activity.identifier == fact.identifier)
    #expect(activity.name == fact.name)
    #expect(activity.raw == fact.raw)
    #expect(activity.iOSVersion == fact.iosIntroduced)
    #expect(catalogue.activity(raw: fact.raw) == activity)
  }

  @Test func `correlations, characteristics and events agree with their facts`() throws {
    for fact in Facts.other.correlations {
      let type = try #require(catalogue.correlation(fact.identifier))
      #expect(type.loinc == fact.loinc)
    }
    for fact in Facts.other.characteristics {
      let type = try #require(catalogue.characteristic(fact.attribute))
      #expect(type.attribute == fact.attribute)
      #expect(type.valueEnum?.values.map(\.constant) == fact.values?.map(\.name))
      #expect(type.valueEnum?.values.map(\.raw) == fact.values?.map(\.raw))
    }
    for fact in Facts.other.workoutEvents {
      #expect(catalogue.workoutEvent(fact.identifier)?.raw == fact.raw)
    }
  }

  @Test(arguments: Facts.other.metadataKeys)
  func `a metadata key agrees with its fact`(fact: MetadataFact) throws {
    let key = try #require(catalogue.metadataKey(fact.constant))
    #expect(key.constant == fact.constant)
    #expect(key.key == fact.exportKey ?? fact.constant)
    #expect(key.kind.rawValue.hasPrefix(fact.valueKind))
    #expect(catalogue.metadataKey(key.key) == key)
  }

  @Test(arguments: Facts.quantities)
  func `a canonical unit is one of the registry's, of the same dimension`(fact: QuantityFact) throws
  {
    let type = try #require(catalogue.quantity(fact.identifier))
    // `1` is the bare number, which the registry does not list as a unit.
    guard type.canonicalUnit != "1" else { return #expect(type.dimension == .fraction) }
    let unit = try #require(Facts.units[type.canonicalUnit], "\(type.canonicalUnit)")
    #expect(unit == type.dimension.rawValue)
  }
}

// MARK: - The fact files

struct QuantityFact: Decodable, Sendable, CustomTestStringConvertible {
  struct Loinc: Decodable, Sendable { var code: String }
  var identifier: String
  var short: String
  var name: String
  var aggregation: String
  var canonicalUnitProposal: String
  var iosIntroduced: String
  var loinc: [Loinc]
  var testDescription: String { short }
}

struct ValueFact: Decodable, Sendable {
  var name: String
  var raw: Int
}

struct CategoryFact: Decodable, Sendable, CustomTestStringConvertible {
  struct Seen: Decodable, Sendable { var value: String }
  var identifier: String
  var short: String
  var valueEnum: String
  var values: [ValueFact]
  var iosIntroduced: String
  var exportValuesSeen: [Seen]
  var testDescription: String { short }
}

struct ActivityFact: Decodable, Sendable, CustomTestStringConvertible {
  var identifier: String
  var name: String
  var raw: Int
  var iosIntroduced: String
  var testDescription: String { name }
}

struct MetadataFact: Decodable, Sendable, CustomTestStringConvertible {
  var constant: String
  var exportKey: String?
  var valueKind: String
  var testDescription: String { constant }
}

struct OtherFacts: Decodable, Sendable {
  struct Correlation: Decodable, Sendable {
    var identifier: String
    var loinc: String
  }
  struct Characteristic: Decodable, Sendable {
    var attribute: String
    var values: [ValueFact]?
  }
  struct Event: Decodable, Sendable {
    var identifier: String
    var raw: Int
  }
  var correlations: [Correlation] = []
  var characteristics: [Characteristic] = []
  var workoutEvents: [Event] = []
  var metadataKeys: [MetadataFact] = []
}

enum Facts {
  private struct Table<Row: Decodable>: Decodable { var types: [Row] }
  private struct UnitTable: Decodable {
    struct Unit: Decodable {
      var id: String
      var dimension: String
    }
    var units: [Unit]
  }

  static let quantities: [QuantityFact] = rows("quantity-types")
  static let categories: [CategoryFact] = rows("category-types")
  static let activities: [ActivityFact] = rows("workout-activity-types")
  static let other: OtherFacts = load("other-types") ?? OtherFacts()
  static let units: [String: String] = {
    let table: UnitTable? = load("units")
    return Dictionary((table?.units ?? []).map { ($0.id, $0.dimension) }) { first, _ in first }
  }()

  private static func rows<Row: Decodable>(_ name: String) -> [Row] {
    let table: Table<Row>? = load(name)
    return table?.types ?? []
  }

  private static func load<Content: Decodable>(_ name: String) -> Content? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let bytes = try? readBytes(Shared.path("facts/\(name).json")) else { return nil }
    return try? decoder.decode(Content.self, from: Data(bytes))
  }
}
