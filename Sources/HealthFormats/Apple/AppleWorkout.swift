import ByteKit
import HealthModel
import XMLCodec

// Workouts: totals from their WorkoutStatistics when they have them (iOS 16 and later, also for
// workouts recorded years before), else from the old attributes. Statistics of a nested
// WorkoutActivity are its own and never added to the workout's.

extension AppleDecoder {
  /// Attributes of a workout that have a column or become totals.
  private static let known: Set<String> = [
    "workoutActivityType", "sourceName", "source", "sourceVersion", "device", "creationDate",
    "startDate", "endDate", "uuid",
  ]

  mutating func workout(
    _ element: XMLElement,
    _ context: ElementContext,
    into batch: inout RecordBatch
  ) -> ElementProblem? {
    do throws(ElementProblem) {
      var row = try row(
        of: element,
        kind: .workout,
        typeAttribute: "workoutActivityType",
        context,
        batch: &batch
      )
      if row.type.isNone { throw ElementProblem(code: .missingType, detail: "Workout") }
      if !row.dates.contains(.start) {
        throw ElementProblem(code: .missingStart, detail: "Workout")
      }
      var taken = Self.known
      var totals = WorkoutTotals()
      totals.duration = try total(
        element,
        "duration",
        unit: "durationUnit",
        in: "s",
        &taken,
        context,
        &batch
      )
      let distance = try total(
        element,
        "totalDistance",
        unit: "totalDistanceUnit",
        in: "m",
        &taken,
        context,
        &batch
      )
      let energy = try total(
        element,
        "totalEnergyBurned",
        unit: "totalEnergyBurnedUnit",
        in: "J",
        &taken,
        context,
        &batch
      )
      totals.distance = sum(element, of: { $0.hasPrefix("Distance") }, in: "m") ?? distance
      totals.energy = sum(element, of: { $0 == "ActiveEnergyBurned" }, in: "J") ?? energy
      if let written = distance, written != totals.distance {
        taken.subtract(["totalDistance", "totalDistanceUnit"])
      }
      if let written = energy, written != totals.energy {
        taken.subtract(["totalEnergyBurned", "totalEnergyBurnedUnit"])
      }
      row.totals = Int32(batch.totals.count)
      batch.totals.append(totals)
      row.metadata = metadata.finish(into: &batch)
      row.details = try details(of: element, except: taken, context, into: &batch)
      batch.rows.append(row)
      return nil
    } catch {
      return error
    }
  }

  /// A total from its attribute in a fixed unit.
  ///
  /// One whose unit is not known stays an attribute.
  private mutating func total(
    _ element: XMLElement,
    _ name: String,
    unit unitName: String,
    in target: String,
    _ taken: inout Set<String>,
    _ context: ElementContext,
    _ batch: inout RecordBatch
  ) throws(ElementProblem) -> ExactDecimal? {
    guard let value = try number(element, name) else {
      taken.formUnion([name, unitName])
      return nil
    }
    guard let unit = element[unitName], !unit.isEmpty else {
      batch.findings.note(.missingUnit, at: context.start, name)
      return nil
    }
    guard let converted = normalizer.convert(value, from: unit, to: target) else {
      batch.findings.note(.unknownUnit, at: context.start, "\(name): \(unit)")
      return nil
    }
    taken.formUnion([name, unitName])
    return converted
  }

  /// The sum over the workout's own statistics of the types asked for; nil when there are none.
  private mutating func sum(
    _ element: XMLElement,
    of isWanted: (String) -> Bool,
    in target: String
  ) -> ExactDecimal? {
    var result: ExactDecimal?
    for child in element.children where child.name == "WorkoutStatistics" {
      let type = normalizer.catalogue.canonicalName(of: child["type"] ?? "", kind: .sample)
      guard isWanted(type), let value = try? number(child, "sum"), let unit = child["unit"],
        let converted = normalizer.convert(value, from: unit, to: target)
      else { continue }
      result = result.map { $0.adding(converted) } ?? converted
    }
    return result
  }

  /// Writes the details of a workout or of one of its activities.
  private mutating func details(
    of element: XMLElement,
    except taken: Set<String>,
    _ context: ElementContext,
    into batch: inout RecordBatch
  ) throws(ElementProblem) -> ArenaSlice {
    var text = ByteBuffer(capacity: 1024)
    let isEmpty = try writeDetails(
      of: element,
      except: taken,
      context,
      to: &text,
      batch: &batch
    )
    if isEmpty { return .none }
    let start = batch.arena.count
    batch.arena.append(text.span)
    return ArenaSlice(start: start, end: batch.arena.count)
  }

