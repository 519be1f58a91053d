import Foundation
import HealthMerge
import HealthUnits
import JSONCodec
import TestSupport
import Testing

/// The executable models of the semantics agree with the library: the same archives in, the same
/// records out.
@Suite struct ModelTests {
  /// How many random archives; HEALTHCONV_CASES asks for more.
  static let count =
    ProcessInfo.processInfo.environment["HEALTHCONV_CASES"].flatMap { Int($0) }
    ?? 2_000

  static func cases(seed: UInt64) throws -> [JSONValue] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Fixtures.path("merge/model_cases.py"), Shared.path("facts/models"), "\(seed)",
      "\(count)",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try output.split(separator: 0x0A).map { try JSONValue.parse([UInt8]($0)) }
  }

  @Test(.enabled(if: Shared.isAvailable, "needs HEALTHCONV_SHARED and python3"))
  func agrees() throws {
    let seed = testSeed() % 1_000_000
    let cases = try Self.cases(seed: seed)
    #expect(cases.count == Self.count)
    for (number, example) in cases.enumerated() {
      let place = "seed \(seed), case \(number): \(example.compact())"
      switch example["model"]?.stringValue {
      case "group": #expect(Self.joined(example) == example["expected"]?.compact(), "\(place)")
      case "overlap": #expect(Self.swept(example) == example["expected"]?.compact(), "\(place)")
      case "drop", "maxsource":
        #expect(Self.chosen(example) == example["expected"]?.compact(), "\(place)")
      default: Issue.record("unknown model: \(place)")
      }
    }
  }

  // MARK: - The join

  /// A model's record `[type, source, start, end, value, id, version]` as a canonical one.
  private static func record(_ fields: JSONValue) -> MergeRecord? {
    func time(_ value: JSONValue?) -> String { "2026-01-01T00:00:0\(value?.intValue ?? 0)Z" }
    var members: [(key: String, value: JSONValue)] = [
      ("record", .string("sample")), ("type", fields[0] ?? .null),
      ("startDate", .string(time(fields[2]))), ("endDate", .string(time(fields[3]))),
      ("value", fields[4] ?? .null), ("sourceName", fields[1] ?? .null),
    ]
    if let id = fields[5], !id.isNull {
      members.append(
        (
          "metadata",
          .object([
            ("HKMetadataKeySyncIdentifier", id),
            ("HKMetadataKeySyncVersion", .string("\(fields[6]?.intValue ?? 0)")),
          ])
        )
      )
    }
    return MergeRecord(.object(members))
  }

  private static func fields(_ record: MergeRecord) -> JSONValue {
    let json = record.json
    func second(_ name: String) -> Int {
      Int(json[name]?.stringValue?.dropLast().suffix(1) ?? "") ?? -1
    }
    let metadata = json["metadata"]
    return .array([
      json["type"] ?? .null, json["sourceName"] ?? .null, .integer(second("startDate")),
      .integer(second("endDate")), json["value"] ?? .null,
      metadata?["HKMetadataKeySyncIdentifier"] ?? .null,
      .integer(Int(metadata?["HKMetadataKeySyncVersion"]?.stringValue ?? "0") ?? 0),
    ])
  }

  private static func joined(_ example: JSONValue) -> String {
    let snapshots = (example["archives"]?.elements ?? []).map { archive in
      Snapshot((archive.elements ?? []).compactMap(record))
    }
    let result = ArchiveJoin(snapshots).records.map { fields($0.record) }
    return JSONValue.array(result.sorted { pythonText($0) < pythonText($1) }).compact()
  }

  /// A record as Python prints it, which is how the model sorts.
  private static func pythonText(_ fields: JSONValue) -> String {
    let parts = (fields.elements ?? []).map { field in
      field.isNull ? "None" : field.stringValue.map { "'\($0)'" } ?? field.compact()
    }
    return "(" + parts.joined(separator: ", ") + ")"
  }

  // MARK: - The views

  private static func intervals(_ example: JSONValue) -> [OverlapInterval] {
    let ranks = (example["ranks"]?.elements ?? []).map { $0.intValue ?? 0 }
    return zip(example["records"]?.elements ?? [], ranks).map { fields, rank in
      let start = Instant(fields[1]?.intValue ?? 0)
      let end = Instant(fields[2]?.intValue ?? 0)
      let source = fields[0]?.stringValue ?? ""
      let priority = ["watch": 0, "phone": 1, "app": 2][source] ?? 3
      // The model's own rank decides between records of one source and duration.
      let content = [UInt8(rank >> 8), UInt8(rank & 255)]
      return OverlapInterval(
        start: start,
        end: end,
        source: source,
        rank: OverlapRank(priority: priority, duration: end - start, content: content)
      )
    }
  }

  private static func swept(_ example: JSONValue) -> String {
    let intervals = intervals(example)
    let limit = example["limit"]?.intValue.map { Instant($0) } ?? .max
    let ranks = (example["ranks"]?.elements ?? []).map { $0.intValue ?? 0 }
    let values = (example["records"]?.elements ?? []).map { Rational($0[3]?.stringValue ?? "0") }
    let pieces = OverlapView(intervals, limit: limit).pieces.map { piece -> [String] in
      let whole = intervals[piece.index].wholeDuration
      let value = PieceValue.exact(
        values[piece.index] ?? Rational(0),
        piece: piece.end - piece.start,
        of: whole
      )
      return ["\(piece.start)", "\(piece.end)", "\(ranks[piece.index])", "\"\(value)\""]
    }
    // As Python sorts lists of three numbers and a text.
    let sorted = pieces.sorted { a, b in
      let x = a.prefix(3).map { Int($0) ?? 0 }
      let y = b.prefix(3).map { Int($0) ?? 0 }
      return x == y ? a[3] < b[3] : x.lexicographicallyPrecedes(y)
    }
    return "[" + sorted.map { "[" + $0.joined(separator: ",") + "]" }.joined(separator: ",") + "]"
  }

  private static func chosen(_ example: JSONValue) -> String {
    let intervals = intervals(example)
    let ranks = (example["ranks"]?.elements ?? []).map { $0.intValue ?? 0 }
    let kept: [Int]
    if example["model"]?.stringValue == "drop" {
      kept = WholeRecordView.drop(intervals)
    } else {
      let values = (example["records"]?.elements ?? []).map {
        Rational($0[3]?.stringValue ?? "0") ?? Rational(0)
      }
      kept = WholeRecordView.largestSource(intervals, values, zero: Rational(0)) { $0 + $1 }
    }
    return "[" + kept.map { ranks[$0] }.sorted().map(String.init).joined(separator: ",") + "]"
  }
}
