import ByteKit
import JSONSchema

/// A cell's value as far as it can be compared.
enum CellValue: Sendable {
  /// Of a type without order.
  case unordered
  case number(ExactDecimal)
  case long(LongNumber)
  /// NaN, which is in no order to anything.
  case notANumber
  case infinity(isNegative: Bool)
  /// Seconds and nanoseconds since some instant.
  case instant(Int64, Int32)
  case duration(Duration)

  /// Years, months, days and seconds, of which only some can be compared (XML Schema 2, §3.2.6.2).
  struct Duration: Sendable, Equatable {
    var months: Int64 = 0
    var seconds: Int64 = 0
    var nanoseconds: Int32 = 0
    var isNegative = false
  }

  /// Negative, zero or positive for the order to another value; empty when there is none.
  ///
  /// Durations have four orders, one for each date at which months differ in length.
  func orders(to other: CellValue) -> [Int] {
    switch (self, other) {
    case (.number(let a), .number(let b)): return [a.compare(b)]
    case (.notANumber, _), (_, .notANumber), (.unordered, _), (_, .unordered): return []
    case (.infinity(let a), .infinity(let b)): return [a == b ? 0 : a ? -1 : 1]
    case (.infinity(let isNegative), _): return [isNegative ? -1 : 1]
    case (_, .infinity(let isNegative)): return [isNegative ? 1 : -1]
    case (.instant(let a, let x), .instant(let b, let y)):
      return [(a, x) == (b, y) ? 0 : (a, x) < (b, y) ? -1 : 1]
    case (.duration(let a), .duration(let b)): return a.orders(to: b)
    default:
      guard let a = long, let b = other.long else { return [] }
      return [LongNumber.compare(a, b)]
    }
  }

  private var long: LongNumber? {
    switch self {
    case .number(let value): LongNumber(value)
    case .long(let value): value
    default: nil
    }
  }
}

extension CellValue.Duration {
  /// Months of the four dates at which every order of durations shows, in days since 1970.
  private static let references = [(1696, 9), (1697, 2), (1903, 3), (1903, 7)]

  func orders(to other: CellValue.Duration) -> [Int] {
    Self.references.map { year, month in
      let a = length(year, month)
      let b = other.length(year, month)
      return a == b ? 0 : a < b ? -1 : 1
    }
  }

  private func length(_ year: Int, _ month: Int) -> (Int64, Int32) {
    let sign: Int64 = isNegative ? -1 : 1
    let first = CivilDate(year: year, month: month, day: 1)
    let index = Int64(year * 12 + month - 1) + sign * months
    let last = CivilDate(
      year: Int(index >= 0 ? index / 12 : (index - 11) / 12),
      month: Int((index % 12 + 12) % 12) + 1,
      day: 1
    )
    let days = last.daysSince1970 - first.daysSince1970
    return (days * 86_400 + sign * seconds, Int32(sign) * nanoseconds)
  }
}
