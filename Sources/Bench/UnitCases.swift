import ByteKit
import Foundation
import HealthUnits

extension Case {
  /// Conversions of a million values, beside Foundation's `Measurement`, which rounds its factors.
  ///
  /// `.ci/time_pint.py` times Python's pint on the same values.
  static var units: [Case] {
    let values = (0..<1_000_000).map {
      ExactDecimal(significand: UInt64($0) &* 7_919 % 9_999_999, exponent: -4)
    }
    let doubles = values.map(\.doubleValue)
    return [
      parsing(values),
      exact("lb-to-kg", values, "lb", "kg"),
      foundation("lb-to-kg-foundation", doubles, UnitMass.pounds, .kilograms),
      exact("kg-to-lb", values, "kg", "lb"),
      foundation("kg-to-lb-foundation", doubles, UnitMass.kilograms, .pounds),
      exact("degF-to-degC", values, "degF", "degC"),
      foundation("degF-to-degC-foundation", doubles, UnitTemperature.fahrenheit, .celsius),
      exact("kcal-to-J", values, "kcal", "J"),
      foundation("kcal-to-J-foundation", doubles, UnitEnergy.kilocalories, .joules),
      Case(name: "read-a-unit", amount: 10_000, unit: .operations) {
        for _ in 0..<10_000 {
          keep(UInt64(try UnitRegistry.standard.unit("mL/min·kg").symbol.count))
        }
      },
    ]
  }

  /// What reading the number costs, to which a conversion is added.
  private static func parsing(_ values: [ExactDecimal]) -> Case {
    var text: [UInt8] = []
    var ends: [Int] = []
    for value in values {
      value.write(to: &text)
      ends.append(text.count)
    }
    return Case(name: "read-a-number", amount: values.count, unit: .operations) {
      let bytes = text.span
      var sum: UInt64 = 0
      var start = 0
      for end in ends {
        if case .exact(let value) = ExactDecimal.parse(bytes, start..<end) {
          sum &+= value.significand
        }
        start = end
      }
      keep(sum)
    }
  }

  private static func exact(
    _ name: String,
    _ values: [ExactDecimal],
    _ from: String,
    _ to: String
  ) -> Case {
    Case(name: name, amount: values.count, unit: .operations) {
      let conversion = try UnitRegistry.standard.conversion(from: from, to: to)
      var sum: UInt64 = 0
      for value in values { sum &+= conversion.convert(value).significand }
      keep(sum)
    }
  }

  private static func foundation<Kind: Foundation.Dimension>(
    _ name: String,
    _ values: [Double],
    _ from: Kind,
    _ to: Kind
  ) -> Case {
    Case(name: name, amount: values.count, unit: .operations) {
      var sum = 0.0
      for value in values { sum += Measurement(value: value, unit: from).converted(to: to).value }
      keep(sum.bitPattern)
    }
  }

  /// Keeps a result from being optimised away.
  @inline(never)
  private static func keep(_ value: UInt64) { if value == 1 { print("") } }
}
