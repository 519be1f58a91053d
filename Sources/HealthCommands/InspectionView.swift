import ByteKit
import CommandLineKit
import Foundation
import HealthConvert
import HealthFormats
import HealthModel
import JSONCodec

/// An inspection's report as text and as JSON.
struct InspectionView {
  private let report: InspectionReport
  private let today: CivilDate?

  /// A view; `today` is a day such as `2026-01-31`, nil for the machine's day in UTC.
  init(_ report: InspectionReport, today: String?) {
    self.report = report
    let given = today.map { Array($0.utf8) }
    self.today =
      given.map { CivilDate.parse($0.span, 0..<$0.count) }
      ?? CivilDate(daysSince1970: Int64(Date().timeIntervalSince1970) / 86_400)
  }

  // MARK: - Text

  /// Sections for a terminal.
  var text: String {
    var lines: [String] = []
    for input in report.inputs { lines += head(of: input) }
    let total = report.run.total
    lines.append("\(Readable.count(total.read)) records" + span)
    lines += report.run.byKind.indices.compactMap { index in
      let counts = report.run.byKind[index]
      let kind = RecordKind.allCases[index]
      guard counts.read > 0 else { return nil }
      return
        "  \(pad(Readable.count(counts.read), 11))  \(kind.tableName.replacing("_", with: " "))"
    }
    lines += types("Sample types", report.types)
    lines += types("Workouts", report.activities)
    lines += types("Correlations and others", report.otherTypes)
    lines += list("Sources", report.sources.map { ($0.name, $0.count) })
    lines += list("Devices", report.devices.map { (Self.device($0.json), $0.count) })
    lines += characteristics
    lines += list("UTC offsets written", report.offsets.map { (Self.offset($0.minutes), $0.count) })
    let companions = report.companions.summary
    if !companions.isEmpty { lines += ["", "Not read: \(companions)"] }
    let oddities = FindingLines.rejects(report.run) + FindingLines.findings(report.run)
    if !oddities.isEmpty { lines += ["", "Oddities"] + oddities }
    return lines.joined(separator: "\n") + "\n"
  }

  private func head(of input: InspectedInput) -> [String] {
    let name = input.path == "-" ? "standard input" : input.path
    var parts = [input.format.title]
    if let version = input.facts.exportVersion { parts.append("export version \(version)") }
    if let locale = input.facts.locale { parts.append("locale \(locale)") }
    if let date = input.facts.exportDate { parts.append("exported \(Self.text(date))") }
    let place = input.entry.isEmpty ? name : "\(name): \(input.entry)"
    return ["\(place): \(parts.joined(separator: ", "))"]
  }

  private var span: String {
    guard let range = report.range else { return "" }
    return ", \(Self.text(range.first)) to \(Self.text(range.last))"
  }

