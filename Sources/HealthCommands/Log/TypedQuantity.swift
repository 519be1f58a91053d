import CommandLineKit
import Foundation
import HealthUnits

/// Quantities as people type them, number and unit in one word.
enum TypedQuantity {
  /// A quantity that converts to a unit and is not below zero.
  static func quantity(
    _ text: String,
    _ unit: String,
    _ flag: String,
    _ example: String
  ) throws(UsageError) -> Quantity {
    let end =
      text.firstIndex { !($0.isASCII && ($0.isNumber || ".+-".contains($0))) } ?? text.endIndex
    let number = String(text[..<end])
    let symbol = text[end...].trimmingPrefix { $0 == " " }
    guard Rational(number) != nil, !symbol.isEmpty else {
      throw UsageError(
        .invalidValue,
        "\(flag): \"\(text)\" is no number with a unit such as \(example)",
        token: text
      )
    }
    let amount = Rational(number) ?? Rational(0)
    guard !amount.isNegative else {
      throw UsageError(.invalidValue, "\(flag): \"\(text)\" is negative", token: text)
    }
    do throws(UnitError) {
      let registry = UnitRegistry.standard
      let target = try registry.unit(unit)
      let meant = try registry.unit(String(symbol), for: target.dimension).unit
      return try Quantity(amount, meant).converted(to: target)
    } catch {
      throw UsageError(.invalidValue, "\(flag): \(error)", token: text)
    }
  }

  /// A duration in s: `45min`, `1h30min`.
  static func duration(_ text: String, _ flag: String) throws(UsageError) -> Rational {
    var total = Rational(0)
    var rest = text[...]
    repeat {
      let unit = rest.firstIndex { $0.isLetter } ?? rest.endIndex
      let end = rest[unit...].firstIndex { !$0.isLetter } ?? rest.endIndex
      total = total + (try quantity(String(rest[..<end]), "s", flag, "45min")).amount
      rest = rest[end...].drop { $0 == " " }
    } while !rest.isEmpty
    return total
  }

  /// A length in m: `5.2km`, or laps as in `40x25m`.
  static func laps(_ text: String, _ flag: String) throws(UsageError) -> Rational {
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0].trimmingCharacters(in: .whitespaces)) else {
      return try quantity(text, "m", flag, "5.2km or 40x25m").amount
    }
    guard (0...1_000_000).contains(count) else {
      throw UsageError(.invalidValue, "\(flag): \(count) laps can't be", token: text)
    }
    return Rational(count) * (try quantity(String(parts[1]), "m", flag, "40x25m")).amount
  }
}