  private mutating func writeDetails(
    of element: XMLElement,
    except taken: Set<String>,
    _ context: ElementContext,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) throws(ElementProblem) -> Bool {
    var object = ObjectWriter(&out)
    let before = out.count
    for list in WorkoutList.allCases {
      let children = element.children.filter { $0.name == list.element }
      if children.isEmpty { continue }
      object.key(list.key, to: &out)
      out.append("[")
      for (index, child) in children.enumerated() {
        if index > 0 { out.append(",") }
        switch list {
        case .statistics: try writeStatistics(child, context, to: &out, batch: &batch)
        case .events: try writeEvent(child, context, to: &out, batch: &batch)
        case .activities: try writeActivity(child, context, to: &out, batch: &batch)
        case .routes: try writeRoute(child, context, to: &out, batch: &batch)
        }
      }
      out.append("]")
    }
    let known = Set(WorkoutList.allCases.map(\.element) + ["MetadataEntry"])
    let others = element.children.filter { !known.contains($0.name) }
    if !others.isEmpty {
      object.elements("elements", others, to: &out)
    }
    if element.attributes.contains(where: { !taken.contains($0.name) }) {
      object.key("attributes", to: &out)
      element.writeAttributes(to: &out, except: taken)
    }
    let isEmpty = out.count == before
    object.close(&out)
    return isEmpty
  }

  private mutating func writeStatistics(
    _ element: XMLElement,
    _ context: ElementContext,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) throws(ElementProblem) {
    let type = normalizer.catalogue.canonicalName(of: element["type"] ?? "", kind: .sample)
    var object = ObjectWriter(&out)
    object.string("type", type, to: &out)
    object.date(
      "startDate",
      try date(element, "startDate", .start, context, batch: &batch),
      to: &out
    )
    object.date("endDate", try date(element, "endDate", .end, context, batch: &batch), to: &out)
    let written = element["unit"] ?? ""
    var unit = written
    for (name, key) in Self.aggregates {
      guard let value = try number(element, name) else { continue }
      guard !written.isEmpty else {
        object.number(key, value, to: &out)
        continue
      }
      let converted = normalizer.convert(value, type: type, unit: written)
      if let code = converted.outcome {
        batch.findings.note(code, at: context.start, converted.remark)
      }
      unit = converted.unit
      object.number(key, converted.value, to: &out)
    }
    object.string("unit", unit, to: &out)
    writeMetadata(of: element, &object, to: &out)
    writeRest(
      of: element,
      except: ["type", "startDate", "endDate", "unit", "sum", "average", "minimum", "maximum"],
      context,
      &object,
      to: &out,
      batch: &batch
    )
    object.close(&out)
  }

  private static let aggregates: [(attribute: String, key: StaticString)] = [
    ("sum", "sum"), ("average", "average"), ("minimum", "minimum"), ("maximum", "maximum"),
  ]

  private mutating func writeEvent(
    _ element: XMLElement,
    _ context: ElementContext,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) throws(ElementProblem) {
    let type = element["type"] ?? ""
    var taken: Set<String> = ["type", "date"]
    var object = ObjectWriter(&out)
    object.string("type", normalizer.catalogue.workoutEvent(type)?.name ?? type, to: &out)
    object.date("date", try date(element, "date", .start, context, batch: &batch), to: &out)
    let duration = try total(
      element,
      "duration",
      unit: "durationUnit",
      in: "s",
      &taken,
      context,
      &batch
    )
    object.number("duration", duration, to: &out)
    writeMetadata(of: element, &object, to: &out)
    writeRest(of: element, except: taken, context, &object, to: &out, batch: &batch)
    object.close(&out)
  }

  private mutating func writeActivity(
    _ element: XMLElement,
    _ context: ElementContext,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) throws(ElementProblem) {
    var taken: Set<String> = ["uuid", "startDate", "endDate", "workoutActivityType"]
    var object = ObjectWriter(&out)
    object.string("uuid", element["uuid"], to: &out)
    let activity = element["workoutActivityType"]
    object.string(
      "type",
      activity.map { normalizer.catalogue.canonicalName(of: $0, kind: .workout) },
      to: &out
    )
    object.date(
      "startDate",
      try date(element, "startDate", .start, context, batch: &batch),
      to: &out
    )
    object.date("endDate", try date(element, "endDate", .end, context, batch: &batch), to: &out)
    let duration = try total(
      element,
      "duration",
      unit: "durationUnit",
      in: "s",
      &taken,
      context,
      &batch
    )
    object.number("duration", duration, to: &out)
    writeMetadata(of: element, &object, to: &out)
    var nested = ByteBuffer(capacity: 256)
    let isEmpty = try writeDetails(
      of: element,
      except: taken,
      context,
      to: &nested,
      batch: &batch
    )
    if !isEmpty {
      object.key("details", to: &out)
      out.append(nested.span)
    }
    object.close(&out)
  }

