import ByteKit
import HealthModel
import JSONCodec

extension HealthRecord {
  /// The record of a canonical JSON object; nil for the archive's own facts and for other objects.
  package init?(_ value: JSONValue) {
    let details = value["details"] ?? .object([])
    switch value["record"]?.stringValue.flatMap(RecordKind.init(name:)) {
    case .sample:
      guard let sample = Sample(value) else { return nil }
      self = .sample(sample)
    case .correlation:
      guard let type = value["type"]?.stringValue, let start = value["startDate"]?.timestamp else {
        return nil
      }
      self = .correlation(
        Correlation(
          type: type,
          startDate: start,
          endDate: value["endDate"]?.timestamp,
          members: (details["members"]?.elements ?? []).compactMap(Sample.init),
          origin: Origin(value)
        )
      )
    case .workout:
      guard let workout = Workout(value) else { return nil }
      self = .workout(workout)
    case .activitySummary:
      let text = Array((value["startDate"]?.stringValue ?? "").utf8)
      guard let date = CivilDate.parse(text.span, 0..<text.count) else { return nil }
      var values: [String: ExactDecimal] = [:]
      for (key, number) in details.members ?? [] { values[key] = number.decimal }
      self = .activitySummary(ActivitySummary(date: date, values: values))
    case .characteristics:
      var facts: [String: String] = [:]
      for (key, fact) in details.members ?? [] {
        facts[key] = fact.stringValue ?? fact.compact()
      }
      self = .characteristics(facts)
    case .other:
      self = .other(type: value["type"]?.stringValue ?? "", details: details.compact())
    case .archive, nil: return nil
    }
  }
}

extension Sample {
  fileprivate init?(_ value: JSONValue) {
    guard let type = value["type"]?.stringValue, let start = value["startDate"]?.timestamp else {
      return nil
    }
    self.init(
      type: type,
      startDate: start,
      endDate: value["endDate"]?.timestamp,
      value: value["value"].flatMap(Value.init),
      unit: value["unit"]?.stringValue,
      origin: Origin(value)
    )
    beats = (value["details"]?["beats"]?.elements ?? []).map { beat in
      Beat(
        bpm: beat["bpm"]?.numberText ?? beat["bpm"]?.stringValue ?? "",
        time: beat["time"]?.stringValue ?? ""
      )
    }
  }
}

extension Sample.Value {
  fileprivate init?(_ value: JSONValue) {
    if let text = value.stringValue {
      self = .category(text)
    } else if let number = value.decimal {
      self = .quantity(number)
    } else if let digits = value.numberText {
      self = .longQuantity(digits)
    } else {
      return nil
    }
  }
}

extension Origin {
  fileprivate init(_ value: JSONValue) {
    self.init()
    sourceName = value["sourceName"]?.stringValue
    sourceVersion = value["sourceVersion"]?.stringValue
    creationDate = value["creationDate"]?.timestamp
    uuid = value["uuid"]?.stringValue
    for (key, part) in value["device"]?.members ?? [] {
      device[key] = part.stringValue ?? part.compact()
    }
    for (key, entry) in value["metadata"]?.members ?? [] {
      metadata[key] = (entry.elements ?? [entry]).map { $0.stringValue ?? $0.compact() }
    }
  }
}

extension Workout {
  fileprivate init?(_ value: JSONValue) {
    guard let type = value["type"]?.stringValue, let start = value["startDate"]?.timestamp else {
      return nil
    }
    var totals = WorkoutTotals()
    totals.duration = value["duration"]?.decimal
    totals.distance = value["totalDistance"]?.decimal
    totals.energy = value["totalEnergyBurned"]?.decimal
    self.init(
      activity: type,
      startDate: start,
      endDate: value["endDate"]?.timestamp,
      totals: totals,
      origin: Origin(value)
    )
    statistics = (value["details"]?["statistics"]?.elements ?? []).map { item in
      var statistics = Statistics(type: item["type"]?.stringValue ?? "")
      statistics.unit = item["unit"]?.stringValue
      statistics.sum = item["sum"]?.decimal
      statistics.average = item["average"]?.decimal
      statistics.minimum = item["minimum"]?.decimal
      statistics.maximum = item["maximum"]?.decimal
      return statistics
    }
    events = (value["details"]?["events"]?.elements ?? []).map { item in
      var event = Event(type: item["type"]?.stringValue ?? "")
      event.date = item["date"]?.timestamp
      event.duration = item["duration"]?.decimal
      return event
    }
    parts = (value["details"]?["activities"]?.elements ?? []).map { item in
      var part = Part(activity: item["type"]?.stringValue ?? "")
      part.startDate = item["startDate"]?.timestamp
      part.endDate = item["endDate"]?.timestamp
      part.duration = item["duration"]?.decimal
      return part
    }
  }
}

extension JSONValue {
  /// The time of an RFC 3339 string.
  fileprivate var timestamp: Timestamp? {
    guard let bytes = stringValue.map({ Array($0.utf8) }) else { return nil }
    return Timestamp.parseRFC3339(bytes.span, 0..<bytes.count)
  }

  /// The exact number, when it has at most 19 digits.
  fileprivate var decimal: ExactDecimal? {
    guard let bytes = numberText.map({ Array($0.utf8) }),
      case .exact(let decimal) = ExactDecimal.parse(bytes.span, 0..<bytes.count)
    else { return nil }
    return decimal
  }
}
