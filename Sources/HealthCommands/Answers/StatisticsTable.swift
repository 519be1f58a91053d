import ByteKit
import CommandLineKit
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits

/// Statistics as tables for people.
struct StatisticsTable {
  private static let barWidth = 20

  private let report: StatisticsReport
  private let units: AnswerUnits

  init(_ report: StatisticsReport, _ units: AnswerUnits) {
    self.report = report
    self.units = units
  }

  /// A section for each type.
  var text: String {
    var text = ""
    for (index, type) in report.types.enumerated() {
      let series = report.series.filter { $0.type == type.type }
      if index > 0 { text += "\n" }
      text += heading(type, series) + "\n"
      switch type.type.measure {
      case .sleep: writeSleep(series, to: &text)
      case .rings: writeRings(series, to: &text)
      case .sum, .time, .values: for one in series { write(one, to: &text) }
      }
    }
    return text
  }

  /// What was read, which samples counted, and where days begin.
  var messages: [String] {
    let total = report.run.total
    let rings = report.series.filter { $0.type.measure == .rings && $0.value == "move" }
    let counted =
      report.types.reduce(0) { $0 + $1.count }
      + rings.flatMap(\.rows).reduce(0) { $0 + $1.count }
    var lines = [
      "\(Readable.plural(total.read, "record")) read, \(Readable.count(counted)) of them counted"
    ]
    let merged = report.types.filter {
      $0.type.measure == .sum || $0.type.measure == .time
    }
    if merged.contains(where: { $0.sources.count > 1 }) {
      switch report.sources {
      case .merged:
        lines.append(
          "  sources are merged: each instant counts once, by hand before watch, phone, device, app"
        )
      case .sum:
        lines.append("  warning: the sources are added up; what two of them measured counts twice")
      case .each: lines.append("  each source stands by itself")
      case .named: break
      }
    }
    lines.append(contentsOf: zoneLine.map { ["  " + $0] } ?? [])
    for type in report.types where type.leftOut > 0 {
      lines.append(
        "  \(type.type.name): \(Readable.plural(type.leftOut, "sample")) without a number left out"
      )
    }
    return lines
  }

  private var zoneLine: String? {
    if report.period == .all || report.zones.isEmpty { return nil }
    let parts = ZoneUse.Origin.allCases.compactMap { origin -> String? in
      let uses = report.zones.filter { $0.origin == origin }
      guard !uses.isEmpty else { return nil }
      let names = uses.prefix(3).map(\.zone).joined(separator: ", ") + (uses.count > 3 ? ", …" : "")
      let count = Readable.plural(uses.reduce(0) { $0 + $1.samples }, "sample")
      return switch origin {
      case .given: "of \(names)"
      case .recorded: "of the zone that \(count) name (\(names))"
      case .written: "by the written UTC offset of \(count) (\(names))"
      case .none: "as they are written in \(count) without an offset"
      }
    }
    let hint =
      report.zones.contains { $0.origin == .written }
      ? "; --time-zone ZONE gives local days" : ""
    return "days are those \(parts.joined(separator: ", and "))\(hint)"
  }

  private func heading(_ type: StatisticsType, _ series: [StatisticsSeries]) -> String {
    let unit = series.first.map { units.heading($0.unit) } ?? ""
    var text = type.type.name
    switch type.type.measure {
    case .sum, .values: if !unit.isEmpty, unit != "1" { text += " (\(unit))" }
    case .time, .sleep, .rings: break
    }
    text += report.period == .all ? "" : " by \(report.period.rawValue)"
    if type.sources.isEmpty { return text + (series.isEmpty ? ": no samples" : "") }
    let names = type.sources.prefix(4).map { "\($0.name) \(Readable.count($0.count))" }
    let rest = type.sources.count > 4 ? ", …" : ""
    let policy: String =
      switch (type.type.measure, report.sources) {
      case (.sum, .merged), (.time, .merged): type.sources.count > 1 ? ", merged" : ""
      case (.sum, .sum), (.time, .sum): type.sources.count > 1 ? ", added up" : ""
      case (.sleep, _): type.sources.count > 1 ? ", one source a session" : ""
      default: ""
      }
    return text + ": \(names.joined(separator: ", "))\(rest)\(policy)"
  }

  // MARK: - Sums and values

  private func write(_ series: StatisticsSeries, to text: inout String) {
    let name = [series.source, series.value].compactMap { $0 }.joined(separator: ", ")
    if !name.isEmpty { text += "  " + name + "\n" }
    let isSum = series.type.measure == .sum || series.type.measure == .time
    let main = series.rows.map { row in
      isSum ? row.sum.flatMap { Rational($0.decimal) } : row.mean
    }
    let doubles = main.map { $0?.doubleValue ?? 0 }
    let largest = doubles.max() ?? 0
    var table = TextTable(
      [("", .left)]
        + (isSum
          ? [("samples", .right), ("sum", .right), ("", .left)]
          : [
            ("samples", .right), ("min", .right), ("mean", .right), ("max", .right),
            ("latest", .right), (weightedName(series), .right), ("", .left),
          ])
    )
    let empty = EmptyRuns(series.rows.map { $0.count == 0 && ($0.sum.map(\.isZero) ?? true) })
    for (index, row) in series.rows.enumerated() {
      if let gap = empty.gap(at: index) {
        if gap > 0 { table.add(["… \(Readable.count(gap)) without samples"]) }
        continue
      }
      let bar =
        largest > 0 ? TextTable.bar(doubles[index] / largest, width: Self.barWidth) : ""
      let count = Readable.count(row.count)
      if isSum {
        table.add([row.period, count, cell(main[index], series), bar])
      } else {
        table.add([
          row.period, count, cell(row.minimum, series), cell(row.mean, series),
          cell(row.maximum, series), cell(row.latest, series), cell(row.weightedMean, series), bar,
        ])
      }
    }
    table.write(to: &text, indent: name.isEmpty ? "  " : "    ")
  }

