import ByteKit
import HealthModel
import JSONCodec

/// What a member of a record's details is: only what stands in one of these tables leaves.
private indirect enum DetailRole: Sendable {
  /// A number, or a word such as a type.
  case value
  /// A time or a day.
  case date
  /// Heart beats, each at its time of day.
  case beats
  /// A name of a file.
  case file
  case source
  case version
  case device
  case creationDate
  case uuid
  case metadata
  case list([String: DetailRole])
  case object([String: DetailRole])

  static let member: [String: DetailRole] = [
    "type": .value, "startDate": .date, "endDate": .date, "value": .value, "unit": .value,
    "sourceName": .source, "sourceVersion": .version, "device": .device,
    "creationDate": .creationDate, "uuid": .uuid, "metadata": .metadata,
  ]

  static let part: [String: DetailRole] = [
    "statistics": .list([
      "type": .value, "startDate": .date, "endDate": .date, "sum": .value, "average": .value,
      "minimum": .value, "maximum": .value, "unit": .value, "metadata": .metadata,
    ]),
    "events": .list([
      "type": .value, "date": .date, "duration": .value, "metadata": .metadata,
    ]),
  ]

  static let workout: [String: DetailRole] = part.merging([
    "activities": .list([
      "uuid": .uuid, "type": .value, "startDate": .date, "endDate": .date, "duration": .value,
      "metadata": .metadata, "details": .object(part),
    ]),
    "routes": .list([
      "sourceName": .source, "sourceVersion": .version, "device": .device, "startDate": .date,
      "endDate": .date, "creationDate": .creationDate, "file": .file, "metadata": .metadata,
      "locations": .list([
        "date": .date, "latitude": .value, "longitude": .value, "altitude": .value,
        "horizontalAccuracy": .value, "verticalAccuracy": .value, "course": .value,
        "speed": .value, "metadata": .metadata,
      ]),
    ]),
  ]) { own, _ in own }

  static let beat: [String: DetailRole] = ["bpm": .value, "time": .value]

  static let rings: [String: DetailRole] = [
    "activeEnergyBurned": .value, "activeEnergyBurnedGoal": .value, "appleMoveTime": .value,
    "appleMoveTimeGoal": .value, "appleExerciseTime": .value, "appleExerciseTimeGoal": .value,
    "appleStandHours": .value, "appleStandHoursGoal": .value,
  ]

  static let facts: [String: DetailRole] = Dictionary(
    uniqueKeysWithValues: Catalogue.standard.characteristics.map {
      ($0.name, $0.name == "dateOfBirth" ? .date : .value)
    }
  )

  static func table(of kind: RecordKind) -> [String: DetailRole] {
    switch kind {
    case .sample: ["beats": .beats]
    case .correlation: ["members": .list(member)]
    case .workout: workout
    case .activitySummary: rings
    case .characteristics: facts
    case .archive, .other: [:]
    }
  }
}

extension FieldSharing {
  /// What is left of a record's details, nil when nothing is.
  ///
  /// - Parameter names: the names that the record must not tell any more.
  func details(
    _ details: JSONValue,
    of kind: RecordKind,
    names: [String],
    _ counts: inout SharingCounts
  ) -> JSONValue? {
    var isLess = false
    let kept = object(details, DetailRole.table(of: kind), names, &counts, &isLess)
    if isLess { counts.remove(.details) }
    return kept
  }

  private func object(
    _ value: JSONValue,
    _ table: [String: DetailRole],
    _ names: [String],
    _ counts: inout SharingCounts,
    _ isLess: inout Bool
  ) -> JSONValue? {
    guard let members = value.members else {
      isLess = true
      return nil
    }
    var kept: [(key: String, value: JSONValue)] = []
    for (key, value) in members {
      guard let role = table[key],
        let value = self.value(value, role, names, &counts, &isLess)
      else {
        isLess = true
        continue
      }
      kept.append((key, value))
    }
    return kept.isEmpty ? nil : .object(kept)
  }

  private func value(
    _ value: JSONValue,
    _ role: DetailRole,
    _ names: [String],
    _ counts: inout SharingCounts,
    _ isLess: inout Bool
  ) -> JSONValue? {
    switch role {
    case .value:
      return value.isScalar || value.elements?.allSatisfy(\.isScalar) == true ? value : nil
    case .beats:
      // A beat is nothing without its time.
      if options.coarsensToDays { return nil }
      return self.value(value, .list(DetailRole.beat), names, &counts, &isLess)
    case .file: return options.changesDates || options.pseudonyms != nil ? nil : value
    case .date: return date(value, &counts)
    case .creationDate: return removes(.creationDate) ? nil : date(value, &counts)
    case .source:
      if removes(.source) { return nil }
      guard let text = value.stringValue else { return value.isScalar ? value : nil }
      let shown = options.pseudonyms?.name(text, .source) ?? movingDates(in: text)
      return shown.map { .string($0) }
    case .version: return removes(.source) || !value.isScalar ? nil : value
    case .device:
      if removes(.device) { return nil }
      return device(value, hiding: removes(.source) ? names.first : nil)
    case .uuid:
      if removes(.uuid) { return nil }
      guard let text = value.stringValue else { return value.isScalar ? value : nil }
      return identifier(text).map { .string($0) }
    case .metadata:
      if removes(.metadata) { return nil }
      return keepsMetadata ? value : metadata(value, names: names, &counts)
    case .object(let table): return object(value, table, names, &counts, &isLess)
    case .list(let table):
      guard let elements = value.elements else { return nil }
      let kept = elements.compactMap { object($0, table, names, &counts, &isLess) }
      return kept.isEmpty ? nil : .array(kept)
    }
  }

  private func date(_ value: JSONValue, _ counts: inout SharingCounts) -> JSONValue? {
    guard options.changesDates else { return value.isScalar ? value : nil }
    guard let text = value.stringValue, let moved = dates.applied(to: text, keepsTime: true) else {
      return nil
    }
    counts.change(dates: 1)
    return .string(moved)
  }
}

extension JSONValue {
  /// Whether it has no parts.
  fileprivate var isScalar: Bool { elements == nil && members == nil }
}
