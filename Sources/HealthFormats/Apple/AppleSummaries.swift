import ByteKit
import HealthModel
import XMLCodec

// The elements that are no samples: rings of a day, facts about the person, and all that is not
// modelled.

extension AppleDecoder {
  /// Numbers of an ActivitySummary: attribute, key, and the attribute or text of its unit.
  ///
  /// `appleMoveMinutes` (export version 11) is `appleMoveTime` of later versions.
  private static let rings: [(attribute: String, key: StaticString, unit: RingUnit)] = [
    ("activeEnergyBurned", "activeEnergyBurned", .energy),
    ("activeEnergyBurnedGoal", "activeEnergyBurnedGoal", .energy),
    ("appleMoveTime", "appleMoveTime", .minutes),
    ("appleMoveMinutes", "appleMoveTime", .minutes),
    ("appleMoveTimeGoal", "appleMoveTimeGoal", .minutes),
    ("appleMoveMinutesGoal", "appleMoveTimeGoal", .minutes),
    ("appleExerciseTime", "appleExerciseTime", .minutes),
    ("appleExerciseTimeGoal", "appleExerciseTimeGoal", .minutes),
    ("appleStandHours", "appleStandHours", .count),
    ("appleStandHoursGoal", "appleStandHoursGoal", .count),
  ]

  private enum RingUnit {
    case energy
    case minutes
    case count
  }

  mutating func activitySummary(
    _ element: XMLElement,
    _ context: ElementContext,
    into batch: inout RecordBatch
  ) -> ElementProblem? {
    var row = RecordRow(kind: .activitySummary)
    row.offset = context.start
    row.length = Int32(truncatingIfNeeded: context.end - context.start)
    let written = element["dateComponents"] ?? ""
    let day = [UInt8](written.utf8)
    guard !day.isEmpty else { return ElementProblem(code: .missingStart, detail: element.name) }
    guard let date = CivilDate.parse(day.span, 0..<day.count) else {
      return ElementProblem(code: .invalidDate, detail: written)
    }
    row.start = Timestamp(seconds: date.daysSince1970 * 86_400)
    row.dates = [.start, .startIsDay]
    do throws(ElementProblem) {
      var taken: Set<String> = ["dateComponents", "activeEnergyBurnedUnit"]
      var text = ByteBuffer(capacity: 256)
      var object = ObjectWriter(&text)
      var keys: Set<String> = []
      for (name, key, unit) in Self.rings {
        // A ring under both its names: the older one stays an attribute.
        if keys.contains("\(key)") { continue }
        guard let value = try number(element, name) else {
          taken.insert(name)
          continue
        }
        guard let converted = convert(value, unit, element, context, &batch) else {
          // A number without a known unit stays an attribute, beside its unit.
          taken.remove("activeEnergyBurnedUnit")
          continue
        }
        taken.insert(name)
        keys.insert("\(key)")
        object.number(key, converted, to: &text)
      }
      if element.attributes.contains(where: { !taken.contains($0.name) }) {
        object.key("attributes", to: &text)
        element.writeAttributes(to: &text, except: taken)
      }
      let others = element.children.filter { $0.name != "MetadataEntry" }
      if !others.isEmpty { object.elements("elements", others, to: &text) }
      object.close(&text)
      row.details = batch.appendObject(text.span)
      for child in element.children where child.name == "MetadataEntry" {
        addMetadata(child["key"] ?? "", child["value"] ?? "", at: context.start, batch: &batch)
      }
      row.metadata = metadata.finish(into: &batch)
      batch.rows.append(row)
      return nil
    } catch {
      return error
    }
  }

  private mutating func convert(
    _ value: ExactDecimal,
    _ unit: RingUnit,
    _ element: XMLElement,
    _ context: ElementContext,
    _ batch: inout RecordBatch
  ) -> ExactDecimal? {
    switch unit {
    case .count: return value
    case .minutes: return normalizer.convert(value, from: "min", to: "s") ?? value
    case .energy:
      let written = element["activeEnergyBurnedUnit"] ?? ""
      if let converted = normalizer.convert(value, from: written, to: "J") { return converted }
      batch.findings.note(
        written.isEmpty ? .missingUnit : .unknownUnit,
        at: context.start,
        "activeEnergyBurned: \(written)"
      )
      return nil
    }
  }

  /// Reads `Me`: facts as attributes, or as child elements in files that other tools wrote.
  mutating func characteristics(
    _ element: XMLElement,
    _ context: ElementContext,
    into batch: inout RecordBatch
  ) -> ElementProblem? {
    var row = RecordRow(kind: .characteristics)
    row.offset = context.start
    row.length = Int32(truncatingIfNeeded: context.end - context.start)
    var pairs = element.attributes
    var others: [XMLElement] = []
    for child in element.children {
      if child.attributes.isEmpty, child.children.isEmpty {
        pairs.append((child.name, child.text))
      } else {
        others.append(child)
      }
    }
    var shell = XMLElement(name: "Me")
    for (name, value) in pairs where !value.isEmpty {
      let known = normalizer.catalogue.characteristic(name)
      shell.attributes.append(
        (known?.name ?? name, known?.valueEnum?.value(value)?.name ?? value)
      )
    }
    var text = ByteBuffer(capacity: 256)
    shell.writeAttributes(to: &text)
    if !others.isEmpty {
      text.truncate(to: text.count - 1)
      text.append(shell.attributes.isEmpty ? "\"elements\":[" : ",\"elements\":[")
      for (index, child) in others.enumerated() {
        if index > 0 { text.append(",") }
        child.writeJSON(to: &text)
      }
      text.append("]}")
    }
    row.details = batch.appendObject(text.span)
    batch.rows.append(row)
    return nil
  }

  /// Keeps an element that is not modelled: its type, dates and source in their columns, and all of
  /// it in the details.
  mutating func other(
    _ element: XMLElement,
    _ context: ElementContext,
    into batch: inout RecordBatch
  ) -> ElementProblem? {
    var shell = element
    if (element["type"] ?? "").isEmpty { shell.attributes.insert(("type", element.name), at: 0) }
    do throws(ElementProblem) {
      var row = try row(
        of: shell,
        kind: .other,
        typeAttribute: "type",
        context,
        batch: &batch
      )
      row.metadata = metadata.finish(into: &batch)
      var text = ByteBuffer(capacity: 512)
      text.append("{\"element\":")
      element.writeJSON(to: &text)
      text.append("}")
      let start = batch.arena.count
      batch.arena.append(text.span)
      row.details = ArenaSlice(start: start, end: batch.arena.count)
      batch.rows.append(row)
      return nil
    } catch {
      return error
    }
  }
}