  private func weightedName(_ series: StatisticsSeries) -> String {
    if case .values(.discreteEquivalentContinuousLevel) = series.type.measure { return "level" }
    return "by time"
  }

  private func cell(_ value: ExactDecimal?, _ series: StatisticsSeries) -> String {
    cell(value.flatMap { Rational($0) }, series)
  }

  private func cell(_ value: Rational?, _ series: StatisticsSeries) -> String {
    guard let value else { return "" }
    if series.type.measure == .time { return AnswerUnits.duration(seconds: value) }
    return units.cell(value, series.unit, of: series.type.name)
  }

  // MARK: - Sleep

  /// The columns of sleep, in the order of a night.
  private static let stages = [
    ("Asleep", "asleep"), ("AsleepCore", "core"), ("AsleepDeep", "deep"), ("AsleepREM", "REM"),
    ("AsleepUnspecified", "unspecified"), ("Awake", "awake"), ("InBed", "in bed"),
  ]

  private func writeSleep(_ series: [StatisticsSeries], to text: inout String) {
    let known = Set(Self.stages.map(\.0) + ["Session"])
    let others = Set(series.compactMap(\.value)).subtracting(known).sorted().map { ($0, $0) }
    let stages = Self.stages + others
    var table = TextTable(
      [("", .left), ("", .left), ("sessions", .right)] + stages.map { ($0.1, .right) }
        + [("", .left)]
    )
    let periods = series.flatMap { $0.rows.map(\.period) }
    let rows = Dictionary(grouping: series, by: \.part).mapValues { series in
      Dictionary(
        uniqueKeysWithValues: series.map { one in
          (
            one.value ?? "",
            Dictionary(one.rows.map { ($0.period, $0) }) { first, _ in first }
          )
        }
      )
    }
    let longest =
      series.filter { $0.value == "Asleep" }.flatMap(\.rows)
      .compactMap { $0.sum?.decimal.doubleValue }.max() ?? 0
    var seen: Set<String> = []
    let ordered = periods.sorted().filter { seen.insert($0).inserted }
    let filled = Set(
      series.filter { $0.value == "Session" }.flatMap(\.rows).filter { $0.count > 0 }.map(\.period)
    )
    let empty = EmptyRuns(ordered.map { !filled.contains($0) })
    for (index, period) in ordered.enumerated() {
      if let gap = empty.gap(at: index) {
        if gap > 0 { table.add(["… \(Readable.count(gap)) without samples"]) }
        continue
      }
      var isEmpty = true
      for part in ["night", "nap"] {
        let values = rows[part] ?? [:]
        guard let session = values["Session"]?[period], session.count > 0 else { continue }
        isEmpty = false
        let times = stages.map { stage -> String in
          guard let sum = values[stage.0]?[period]?.sum else { return "" }
          return AnswerUnits.duration(seconds: Rational(sum.decimal) ?? sum.rational)
        }
        let asleep = values["Asleep"]?[period]?.sum?.decimal.doubleValue ?? 0
        let bar =
          longest > 0 ? TextTable.bar(asleep / longest, width: Self.barWidth) : ""
        table.add([period, part, Readable.count(session.count)] + times + [bar])
      }
      if isEmpty { table.add([period]) }
    }
    if !table.isEmpty { table.write(to: &text, indent: "  ") }
  }

  // MARK: - Rings

  private func writeRings(_ series: [StatisticsSeries], to text: inout String) {
    var table = TextTable(
      [("", .left), ("days", .right)]
        + Ring.allCases.flatMap { ring -> [(name: String, alignment: TextTable.Alignment)] in
          [(ring.rawValue, .right), ("closed", .right)]
        }
    )
    let rows = Dictionary(grouping: series) { $0.value ?? "" }.mapValues { series in
      Dictionary(series.flatMap(\.rows).map { ($0.period, $0) }) { first, _ in first }
    }
    var seen: Set<String> = []
    for period in series.flatMap({ $0.rows.map(\.period) }).sorted()
    where seen.insert(period).inserted {
      let found = Ring.allCases.map { rows[$0.rawValue]?[period] }
      let days = found.compactMap { $0?.count }.max() ?? 0
      table.add(
        [period, Readable.count(days)]
          + found.flatMap { row -> [String] in
            guard let row, let share = row.share, let closed = row.closed else { return ["", ""] }
            let percent = (share * Rational(100)).rounded(toPlaces: 0)?.text ?? ""
            return [percent + " %", Readable.count(closed)]
          }
      )
    }
    if !table.isEmpty { table.write(to: &text, indent: "  ") }
  }
}

/// Long runs of empty rows, which a table shows as one line; data have all of them.
private struct EmptyRuns {
  /// A run that is no longer than this is shown row by row.
  private static let shown = 31

  private let gaps: [Int?]

  init(_ isEmpty: [Bool]) {
    var gaps = [Int?](repeating: nil, count: isEmpty.count)
    var start = 0
    for index in 0...isEmpty.count where index == isEmpty.count || !isEmpty[index] {
      if index - start > Self.shown {
        gaps[start] = index - start
        for hidden in start + 1..<index { gaps[hidden] = 0 }
      }
      start = index + 1
    }
    self.gaps = gaps
  }

  /// How many rows a line stands for: nil for a row that is shown, 0 for one that is part of a run.
  func gap(at index: Int) -> Int? { gaps[index] }
}