  private func types(_ title: String, _ rows: [TypeCensus]) -> [String] {
    if rows.isEmpty { return [] }
    return ["", title]
      + rows.map { row in
        let units = row.units.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
          unit,
          count in
          count == row.count ? unit : "\(unit) × \(Readable.count(count))"
        }
        let days = [row.first, row.last].compactMap { $0 }.map { Self.day($0) }
        let range =
          days.count == 2 ? (days[0] == days[1] ? days[0] : "\(days[0]) – \(days[1])") : ""
        let name = units.isEmpty ? row.name : "\(row.name) (\(units.joined(separator: ", ")))"
        return "  \(pad(Readable.count(row.count), 11))  \(name)"
          + (range.isEmpty ? "" : "  \(range)")
      }
  }

  private func list(_ title: String, _ rows: [(String, Int)]) -> [String] {
    if rows.isEmpty { return [] }
    return ["", title] + rows.map { "  \(pad(Readable.count($0.1), 11))  \($0.0)" }
  }

  private var characteristics: [String] {
    let facts = report.characteristics.compactMap { try? JSONValue.parse(Array($0.utf8)) }
    let lines = facts.flatMap { fact in
      (fact.members ?? []).map { key, value in
        var line = "  \(key): \(value.stringValue ?? value.compact())"
        if key == "dateOfBirth", let age = age(value.stringValue) { line += " (age \(age))" }
        return line
      }
    }
    return lines.isEmpty ? [] : ["", "Characteristics"] + lines
  }

  /// Full years since a date of birth.
  private func age(_ text: String?) -> Int? {
    guard let today, let bytes = text.map({ Array($0.utf8) }),
      let birth = CivilDate.parse(bytes.span, 0..<bytes.count), birth <= today
    else { return nil }
    let hadBirthday = (birth.month, birth.day) <= (today.month, today.day)
    return today.year - birth.year - (hadBirthday ? 0 : 1)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func text(_ stamp: Timestamp) -> String {
    // What has no offset is a day.
    stamp.hasOffset ? stamp.text : String(stamp.text.prefix(10))
  }

  private static func day(_ stamp: Timestamp) -> String { String(text(stamp).prefix(10)) }

  private static func offset(_ minutes: Int) -> String {
    let hours = minutes.magnitude / 60
    let rest = minutes.magnitude % 60
    let digits = "\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    return (minutes < 0 ? "-" : "+") + digits
  }

  /// The parts of a device in one line.
  private static func device(_ json: String) -> String {
    guard let value = try? JSONValue.parse(Array(json.utf8)), let members = value.members else {
      return json
    }
    return members.map { "\($0.key) \($0.value.stringValue ?? $0.value.compact())" }
      .joined(separator: ", ")
  }

  // MARK: - JSON

  /// The report as a JSON document (schema `inspect`).
  var json: [UInt8] {
    var members: [(key: String, value: JSONValue)] = [
      ("report", .string("inspect")), ("version", .integer(1)),
      ("inputs", .array(report.inputs.map(Self.json))),
      ("records", RunSummary.counts(report.run.total)),
      (
        "kinds",
        .object(
          RecordKind.data.compactMap { kind in
            let counts = report.run.byKind[Int(kind.rawValue)]
            return counts == RecordCounts() ? nil : (kind.name, RunSummary.counts(counts))
          }
        )
      ),
      ("types", .array(report.types.map(Self.json))),
      ("activities", .array(report.activities.map(Self.json))),
      ("otherTypes", .array(report.otherTypes.map(Self.json))),
      ("sources", .array(report.sources.map { Self.json($0.name, $0.count) })),
      (
        "devices",
        .array(
          report.devices.map { device in
            .object([
              ("device", (try? JSONValue.parse(Array(device.json.utf8))) ?? .null),
              ("count", .integer(device.count)),
            ])
          }
        )
      ),
      ("metadataKeys", .array(report.metadataKeys.map { Self.json($0.name, $0.count) })),
      (
        "utcOffsets",
        .array(report.offsets.map { Self.json(Self.offset($0.minutes), $0.count) })
      ),
      ("characteristics", .array(characteristicsJSON)),
    ]
    if let range = report.range {
      members.append(("firstStart", .string(Self.text(range.first))))
      members.append(("lastEnd", .string(Self.text(range.last))))
    }
    members += [
      (
        "notRead",
        .object([
          ("routes", .integer(report.companions.routes)),
          ("electrocardiograms", .integer(report.companions.electrocardiograms)),
          ("others", .integer(report.companions.others)),
        ])
      ),
      ("findings", FindingLines.json(report.run.findingCounts, report.run.examples)),
      ("rejects", FindingLines.json(report.run.rejectCounts, report.run.rejectExamples)),
    ]
    return JSONValue.object(members).document()
  }

  private var characteristicsJSON: [JSONValue] {
    report.characteristics.compactMap { text in
      guard let value = try? JSONValue.parse(Array(text.utf8)), var members = value.members else {
        return nil
      }
      if let age = age(value["dateOfBirth"]?.stringValue) { members.append(("age", .integer(age))) }
      return .object(members)
    }
  }

  private static func json(_ name: String, _ count: Int) -> JSONValue {
    .object([("name", .string(name)), ("count", .integer(count))])
  }

  private static func json(_ input: InspectedInput) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("file", .string(input.path))]
    if !input.entry.isEmpty { members.append(("entry", .string(input.entry))) }
    members.append(("format", .string(input.format.rawValue)))
    if let date = input.facts.exportDate { members.append(("exportDate", .string(text(date)))) }
    if let locale = input.facts.locale { members.append(("locale", .string(locale))) }
    if let version = input.facts.exportVersion {
      members.append(("exportVersion", .integer(version)))
    }
    return .object(members)
  }

  private static func json(_ type: TypeCensus) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(type.name)), ("count", .integer(type.count)),
      (
        "units",
        .object(
          type.units.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { ($0.key, .integer($0.value)) }
        )
      ),
    ]
    if let first = type.first { members.append(("firstStart", .string(text(first)))) }
    if let last = type.last { members.append(("lastEnd", .string(text(last)))) }
    return .object(members)
  }
}
