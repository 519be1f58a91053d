import ByteKit
import CSVCodec
import HealthFormats
import HealthModel
import HealthStatistics
import HealthUnits
import JSONCodec

/// Statistics as data: one row for each series and period.
struct StatisticsData {
  private let report: StatisticsReport
  private let units: AnswerUnits

  init(_ report: StatisticsReport, _ units: AnswerUnits) {
    self.report = report
    self.units = units
  }

  /// A column: its name, and its value of a row.
  private struct Column {
    var name: String
    var value: (StatisticsSeries, StatisticsRow) -> JSONValue?
  }

  private var series: [Column] {
    [
      Column(name: "type") { series, _ in .string(series.type.name) },
      Column(name: "source") { series, _ in series.source.map { .string($0) } },
      Column(name: "part") { series, _ in series.part.map { .string($0) } },
      Column(name: "value") { series, _ in series.value.map { .string($0) } },
      Column(name: "unit") { series, _ in
        .string(units.symbol(series.unit, of: series.type.name))
      },
    ]
  }

  private var row: [Column] {
    [
      Column(name: "period") { _, row in .string(row.period) },
      Column(name: "start") { _, row in row.start.map(Self.time) },
      Column(name: "end") { _, row in row.end.map(Self.time) },
      Column(name: "count") { _, row in .integer(row.count) },
      Column(name: "sum") { series, row in
        guard let sum = row.sum else { return nil }
        let isWritten = units.symbol(series.unit, of: series.type.name) == series.unit
        if isWritten { return .number(sum.decimal.text) }
        return Self.number(units.converted(sum.rational, series.unit, of: series.type.name))
      },
      number("goal") { $0.goal },
      Column(name: "share") { _, row in row.share.map(Self.number) },
      Column(name: "closed") { _, row in row.closed.map { .integer($0) } },
      number("min") { $0.minimum.flatMap { Rational($0) } },
      number("mean") { $0.mean },
      number("max") { $0.maximum.flatMap { Rational($0) } },
      number("latest") { $0.latest.flatMap { Rational($0) } },
      number("weightedMean") { $0.weightedMean.flatMap { Rational($0) } },
    ]
  }

  private func number(_ name: String, _ value: @escaping (StatisticsRow) -> Rational?) -> Column {
    Column(name: name) { series, row in
      value(row).map { Self.number(units.converted($0, series.unit, of: series.type.name)) }
    }
  }

  static func number(_ value: Rational) -> JSONValue {
    .number(value.shortestDecimal.text)
  }

  static func time(_ stamp: Timestamp) -> JSONValue {
    .string(stamp.text)
  }

  // MARK: - Forms

  /// One table of all types.
  var csv: [UInt8] {
    let columns = series + row
    var table = AnswerTable(columns.map(\.name))
    for series in report.series {
      for row in series.rows { table.add(columns.map { $0.value(series, row) }) }
    }
    return table.bytes
  }

  /// One object a line.
  var ndjson: [UInt8] {
    let columns = series + row
    var out: [UInt8] = []
    for series in report.series {
      for row in series.rows {
        Self.object(columns, series, row).write(to: &out)
        out.append(0x0A)
      }
    }
    return out
  }

  /// The report as a document (schema `stats`).
  var json: [UInt8] {
    JSONValue.object([
      ("report", .string("stats")), ("version", .integer(1)),
      ("period", .string(report.period.rawValue)), ("sources", .string(report.sources.name)),
      (
        "zones",
        .array(
          report.zones.map { use in
            .object([
              ("zone", .string(use.zone)), ("origin", .string(use.origin.rawValue)),
              ("samples", .integer(use.samples)),
            ])
          }
        )
      ), ("types", .array(report.types.map(Self.json))),
      (
        "series",
        .array(
          report.series.map { series in
            let facts = self.series.compactMap { column in
              series.rows.first.flatMap { column.value(series, $0) }.map { (column.name, $0) }
            }
            let rows = series.rows.map { Self.object(row, series, $0) }
            return .object(facts + [("rows", .array(rows))])
          }
        )
      ), ("findings", FindingLines.json(report.run.findingCounts, report.run.examples)),
      ("rejects", FindingLines.json(report.run.rejectCounts, report.run.rejectExamples)),
    ]).document()
  }

  private static func json(_ type: StatisticsType) -> JSONValue {
    .object([
      ("type", .string(type.type.name)), ("samples", .integer(type.count)),
      (
        "sources",
        .array(
          type.sources.map {
            .object([("name", .string($0.name)), ("samples", .integer($0.count))])
          }
        )
      ), ("leftOut", .integer(type.leftOut)),
    ])
  }

  private static func object(
    _ columns: [Column],
    _ series: StatisticsSeries,
    _ row: StatisticsRow
  ) -> JSONValue {
    .object(columns.compactMap { column in column.value(series, row).map { (column.name, $0) } })
  }
}

/// A CSV table of JSON values.
struct AnswerTable {
  private(set) var bytes: [UInt8] = []
  private var writer = CSVWriter()

  init(_ columns: [String]) {
    for column in columns { writer.writeField(column, to: &bytes) }
    writer.endRecord(to: &bytes)
  }

  /// Adds a row; what is absent is empty.
  mutating func add(_ values: [JSONValue?]) {
    for value in values {
      switch value {
      case nil, .null: writer.writeEmptyField(to: &bytes)
      case .string(let text): writer.writeField(text, to: &bytes)
      case let value?: writer.writeField(value.compact(), to: &bytes)
      }
    }
    writer.endRecord(to: &bytes)
  }
}
