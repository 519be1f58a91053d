import ByteKit
import HealthUnits

/// What becomes of a value of one type in one unit.
struct UnitPlan: Sendable {
  enum Outcome: Sendable {
    /// Convert (or keep, when the conversion is the identity) and write the unit below.
    case convert(UnitConversion)
    /// The unit is not in the registry: value and unit stay as written.
    case unknownUnit
    /// The unit measures something else: the record is rejected.
    case wrongDimension
  }

  var outcome: Outcome
  /// The unit as written in the output.
  var unit: String
  /// A fraction written with the sign `%`.
  var isPercent = false
  /// What was assumed to understand the unit, or what is wrong with it.
  var remark = ""
}

/// The part of a plan that every value needs, without references.
private struct UnitStep: Sendable {
  var conversion: UnitConversion
  var unit: Symbol
  /// Whether there is something to note, or a reason to reject.
  var isNoted: Bool

  init(_ plan: UnitPlan, unit: Symbol) {
    self.unit = unit
    if case .convert(let conversion) = plan.outcome {
      self.conversion = conversion
      isNoted = plan.isPercent || !plan.remark.isEmpty
    } else {
      conversion = .identity
      isNoted = true
    }
  }
}

/// Brings values to the unit their type is written in; each pair of type and unit is worked out
/// once.
public struct UnitNormalizer: Sendable {
  /// Units by any spelling.
  public let registry: UnitRegistry
  /// Types by any spelling.
  public let catalogue: Catalogue
  let policy: UnitPolicy
  private var plans: [UnitPlan] = []
  private var steps: [UnitStep] = []
  private var planOf: [UInt64: Int32] = [:]
  private var lastUnit: [Int32] = []
  private var lastPlan: [Int32] = []
  private var generation = 0
  /// Plans of rare records by type and unit, and conversions by unit and unit.
  private var namedPlans: [NamePair: UnitPlan] = [:]
  private var conversions: [NamePair: UnitConversion?] = [:]

  private struct NamePair: Hashable {
    var first: String
    var second: String
  }

  /// How many of them are kept; files use a few, damaged ones may hold any number.
  private static let keptPairs = 256

  /// A normaliser for one policy.
  public init(
    policy: UnitPolicy,
    registry: UnitRegistry = .standard,
    catalogue: Catalogue = .standard
  ) {
    self.policy = policy
    self.registry = registry
    self.catalogue = catalogue
  }

  /// Normalises the value of a row; false when the row must be rejected, with why in `detail`.
  ///
  /// The parts of the batch are passed one by one, so that the row may lie in it.
  @inline(__always)
  public mutating func normalize(
    _ row: inout RecordRow,
    symbols: inout SymbolTables,
    findings: inout FindingLog,
    arena: borrowing ByteBuffer,
    detail: inout String
  ) -> Bool {
    guard row.valueKind == .decimal || row.valueKind == .longDecimal else { return true }
    guard !row.unit.isNone else {
      if symbols.form(of: row.type) == .quantity {
        findings.note(.missingUnit, at: row.offset, symbols.type.text(row.type))
      }
      return true
    }
    let index = planIndex(type: row.type, unit: row.unit, symbols: &symbols)
    if steps[index].isNoted {
      guard note(plans[index], row, symbols, &findings, detail: &detail) else { return false }
    }
    if row.valueKind == .decimal {
      row.value = steps[index].conversion.convert(row.value)
    } else if !steps[index].conversion.isIdentity,
      let value = steps[index].conversion.convertLong(arena.span, row.valueText.range)
    {
      row.value = value
      row.valueKind = .decimal
    }
    row.writtenUnit = row.unit
    row.unit = steps[index].unit
    return true
  }

  /// Notes what is odd about a plan; false when it rejects the row.
  @inline(never)
  private func note(
    _ plan: UnitPlan,
    _ row: RecordRow,
    _ symbols: borrowing SymbolTables,
    _ findings: inout FindingLog,
    detail: inout String
  ) -> Bool {
    switch plan.outcome {
    case .convert:
      if plan.isPercent, row.valueKind == .decimal, row.value.isAboveOne {
        findings.note(.percentOutOfRange, at: row.offset, symbols.type.text(row.type))
      }
      if !plan.remark.isEmpty { findings.note(.assumedUnit, at: row.offset, plan.remark) }
    case .unknownUnit: findings.note(.unknownUnit, at: row.offset, plan.remark)
    case .wrongDimension:
      detail = plan.remark
      return false
    }
    return true
  }

  @inline(__always)
  private mutating func planIndex(
    type: Symbol,
    unit: Symbol,
    symbols: inout SymbolTables
  ) -> Int {
    let place = Int(type.index)
    if generation == symbols.generation, place < lastUnit.count, lastUnit[place] == unit.index {
      return Int(lastPlan[place])
    }
    return findPlan(type: type, unit: unit, symbols: &symbols)
  }

  @inline(never)
  private mutating func findPlan(
    type: Symbol,
    unit: Symbol,
    symbols: inout SymbolTables
  ) -> Int {
    if generation != symbols.generation {
      plans.removeAll()
      steps.removeAll()
      planOf.removeAll()
      lastUnit.removeAll()
      lastPlan.removeAll()
      generation = symbols.generation
    }
    while lastUnit.count <= Int(type.index) {
      lastUnit.append(-1)
      lastPlan.append(-1)
    }
    let key = UInt64(UInt32(bitPattern: type.index)) << 32 | UInt64(UInt32(bitPattern: unit.index))
    let index: Int32
    if let known = planOf[key] {
      index = known
    } else {
      index = Int32(plans.count)
      let plan = plan(type: symbols.type.text(type), unit: symbols.unit.text(unit))
      plans.append(plan)
      steps.append(UnitStep(plan, unit: symbols.unit.intern(plan.unit)))
      planOf[key] = index
    }
    lastUnit[Int(type.index)] = unit.index
    lastPlan[Int(type.index)] = index
    return Int(index)
  }

