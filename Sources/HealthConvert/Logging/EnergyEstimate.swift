import ByteKit
import HealthUnits

/// The active energy of a workout for which nobody measured it.
///
///     let swim = try EnergyEstimate.metabolic(equivalents: Rational(7), mass: Quantity("75", "kg"))
///     let energy = try swim.energy(of: Quantity("45", "min")).converted(to: "kcal")
///
/// That energy is 393.75 kcal.
///
/// Estimates are exact products; they are rounded once, when they are written.
public struct EnergyEstimate: Sendable, Equatable {
  private enum Basis: Sendable, Equatable {
    /// So many watts all the time.
    case power(Rational)
    /// So many joules for all of the workout.
    case total(Rational)
  }

  private let basis: Basis

  /// Energy spent at one rate, such as 450 kcal/h, by the definition of power: energy = rate x time.
  ///
  ///     let estimate = try EnergyEstimate.constant(rate: Quantity("450", "kcal/h"))
  ///     let energy = try estimate.energy(of: Quantity("20", "min")).converted(to: "kcal")
  ///
  /// Throws when the quantity is no power.
  public static func constant(rate: Quantity) throws(UnitError) -> EnergyEstimate {
    EnergyEstimate(basis: .power(try rate.converted(to: "W").amount))
  }

  /// Energy by metabolic equivalents: energy = MET x mass x time, one MET being 1 kcal a kilogram
  /// and hour.
  ///
  ///     let mass = try Quantity("60", "kg")
  ///     let estimate = try EnergyEstimate.metabolic(equivalents: Rational(8), mass: mass)
  ///     let energy = try estimate.energy(of: Quantity("30", "min")).converted(to: "kcal")
  ///
  /// The definition and tables of activities: Ainsworth et al., 2011 Compendium of Physical
  /// Activities, Medicine & Science in Sports & Exercise 43(8), 1575-1581. It counts the whole
  /// energy, resting included. Throws when the quantity is no mass.
  public static func metabolic(
    equivalents: Rational,
    mass: Quantity
  ) throws(UnitError) -> EnergyEstimate {
    let kilograms = try mass.converted(to: "kg").amount
    // 1 kcal is 4184 J, 1 h is 3600 s.
    return EnergyEstimate(basis: .power(equivalents * kilograms * Rational(4_184, 3_600)))
  }

  /// An energy known for all of the workout; its parts get their share by time.
  ///
  ///     let estimate = try EnergyEstimate.total(Quantity("300", "kcal"))
  ///
  /// Throws when the quantity is no energy.
  public static func total(_ energy: Quantity) throws(UnitError) -> EnergyEstimate {
    EnergyEstimate(basis: .total(try energy.converted(to: "J").amount))
  }

  /// The energy of a whole workout of a duration, in J; throws when the quantity is no duration.
  public func energy(of duration: Quantity) throws(UnitError) -> Quantity {
    let seconds = try duration.converted(to: "s").amount
    return Quantity(joules(of: seconds, outOf: seconds), try UnitRegistry.standard.unit("J"))
  }

  /// The energy in J of `seconds` of a workout that lasts `all` seconds.
  func joules(of seconds: Rational, outOf all: Rational) -> Rational {
    switch basis {
    case .power(let watts): watts * seconds
    case .total(let joules): all.isZero ? Rational(0) : joules * seconds / all
    }
  }
}
