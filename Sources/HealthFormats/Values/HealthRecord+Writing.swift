import ByteKit
import HealthModel
import JSONCodec

extension Sample {
  /// The canonical JSON object, its value in the unit it has.
  package var json: JSONValue {
    var object = CanonicalObject("sample", type, startDate, endDate)
    switch value {
    case .quantity(let decimal): object.add("value", decimal)
    case .longQuantity(let digits): object.add("value", .number(digits))
    case .category(let name): object.add("value", .string(name))
    case nil: break
    }
    object.add("unit", unit)
    object.add(origin)
    if !beats.isEmpty {
      let list = beats.map { beat in
        JSONValue.object([("bpm", .string(beat.bpm)), ("time", .string(beat.time))])
      }
      object.add("details", .object([("beats", .array(list))]))
    }
    return object.value
  }
}

extension Workout {
  /// The canonical JSON object.
  package var json: JSONValue {
    var object = CanonicalObject("workout", activity, startDate, endDate)
    object.add("duration", totals.duration)
    object.add("totalDistance", totals.distance)
    object.add("totalEnergyBurned", totals.energy)
    object.add(origin)
    let lists = [
      ("statistics", statistics.map(\.json)), ("events", events.map(\.json)),
      ("activities", parts.map(\.json)),
    ].filter { !$0.1.isEmpty }
    if !lists.isEmpty { object.add("details", .object(lists.map { ($0.0, .array($0.1)) })) }
    return object.value
  }
}

extension Workout.Statistics {
  fileprivate var json: JSONValue {
    var object = CanonicalObject()
    object.add("type", type)
    object.add("sum", sum)
    object.add("average", average)
    object.add("minimum", minimum)
    object.add("maximum", maximum)
    object.add("unit", unit)
    return object.value
  }
}

extension Workout.Event {
  fileprivate var json: JSONValue {
    var object = CanonicalObject()
    object.add("type", type)
    object.add("date", date)
    object.add("duration", duration)
    return object.value
  }
}

extension Workout.Part {
  fileprivate var json: JSONValue {
    var object = CanonicalObject()
    object.add("type", activity)
    object.add("startDate", startDate)
    object.add("endDate", endDate)
    object.add("duration", duration)
    return object.value
  }
}

/// The members of an object in their order; what is absent is left out.
private struct CanonicalObject {
  private var members: [(key: String, value: JSONValue)] = []

  var value: JSONValue { .object(members) }

  init() {}

  init(_ record: String, _ type: String, _ start: Timestamp, _ end: Timestamp?) {
    add("record", record)
    add("type", type)
    add("startDate", start)
    add("endDate", end)
  }

  mutating func add(_ key: String, _ value: JSONValue) { members.append((key, value)) }

  mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { add(key, .string(text)) }
  }

  mutating func add(_ key: String, _ date: Timestamp?) {
    if let date { add(key, .string(date.text)) }
  }

  mutating func add(_ key: String, _ number: ExactDecimal?) {
    if let number { add(key, .number(number.text)) }
  }

  mutating func add(_ origin: Origin) {
    add("sourceName", origin.sourceName)
    add("sourceVersion", origin.sourceVersion)
    if !origin.device.isEmpty {
      add(
        "device",
        .object(origin.device.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      )
    }
    add("creationDate", origin.creationDate)
    add("uuid", origin.uuid)
    if origin.metadata.isEmpty { return }
    let pairs = origin.metadata.sorted { $0.key < $1.key }.map { key, values in
      (
        key: key,
        value: values.count == 1 ? .string(values[0]) : JSONValue.array(values.map { .string($0) })
      )
    }
    add("metadata", .object(pairs))
  }
}