  /// Works out what becomes of values of a type (by canonical name) in a written unit.
  func plan(type: String, unit written: String) -> UnitPlan {
    let quantity = catalogue.quantity(type)
    let text = quantity?.contextualUnit(written) ?? written
    let canonical = quantity.flatMap { try? registry.unit($0.canonicalUnit) }
    let unit: Unit
    var remark = ""
    do throws(UnitError) {
      if let canonical {
        let resolved = try registry.unit(text, for: canonical.dimension)
        unit = resolved.unit
        if let note = resolved.note { remark = "\(written): \(note.rawValue)" }
      } else {
        unit = try registry.unit(text)
      }
    } catch {
      if error.code == .dimension, let canonical {
        let found = error.found.map { " is \($0)," } ?? ":"
        return UnitPlan(
          outcome: .wrongDimension,
          unit: written,
          remark: "\(type): \(written)\(found) not \(canonical.dimension)"
        )
      }
      // What is ambiguous has a reason and a way out; what is unknown speaks for itself.
      let what = error.code == .ambiguous ? "\(error)" : written
      return UnitPlan(outcome: .unknownUnit, unit: written, remark: "\(type): \(what)")
    }
    let target = target(of: quantity, type: type, canonical: canonical)
    guard let target, let conversion = try? registry.conversion(from: unit, to: target.unit) else {
      let identity = try? registry.conversion(from: unit, to: unit)
      return UnitPlan(
        outcome: identity.map { .convert($0) } ?? .unknownUnit,
        unit: written,
        remark: remark
      )
    }
    return UnitPlan(
      outcome: .convert(conversion),
      unit: target.symbol,
      isPercent: written == "%",
      remark: remark
    )
  }

  /// The unit to write and its spelling, nil to keep the written one.
  private func target(
    of quantity: QuantityType?,
    type: String,
    canonical: Unit?
  ) -> (unit: Unit, symbol: String)? {
    if let wanted = policy.overrides[type] {
      // Who asks for mmol/L of glucose gets it under this name.
      if let meant = quantity?.contextualUnit(wanted) {
        return (try? registry.unit(meant)).map { ($0, wanted) }
      }
      return (try? registry.unit(wanted)).map { ($0, $0.symbol) }
    }
    switch policy.system {
    case .original: return nil
    case .canonical: return canonical.map { ($0, $0.symbol) }
    case .metric, .us:
      guard let canonical else { return nil }
      let system: UnitSystem = policy.system == .us ? .us : .metric
      let symbol = system.symbol(forCanonical: canonical.symbol, use: Self.use(of: type))
      return (try? registry.unit(symbol)).map { ($0, $0.symbol) }
    }
  }

  /// How people show lengths and volumes of a type.
  package static func use(of type: String) -> UnitSystem.Use {
    switch type {
    case "Height", "WaistCircumference", "WalkingStepLength", "RunningStrideLength",
      "RunningVerticalOscillation":
      .bodyLength
    case "DistanceSwimming", "SixMinuteWalkTestDistance", "UnderwaterDepth": .swimming
    case "DietaryWater": .drink
    default: .general
    }
  }

  /// Converts a number of a rare record; `outcome` says why it could not be, when it could not.
  public mutating func convert(
    _ value: ExactDecimal,
    type: String,
    unit written: String
  ) -> (value: ExactDecimal, unit: String, outcome: FindingCode?, remark: String) {
    let pair = NamePair(first: type, second: written)
    let plan: UnitPlan
    if let known = namedPlans[pair] {
      plan = known
    } else {
      plan = self.plan(type: type, unit: written)
      if namedPlans.count >= Self.keptPairs { namedPlans.removeAll() }
      namedPlans[pair] = plan
    }
    return switch plan.outcome {
    case .convert(let conversion): (conversion.convert(value), plan.unit, nil, plan.remark)
    case .unknownUnit: (value, written, .unknownUnit, plan.remark)
    case .wrongDimension: (value, written, .wrongDimension, plan.remark)
    }
  }

  /// Converts a number to a fixed unit such as s, m or J; nil when that can't be.
  public mutating func convert(
    _ value: ExactDecimal,
    from written: String,
    to unit: String
  ) -> ExactDecimal? {
    let pair = NamePair(first: written, second: unit)
    let conversion: UnitConversion?
    if let known = conversions[pair] {
      conversion = known
    } else {
      conversion = self.conversion(from: written, to: unit)
      if conversions.count >= Self.keptPairs { conversions.removeAll() }
      conversions[pair] = .some(conversion)
    }
    return conversion?.convert(value)
  }

  private func conversion(from written: String, to unit: String) -> UnitConversion? {
    guard let target = try? registry.unit(unit),
      let source = try? registry.unit(written, for: target.dimension).unit
    else { return nil }
    return try? registry.conversion(from: source, to: target)
  }
}

extension ExactDecimal {
  /// Whether the value is above 1.
  var isAboveOne: Bool {
    if isNegative || significand == 0 { return false }
    if exponent >= 0 { return significand > 1 || exponent > 0 }
    if exponent < -19 { return false }
    var limit: UInt64 = 1
    for _ in 0..<Int(-exponent) {
      let (product, overflow) = limit.multipliedReportingOverflow(by: 10)
      if overflow { return false }
      limit = product
    }
    return significand > limit
  }
}