  private mutating func writeRoute(
    _ element: XMLElement,
    _ context: ElementContext,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) throws(ElementProblem) {
    var object = ObjectWriter(&out)
    object.string("sourceName", element["sourceName"], to: &out)
    object.string("sourceVersion", element["sourceVersion"], to: &out)
    if let device = element["device"], !device.isEmpty {
      let json = AppleDevice.json(device)
      if !json.isEmpty {
        object.key("device", to: &out)
        out.append(contentsOf: json)
      }
    }
    for (name, key) in Self.routeDates {
      object.date(key, try date(element, name, .start, context, batch: &batch), to: &out)
    }
    let files = element.children.filter { $0.name == "FileReference" }
    object.string("file", files.first?["path"], to: &out)
    let locations = element.children.filter { $0.name == "Location" }
    if !locations.isEmpty {
      object.key("locations", to: &out)
      out.append("[")
      for (index, location) in locations.enumerated() {
        if index > 0 { out.append(",") }
        try writeLocation(location, context, to: &out, batch: &batch)
      }
      out.append("]")
    }
    writeMetadata(of: element, &object, to: &out)
    writeRest(
      of: element,
      except: [
        "sourceName", "sourceVersion", "device", "creationDate", "startDate", "endDate",
      ],
      // Several references, or more than a path, are kept whole.
      children: files.count == 1 && files[0].attributes.count == 1
        ? ["FileReference", "Location"] : ["Location"],
      context,
      &object,
      to: &out,
      batch: &batch
    )
    object.close(&out)
  }

  private static let routeDates: [(attribute: String, key: StaticString)] = [
    ("startDate", "startDate"), ("endDate", "endDate"), ("creationDate", "creationDate"),
  ]

  /// A point of an old route; degrees, metres and metres per second, as written.
  private mutating func writeLocation(
    _ element: XMLElement,
    _ context: ElementContext,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) throws(ElementProblem) {
    var object = ObjectWriter(&out)
    object.date("date", try date(element, "date", .start, context, batch: &batch), to: &out)
    for (name, key) in Self.locationNumbers {
      object.number(key, try number(element, name), to: &out)
    }
    writeMetadata(of: element, &object, to: &out)
    let taken = Set(Self.locationNumbers.map(\.attribute) + ["date"])
    writeRest(of: element, except: taken, context, &object, to: &out, batch: &batch)
    object.close(&out)
  }

  private static let locationNumbers: [(attribute: String, key: StaticString)] = [
    ("latitude", "latitude"), ("longitude", "longitude"), ("altitude", "altitude"),
    ("horizontalAccuracy", "horizontalAccuracy"), ("verticalAccuracy", "verticalAccuracy"),
    ("course", "course"), ("speed", "speed"),
  ]

  /// Writes the metadata children of a nested element.
  private func writeMetadata(
    of element: XMLElement,
    _ object: inout ObjectWriter,
    to out: inout ByteBuffer
  ) {
    let entries = element.children.filter { $0.name == "MetadataEntry" }
    if entries.isEmpty { return }
    object.key("metadata", to: &out)
    var pairs = XMLElement(name: "")
    for entry in entries {
      let pair = (name: entry["key"] ?? "", value: entry["value"] ?? "")
      if !pairs.attributes.contains(where: { $0 == pair }) { pairs.attributes.append(pair) }
    }
    pairs.writeAttributes(to: &out)
  }

  /// Writes what is left of a nested element, so that nothing of it is lost.
  private func writeRest(
    of element: XMLElement,
    except taken: Set<String>,
    children known: Set<String> = [],
    _ context: ElementContext,
    _ object: inout ObjectWriter,
    to out: inout ByteBuffer,
    batch: inout RecordBatch
  ) {
    var names: Set<String> = []
    let isRepeated = element.attributes.contains { !names.insert($0.name).inserted }
    if isRepeated { batch.findings.note(.duplicateAttribute, at: context.start, element.name) }
    if isRepeated || element.attributes.contains(where: { !taken.contains($0.name) }) {
      object.key("attributes", to: &out)
      element.writeAttributes(to: &out, except: isRepeated ? [] : taken)
    }
    let others = element.children.filter { $0.name != "MetadataEntry" && !known.contains($0.name) }
    if !others.isEmpty {
      object.elements("elements", others, to: &out)
    }
  }
}

/// The lists in a workout's details, in the order they are written.
private enum WorkoutList: CaseIterable {
  case statistics
  case events
  case activities
  case routes

  var element: String {
    switch self {
    case .statistics: "WorkoutStatistics"
    case .events: "WorkoutEvent"
    case .activities: "WorkoutActivity"
    case .routes: "WorkoutRoute"
    }
  }

  var key: StaticString {
    switch self {
    case .statistics: "statistics"
    case .events: "events"
    case .activities: "activities"
    case .routes: "routes"
    }
  }
}
