import ByteKit
import HealthModel
import HealthUnits

/// Why a record is not written into an archive.
public struct LogRefusal: Error, Sendable, Equatable {
  /// The kinds of refusal.
  public enum Reason: String, Sendable, CaseIterable {
    /// There is no such type.
    case unknownType = "unknown-type"
    /// There is no such activity.
    case unknownActivity = "unknown-activity"
    /// The type has no such value.
    case unknownValue = "unknown-value"
    /// A number is missing, or text is none.
    case noNumber = "no-number"
    /// A number without a unit.
    case missingUnit = "missing-unit"
    /// A unit nobody knows, of another dimension, or beside a value that has none.
    case wrongUnit = "wrong-unit"
    /// A value that can't be: a negative length, a heart rate of 0.
    case impossible = "impossible"
    /// A time that has not come yet.
    case future = "future"
    /// The end lies before the start.
    case endBeforeStart = "end-before-start"
    /// A time without a UTC offset.
    case missingOffset = "missing-offset"
    /// A kind of record that is not logged.
    case otherKind = "other-kind"
  }

  /// The kind of refusal.
  public var reason: Reason
  /// What is wrong.
  public var message: String
  /// What was probably meant.
  public var suggestion: String?

  init(_ reason: Reason, _ message: String, suggestion: String? = nil) {
    self.reason = reason
    self.message = message
    self.suggestion = suggestion
  }
}

extension LogRefusal: CustomStringConvertible {
  /// The message and the suggestion.
  public var description: String {
    suggestion.map { "\(message); did you mean \($0)?" } ?? message
  }
}

/// What a record has to be before it is written.
struct LogCheck {
  /// The time that has come.
  let now: Timestamp

  private var catalogue: Catalogue { .standard }

  func check(_ record: HealthRecord) throws(LogRefusal) {
    switch record {
    case .sample(let sample): try check(sample)
    case .workout(let workout): try check(workout)
    default: throw LogRefusal(.otherKind, "only samples and workouts are logged")
    }
  }

  private func check(_ sample: Sample) throws(LogRefusal) {
    try check(sample.startDate, sample.endDate)
    if catalogue.quantity(sample.type) != nil {
      try checkQuantity(sample)
    } else if let type = catalogue.category(sample.type) {
      guard sample.unit == nil else {
        throw LogRefusal(.wrongUnit, "\(type.name) has no unit")
      }
      guard case .category(let text) = sample.value, type.value(text) != nil else {
        let names = type.values.map(\.name).joined(separator: ", ")
        throw LogRefusal(.unknownValue, "a value of \(type.name) is one of: \(names)")
      }
    } else {
      throw Self.unknownType(sample.type)
    }
  }

  static func unknownType(_ name: String) -> LogRefusal {
    if let correlation = Catalogue.standard.correlation(name) {
      return LogRefusal(
        .unknownType,
        "\(correlation.name) is made of other samples; log those one by one"
      )
    }
    if let activity = Catalogue.standard.activity(name) {
      return LogRefusal(.unknownType, "\(activity.name) is an activity; see log workout")
    }
    return LogRefusal(
      .unknownType,
      "there is no type \"\(name)\"",
      suggestion: Catalogue.standard.suggestions(for: name).first
    )
  }

  private func checkQuantity(_ sample: Sample) throws(LogRefusal) {
    guard let type = catalogue.quantity(sample.type) else { return }
    guard case .quantity(let value) = sample.value else {
      throw LogRefusal(.noNumber, "\(type.name) needs a number of at most 19 digits")
    }
    guard let unit = sample.unit, !unit.isEmpty else {
      throw LogRefusal(.missingUnit, "\(type.name) needs a unit, such as \(type.canonicalUnit)")
    }
    var normalizer = UnitNormalizer(policy: UnitPolicy())
    let converted = normalizer.convert(value, type: type.name, unit: unit)
    guard converted.outcome == nil else { throw wrongUnit(unit, of: type) }
    let number = converted.value.doubleValue
    if let range = ValueRange.of(type.name)?.possible {
      guard range.contains(number) else {
        throw LogRefusal(
          .impossible,
          "\(value.text) \(unit) can't be: \(type.name) lies between"
            + " \(Self.text(range.lowerBound)) and \(Self.text(range.upperBound))"
            + " \(type.canonicalUnit)"
        )
      }
    } else if number < 0, type.dimension != .temperature {
      throw LogRefusal(.impossible, "\(type.name) can't be negative")
    }
  }

  private func wrongUnit(_ unit: String, of type: QuantityType) -> LogRefusal {
    let registry = UnitRegistry.standard
    do throws(UnitError) {
      let canonical = try registry.unit(type.canonicalUnit)
      _ = try registry.unit(type.contextualUnit(unit) ?? unit, for: canonical.dimension)
      return LogRefusal(.wrongUnit, "\(type.name) is not measured in \(unit)")
    } catch {
      return LogRefusal(.wrongUnit, "\(type.name): \(error)")
    }
  }

  private func check(_ workout: Workout) throws(LogRefusal) {
    guard catalogue.activity(workout.activity) != nil else {
      throw LogRefusal(
        .unknownActivity,
        "there is no activity \"\(workout.activity)\"",
        suggestion: catalogue.suggestions(for: workout.activity)
          .first { catalogue.activity($0) != nil }
      )
    }
    try check(workout.startDate, workout.endDate)
    let totals = workout.totals
    let numbers = [
      ("duration", totals.duration), ("distance", totals.distance), ("energy", totals.energy),
    ]
    for (name, number) in numbers where (number?.doubleValue ?? 0) < 0 {
      throw LogRefusal(.impossible, "a \(name) can't be negative")
    }
  }

  private func check(_ start: Timestamp, _ end: Timestamp?) throws(LogRefusal) {
    for time in [start, end].compactMap({ $0 }) {
      guard time.hasOffset else {
        throw LogRefusal(.missingOffset, "\(time.text) has no UTC offset")
      }
      if now.precedes(time) {
        throw LogRefusal(.future, "\(time.text) lies in the future; it is \(now.text)")
      }
    }
    if let end, end.precedes(start) {
      throw LogRefusal(.endBeforeStart, "the end \(end.text) lies before the start \(start.text)")
    }
  }

  private static func text(_ number: Double) -> String {
    ExactDecimal(shortest: number)?.text ?? "\(number)"
  }
}
