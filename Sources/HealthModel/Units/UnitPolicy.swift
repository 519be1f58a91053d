/// In which units values are written.
public struct UnitPolicy: Sendable, Equatable {
  /// The choices of `--units`.
  public enum System: String, Sendable, CaseIterable {
    /// Each type's canonical unit, from the catalogue.
    case canonical
    /// The unit that was written.
    case original
    /// Units people use where the metric system is: kg, km, kcal, degC.
    case metric
    /// Units people use in the United States: lb, mi, kcal, degF.
    case us
  }

  /// The system for types without a unit of their own below.
  public var system: System
  /// Unit by canonical type name, from `--unit TYPE=UNIT`.
  public var overrides: [String: String]

  /// A policy; canonical units unless told otherwise.
  public init(system: System = .canonical, overrides: [String: String] = [:]) {
    self.system = system
    self.overrides = overrides
  }
}
