import ByteKit
import CommandLineKit
import HealthConvert
import HealthFormats
import HealthModel

/// `healthconv log sample`: one quantity or category at a time.
enum LogSampleCommand {
  struct Options: Sendable {
    var log = LogFlags()
    var type: String?
    var value: String?
    var unit: String?

    static let flags: [Flag<Options>] =
      [
        Flag(
          "type",
          .value("TYPE"),
          in: "Record",
          help: "the type, by any spelling (healthconv types)",
          update: .set(\.type)
        ),
        Flag(
          "value",
          .value("VALUE"),
          in: "Record",
          help: "the number, or the case of a category such as AsleepCore",
          update: .set(\.value)
        ),
        Flag(
          "unit",
          .value("UNIT"),
          in: "Record",
          help: "the unit of the number; counts need none",
          update: .set(\.unit)
        ),
      ] + LogFlags.flags.map { $0.inside(\.log) }
  }

  static let command = Command(
    "sample",
    summary: "Add a quantity or a category to an archive",
    discussion: """
      The value is written in the canonical unit of its type. What can't be is refused: unknown \
      types, units of another dimension, negative lengths, times in the future.
      """,
    operands: [Operand("ARCHIVE", completion: .files)],
    examples: [
      Example(
        "healthconv log sample weight.ndjson --type BodyMass --value 165 --unit lb",
        "this moment's weight"
      ),
      Example(
        "healthconv log sample sleep.csv.gz --type SleepAnalysis --value AsleepCore"
          + " --start 2026-03-01T23:10:00+01:00 --end 2026-03-02T00:05:00+01:00",
        "a stage of sleep"
      ),
    ],
    flags: Options.flags,
    options: Options()
  ) { options, operands throws(UsageError) in
    let path = operands.first ?? ""
    let now = try options.log.present()
    let sample = try options.sample(now)
    return try options.log.append([.sample(sample)], to: path, now: now)
  }
}

extension LogSampleCommand.Options {
  fileprivate func sample(_ now: Timestamp) throws(UsageError) -> Sample {
    guard let name = type else { throw UsageError(.missingValue, "--type is missing") }
    let start =
      try log.start.map { text throws(UsageError) in try log.time(text, "--start") } ?? now
    let end = try log.end.map { text throws(UsageError) in try log.time(text, "--end") } ?? start
    let origin = try log.origin()
    let catalogue = Catalogue.standard
    if let quantity = catalogue.quantity(name) {
      guard let value else { throw UsageError(.missingValue, "--value is missing") }
      let bytes = Array(value.utf8)
      guard case .exact(let number) = ExactDecimal.parse(bytes.span, 0..<bytes.count) else {
        throw UsageError(
          .invalidValue,
          "--value: \"\(value)\" is no number of at most 19 digits, such as 74.5",
          token: value
        )
      }
      return Sample(
        type: quantity.name,
        startDate: start,
        endDate: end,
        value: .quantity(number),
        unit: unit ?? (quantity.canonicalUnit == "count" ? "count" : nil),
        origin: origin
      )
    }
    let category = catalogue.category(name)
    // A type with one value says it all.
    let only = category.flatMap { $0.values.count == 1 ? $0.values[0].name : nil }
    if category != nil, value ?? only == nil {
      throw UsageError(.missingValue, "--value is missing")
    }
    return Sample(
      type: category?.name ?? name,
      startDate: start,
      endDate: end,
      value: (value ?? only).map { .category($0) },
      unit: unit,
      origin: origin
    )
  }
}
